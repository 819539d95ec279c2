import type { ReactNode } from 'react';
import { type Day, formatTime, isDeleted, joined, kindOf, labelOf, recordWords, relativeDay } from '#domain';
import type { MovementView, SendState } from '#sync/farm.ts';
import { type SendState as BadgeState, RecordDisc, RecordTitle, RowList, StateBadge, UndoButton } from '#ui';
import { photosIn, Thumbnail } from './attachments/thumbnail.tsx';
import { RowTo, useFarm, useToday } from '#platform';
import styles from './movement-row.module.css';

/** The badge of each send state (ux.md §1.2). */
export const badgeOf: Readonly<Record<SendState, BadgeState>> = {
  pendiente: 'pending',
  enviando: 'sending',
  enviado: 'sent',
  con_error: 'failed',
  revisar: 'review',
  espera_sesion: 'pending',
};

/** Null once it is on the server. */
export const sendBadge = (state: SendState, iconOnly = false): ReactNode =>
  state === 'enviado' ? null : <StateBadge state={badgeOf[state]} iconOnly={iconOnly} />;

interface MovementRowProps {
  readonly view: MovementView;
  /** Possible while the act has left no trace. */
  readonly onUndo?: (opId: string) => void;
  /** The day stands above the row. */
  readonly withoutDay?: boolean;
}

/** The record's first photo if on this phone, else its kind's icon. */
const RecordIcon = ({ view: { movement } }: Pick<MovementRowProps, 'view'>) => {
  const kind = kindOf(movement.type);
  const drawing = <RecordDisc group={kind.group} icon={kind.icon} />;
  const [photo] = photosIn(movement.metadata.photos);
  return photo === undefined ? drawing : <Thumbnail digest={photo}>{drawing}</Thumbnail>;
};

/** In words, for a person has to act; other states are icons. */
const spoken: ReadonlySet<SendState> = new Set(['con_error', 'revisar']);

/** A movement's row: what and how much, then where, when and who, and its send state. */
export function movementParts(view: MovementView, today: Day, withoutDay: boolean) {
  const { movement, summary, author, state, problem } = view;
  const gone = isDeleted(movement);
  const when = withoutDay
    ? null
    : `${relativeDay(movement.date, today)}${movement.date === today ? ` ${formatTime(movement.created_at)}` : ''}`;
  const words = recordWords(movement.type, labelOf(movement.type, movement.metadata), summary);
  const facts = joined(gone && 'Eliminado', when, ...words.where, author);
  return {
    className: gone ? styles.gone : undefined,
    icon: <RecordIcon view={view} />,
    tight: true as const,
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

/** A movement in a list. */
export const MovementRow = ({ view, onUndo, withoutDay = false }: MovementRowProps) => {
  const today = useToday();
  const { pendingOp, movement, summary } = view;
  const undone = joined(labelOf(movement.type, movement.metadata), summary);
  return (
    <div className={styles.row}>
      <RowTo to="/data/$id" params={{ id: movement.id }} {...movementParts(view, today, withoutDay)} />
      {view.canUndo && pendingOp && onUndo ? <UndoButton of={undone} onClick={() => onUndo(pendingOp)} /> : null}
    </div>
  );
};

/** Records under a label, each with its 'Deshacer' while it has left no trace. */
export const MovementList = ({ label, views }: { readonly label: string; readonly views: readonly MovementView[] }) => {
  const farm = useFarm();
  return (
    <RowList label={label}>
      {views.map((view) => (
        <li key={view.key}>
          <MovementRow view={view} onUndo={(opId) => void farm.acts.undo(opId)} />
        </li>
      ))}
    </RowList>
  );
};
