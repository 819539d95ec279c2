import type { ReactNode } from 'react';
import { type Day, formatTime, relativeDay } from '../../domain/dates.ts';
import { isDeleted } from '../../domain/movements/movement.ts';
import { kindOf } from '../../domain/movements/registry.ts';
import type { MovementView, SendState } from '../sync/farm.ts';
import { UndoButton } from '../ui/icon-button.tsx';
import { IconTile } from '../ui/icon-tile.tsx';
import { MovementIcon } from '../ui/icons.tsx';
import { StateBadge, type SendState as BadgeState } from '../ui/state-badge.tsx';
import { photosIn } from './attachments/photos-in.ts';
import { Thumbnail } from './attachments/thumbnail.tsx';
import { RowTo } from '../platform/links.tsx';
import styles from './movement-row.module.css';
import { useToday } from '../platform/today.ts';

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

/** What and how much. Where both have no room the kind is cut, which its drawing says too, and not the figure. */
export const RecordTitle = ({ kind, amount }: { readonly kind: string; readonly amount: string | undefined }) =>
  amount === undefined ? (
    kind
  ) : (
    <span className={styles.what}>
      <span className={styles.kind}>{kind}</span>
      <span className={styles.amount}>{`${separator}${amount}`}</span>
    </span>
  );

/** The first photo of a record where this phone holds it, else the drawing of its kind in the colour of its family. */
const RecordIcon = ({ view: { movement } }: Pick<MovementRowProps, 'view'>) => {
  const kind = kindOf(movement.type);
  const drawing = (
    <IconTile group={kind.group} tone="disc">
      <MovementIcon name={kind.icon} />
    </IconTile>
  );
  const [photo] = photosIn(movement.metadata['photos']);
  return photo === undefined ? drawing : <Thumbnail digest={photo}>{drawing}</Thumbnail>;
};

/** Said in words, for a person has to do something; the others are a drawing, with the word for readers. */
const spoken: ReadonlySet<SendState> = new Set(['con_error', 'revisar']);

/** What a row says of a movement: what and how much, then where, when and who, and whether the server has it. */
export function movementParts(view: MovementView, today: Day, withoutDay: boolean): RowParts {
  const { movement, summary, author, state, problem } = view;
  const kind = kindOf(movement.type);
  const gone = isDeleted(movement);
  const when = withoutDay
    ? null
    : `${relativeDay(movement.date, today)}${movement.date === today ? ` ${formatTime(movement.created_at)}` : ''}`;
  const [amount, ...where] = summary ? summary.split(separator) : [];
  const facts = [gone ? 'Eliminado' : null, when, ...where, author].filter(Boolean).join(separator);
  return {
    className: gone ? styles.gone : undefined,
    icon: <RecordIcon view={view} />,
    tight: true,
    title: <RecordTitle kind={kind.label} amount={amount} />,
    subtitle: facts,
    mark: (
      <span className={styles.state}>
        <StateBadge state={badgeOf[state]} iconOnly={!spoken.has(state)} />
      </span>
    ),
    problem,
  };
}

interface RowParts {
  readonly className: string | undefined;
  readonly icon: ReactNode;
  readonly tight: true;
  readonly title: ReactNode;
  readonly subtitle: ReactNode;
  readonly mark: ReactNode;
  readonly problem: string | null;
}

/** One movement in a list. */
export const MovementRow = ({ view, onUndo, withoutDay = false }: MovementRowProps) => {
  const today = useToday();
  const { pendingOp, movement } = view;
  return (
    <div className={styles.row}>
      <RowTo to="/data/$id" params={{ id: movement.id }} {...movementParts(view, today, withoutDay)} />
      {view.canUndo && pendingOp && onUndo ? <UndoButton onClick={() => onUndo(pendingOp)} /> : null}
    </div>
  );
};
