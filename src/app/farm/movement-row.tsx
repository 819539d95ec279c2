import type { ReactNode } from 'react';
import { type Day, formatTime, isDeleted, kindOf, relativeDay } from '#domain';
import type { MovementView, SendState } from '#sync/farm.ts';
import { IconTile, MovementIcon, type SendState as BadgeState, StateBadge, UndoButton } from '#ui';
import { photosIn } from './attachments/photos-in.ts';
import { Thumbnail } from './attachments/thumbnail.tsx';
import { RowTo, useToday } from '#platform';
import styles from './movement-row.module.css';
import { type RecordWords, recordWords } from './record-words.ts';

/** The badge for each way a record can be on (ux.md §1.2). */
export const badgeOf: Readonly<Record<SendState, BadgeState>> = {
  pendiente: 'pending',
  enviando: 'sending',
  enviado: 'sent',
  con_error: 'failed',
  revisar: 'review',
  espera_sesion: 'pending',
};

/** The badge of what is not on the server yet; null for what is. */
export const sendBadge = (state: SendState, iconOnly = false): ReactNode =>
  state === 'enviado' ? null : <StateBadge state={badgeOf[state]} iconOnly={iconOnly} />;

interface MovementRowProps {
  readonly view: MovementView;
  /** Takes the act back while it has left no trace. */
  readonly onUndo?: (opId: string) => void;
  /** The day is said above the row already. */
  readonly withoutDay?: boolean;
}

const separator = ' · ';

/** What and how much. Where both have no room the kind is cut, which its drawing says too, and not the figure. */
export const RecordTitle = ({ kind, amount }: Pick<RecordWords, 'kind' | 'amount'>) =>
  amount === undefined ? (
    kind
  ) : (
    <span className={styles.what}>
      <span className={styles.kind}>{kind}</span>
      <span className={styles.amount}>{`${separator}${amount}`}</span>
    </span>
  );

/** A record's first photo if this phone holds it, else its kind's drawing. */
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
  const words = recordWords(movement.type, kind.label, summary);
  const facts = [gone ? 'Eliminado' : null, when, ...words.where, author].filter(Boolean).join(separator);
  return {
    className: gone ? styles.gone : undefined,
    icon: <RecordIcon view={view} />,
    tight: true,
    title: <RecordTitle {...words} />,
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
  const { pendingOp, movement, summary } = view;
  const undone = [kindOf(movement.type).label, summary].filter(Boolean).join(separator);
  return (
    <div className={styles.row}>
      <RowTo to="/data/$id" params={{ id: movement.id }} {...movementParts(view, today, withoutDay)} />
      {view.canUndo && pendingOp && onUndo ? <UndoButton of={undone} onClick={() => onUndo(pendingOp)} /> : null}
    </div>
  );
};
