import type { ReactNode } from 'react';
import { type Day, formatTime, relativeDay } from '../../domain/dates.ts';
import { isDeleted } from '../../domain/movements/movement.ts';
import { kindOf } from '../../domain/movements/registry.ts';
import type { MovementView, SendState } from '../sync/farm.ts';
import { Button } from '../ui/button.tsx';
import { IconTile } from '../ui/icon-tile.tsx';
import { MovementIcon } from '../ui/icons.tsx';
import { StateBadge, type SendState as BadgeState } from '../ui/state-badge.tsx';
import { RowTo } from './links.tsx';
import styles from './movement-row.module.css';
import { useToday } from './today.ts';

/** The badge for each way a record can be on (ux.md §1.2). */
export const badgeOf: Readonly<Record<SendState, BadgeState>> = {
  pendiente: 'pending',
  enviando: 'sending',
  enviado: 'sent',
  con_error: 'failed',
  revisar: 'review',
  espera_sesion: 'pending',
};

interface MovementRowProps {
  readonly view: MovementView;
  /** Takes the act back while it has left no trace. */
  readonly onUndo?: (opId: string) => void;
  /** The day is said above the row already. */
  readonly withoutDay?: boolean;
}

const separator = ' · ';

/** What and how much stand out; where it was does not: a title of four bold lines hides its figure. */
const Title = ({ words }: { readonly words: readonly string[] }) => {
  const rest = words.slice(2);
  return (
    <>
      {words.slice(0, 2).join(separator)}
      {rest.length > 0 ? <span className={styles.where}>{['', ...rest].join(separator)}</span> : null}
    </>
  );
};

/** What a row says of a movement: what, where, when, who, and whether the server has it. */
export function movementParts(view: MovementView, today: Day, withoutDay: boolean): RowParts {
  const { movement, summary, author, state, problem } = view;
  const kind = kindOf(movement.type);
  const gone = isDeleted(movement);
  const when = withoutDay
    ? null
    : `${relativeDay(movement.date, today)}${movement.date === today ? ` ${formatTime(movement.created_at)}` : ''}`;
  const facts = [when, author, gone ? 'Eliminado' : null].filter(Boolean).join(' · ');
  return {
    className: gone ? styles.gone : undefined,
    icon: (
      <IconTile group={kind.group}>
        <MovementIcon name={kind.icon} />
      </IconTile>
    ),
    title: <Title words={[kind.label, ...(summary ? summary.split(separator) : [])]} />,
    subtitle: problem ? (
      <>
        {facts}
        <span className={styles.problem}>{problem}</span>
      </>
    ) : (
      facts
    ),
    right: (
      <span className={styles.state}>
        <StateBadge state={badgeOf[state]} />
      </span>
    ),
  };
}

interface RowParts {
  readonly className: string | undefined;
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly subtitle: ReactNode;
  readonly right: ReactNode;
}

/** One movement in a list. */
export const MovementRow = ({ view, onUndo, withoutDay = false }: MovementRowProps) => {
  const today = useToday();
  const { pendingOp, movement } = view;
  return (
    <div className={styles.row}>
      <RowTo to="/data/$id" params={{ id: movement.id }} {...movementParts(view, today, withoutDay)} />
      {view.canUndo && pendingOp && onUndo ? (
        <div className={styles.undo}>
          <Button compact onClick={() => onUndo(pendingOp)}>
            Deshacer
          </Button>
        </div>
      ) : null}
    </div>
  );
};
