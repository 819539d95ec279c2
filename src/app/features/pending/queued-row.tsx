import { RowTo } from '#platform/links.tsx';
import { badgeOf } from '#farm/movement-row.tsx';
import { QueuedIcon, useWritten } from '#farm/queued-record.tsx';
import { recordWords, type RecordWords } from '#farm/record-words.ts';
import { sinceText, useMinute } from '#farm/waiting-age.ts';
import type { PendingView } from '#sync/farm.ts';
import { classes } from '#ui/class-names.ts';
import { Row } from '#ui/row.tsx';
import { StateBadge } from '#ui/state-badge.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import styles from './pending.module.css';
import { QueuedActs } from './queued-acts.tsx';

const separator = ' · ';

const headOf = ({ title, summary }: PendingView): string => `${title}${separator}${summary.split(separator)[0]}`;

/** Whether a row would read like another of them but for its place: then it says it on a phone too. */
export function alikeIn(items: readonly PendingView[]): (item: PendingView) => boolean {
  const first = new Map<string, string>();
  const alike = new Set<string>();
  for (const item of items) {
    const head = headOf(item);
    if ((first.get(head) ?? item.summary) !== item.summary) alike.add(head);
    else first.set(head, item.summary);
  }
  return (item) => alike.has(headOf(item));
}

/** What and how much; where both have no room the drawing says what. A change or deletion says first that it is one. */
const QueuedTitle = ({ item, kind, amount }: { readonly item: PendingView } & Omit<RecordWords, 'where'>) =>
  amount === undefined || item.act !== 'create' ? (
    [kind, amount].filter(Boolean).join(separator)
  ) : (
    <span className={styles.what}>
      <span>{`${kind}${separator}`}</span>
      <span>{amount}</span>
    </span>
  );

interface QueuedRowProps {
  readonly item: PendingView;
  /** Opens the record to be corrected; absent where the farm is not open. */
  readonly onCorrect?: ((opId: string) => void) | undefined;
  /** It is on the server: its word is the tick's alone. */
  readonly isSent?: boolean;
  /** Another row reads the same but for its place. */
  readonly isAlike?: boolean;
}

/**
 * One record on its way, with its acts at the end; a record of the book opens by its row. Whose it is and what it waits for take a second
 * line, and its place where there is room.
 */
export const QueuedRow = ({ item, onCorrect, isSent = false, isAlike = false }: QueuedRowProps) => {
  const written = useWritten()(item);
  const since = sinceText(item.recordedAt, useMinute());
  const { where, ...words } = recordWords(item.movementType, item.title, item.summary);
  const said = [item.waitsFor && `espera a «${item.waitsFor}»`, item.author && `de ${item.author}`].filter(Boolean);
  const state = isSent ? 'sent' : badgeOf[item.state];
  const facts = [...said, ...where].join(separator);
  const parts = {
    tight: true,
    icon: <QueuedIcon item={item} />,
    title: <QueuedTitle item={item} {...words} />,
    subtitle: facts && <span className={classes(said.length === 0 && !isAlike && styles.place)}>{facts}</span>,
    figure: (
      <span className={styles.at}>
        {since?.replace(/^desde (?:el )?/, '') ?? (written.day === 'hoy' ? written.time : written.day)}
        {state === 'pending' ? (
          // All of the list is: a drawing in each row would say it again.
          <VisuallyHidden>Pendiente {since}</VisuallyHidden>
        ) : (
          <StateBadge state={state} iconOnly />
        )}
      </span>
    ),
  } as const;
  return (
    <div className={styles.queued}>
      {onCorrect && item.subject === 'movement' && item.act !== 'delete' ? (
        <RowTo to="/data/$id" params={{ id: item.entityId }} {...parts} />
      ) : (
        <Row {...parts} />
      )}
      <span className={styles.inline}>
        {isSent ? null : <QueuedActs item={item} named={written.named} {...(onCorrect && { onCorrect })} />}
      </span>
    </div>
  );
};
