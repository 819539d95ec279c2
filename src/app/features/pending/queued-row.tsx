import {
  type Day,
  dayAt,
  drawingOf,
  formatTime,
  joined,
  recordWords,
  type RecordWords,
  relativeDay,
  relativeInstant,
} from '#domain';
import { RowTo, useFarm, useToday } from '#platform';
import { badgeOf } from '#farm/movement-row.tsx';
import { sinceText, useMinute } from '#farm/waiting-age.ts';
import type { PendingView } from '#sync/farm.ts';
import {
  Button,
  classes,
  IconButton,
  RecordDisc,
  Row,
  Sheet,
  Stack,
  StateBadge,
  TextField,
  toastError,
  toastSuccess,
  UndoButton,
  VisuallyHidden,
} from '#ui';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { offlineSentences } from '#contract/sentences-offline.ts';
import styles from './pending.module.css';

const separator = ' · ';

const headOf = ({ title, summary }: PendingView): string => `${title}${separator}${summary.split(separator)[0]}`;

/** Whether another row differs only in its place, which is then shown on phones too. */
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

/** `Nacimiento · 2 terneros · El Ombú · hoy 12:00`. */
export const nameOf = ({ title, summary, recordedAt }: PendingView, today: Day): string =>
  joined(title, summary, relativeInstant(recordedAt, today));

/** Kind and amount; without room for both, the icon stands for the kind. Changes and deletions say so first. */
const QueuedTitle = ({ item, kind, amount }: { readonly item: PendingView } & Omit<RecordWords, 'where'>) =>
  amount === undefined || item.act !== 'create' ? (
    joined(kind, amount)
  ) : (
    <span className={styles.what}>
      <span>{`${kind}${separator}`}</span>
      <span>{amount}</span>
    </span>
  );

interface QueuedRowProps {
  readonly item: PendingView;
  /** Absent for a farm that is not open. */
  readonly onCorrect?: ((opId: string) => void) | undefined;
  readonly isSent?: boolean;
  /** Differs from another row only in its place. */
  readonly isAlike?: boolean;
}

/** A waiting or sent record with its actions; records of the book open by their row. Author, dependency and place take a second line. */
export const QueuedRow = ({ item, onCorrect, isSent = false, isAlike = false }: QueuedRowProps) => {
  const { recordedAt } = item;
  const today = useToday();
  const day = relativeDay(dayAt(Date.parse(recordedAt)), today);
  const since = sinceText(recordedAt, useMinute());
  const { where, ...words } = recordWords(item.movementType, item.title, item.summary);
  const said = [item.waitsFor && `espera a «${item.waitsFor}»`, item.author && `de ${item.author}`].filter(Boolean);
  const state = isSent ? 'sent' : badgeOf[item.state];
  const facts = [...said, ...where].join(separator);
  const parts = {
    tight: true,
    icon: <RecordDisc {...drawingOf(item.subject, item.movementType)} />,
    title: <QueuedTitle item={item} {...words} />,
    subtitle: facts && <span className={classes(said.length === 0 && !isAlike && styles.place)}>{facts}</span>,
    figure: (
      <span className={styles.at}>
        {since?.replace(/^desde (?:el )?/, '') ?? (day === 'hoy' ? formatTime(recordedAt) : day)}
        {state === 'pending' ? (
          // Every row of the list is pending: no icon.
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
        {isSent ? null : <QueuedActs item={item} named={nameOf(item, today)} onCorrect={onCorrect} />}
      </span>
    </div>
  );
};

interface QueuedActsProps {
  readonly item: PendingView;
  /** Distinguishes the buttons of this row. */
  readonly named: string;
  /** Absent for a farm that is not open. */
  readonly onCorrect?: ((opId: string) => void) | undefined;
}

/**
 * Actions on a waiting record (ux.md §4.8): none while it is being sent or carried for somebody. Once the server may have seen it, it can
 * be corrected but not discarded.
 */
const QueuedActs = ({ item, named, onCorrect }: QueuedActsProps) => {
  const farm = useFarm();
  const [discarding, setDiscarding] = useState(false);
  const { opId, act, attempts, author, canCorrect, state } = item;
  if (state === 'enviando' || author !== null) return null;
  const isUntried = attempts === 0;
  const keep = async (): Promise<void> => {
    if (await farm.acts.undo(opId)) toastSuccess(offlineSentences.undone);
    else toastError(offlineSentences.sent);
  };
  // Undoing a deletion loses nothing.
  if (act === 'delete') return isUntried ? <UndoButton of={named} onClick={keep} /> : null;
  return (
    <>
      {canCorrect && onCorrect ? (
        <IconButton label="Corregir" of={named} icon={<Pencil size={20} />} onClick={() => onCorrect(opId)} />
      ) : null}
      {isUntried ? (
        <IconButton
          className={styles.discard}
          label="Descartar"
          of={named}
          icon={<Trash2 size={20} />}
          onClick={() => setDiscarding(true)}
        />
      ) : null}
      <DiscardDialog
        open={discarding}
        subject={discardedBy[act]}
        what={named}
        onClose={() => setDiscarding(false)}
        onDiscard={() => void farm.acts.discard(opId)}
      />
    </>
  );
};

const word = 'DESCARTAR';

const words = {
  record: {
    title: '¿Descartar este registro?',
    warning: 'Este registro no está en el libro del campo. Si lo descartás, de este celular no se puede recuperar.',
  },
  change: {
    title: '¿Descartar este cambio?',
    warning: 'Este cambio está solo en este celular. Si lo descartás no se puede recuperar, y todo queda como estaba.',
  },
  deletion: {
    title: '¿Descartar esta eliminación?',
    warning: 'No se elimina nada: queda como estaba.',
  },
  photo: {
    title: '¿Descartar esta foto?',
    warning: 'Esta foto está solo en este celular. Si la descartás no se puede recuperar.',
  },
  voice: {
    title: '¿Descartar este audio?',
    warning: 'Este audio está solo en este celular. Si lo descartás no se puede recuperar.',
  },
  paper: {
    title: '¿Descartar este archivo?',
    warning: 'Este archivo está solo en este celular. Si lo descartás no se puede recuperar.',
  },
} as const;

export const discardedBy = { create: 'record', edit: 'change', delete: 'deletion' } as const;

interface DiscardDialogProps {
  readonly open: boolean;
  readonly what: string;
  readonly subject?: keyof typeof words;
  readonly onClose: () => void;
  readonly onDiscard: () => void;
}

/** Asks for the word to be typed: this phone has the only copy (offline.md §2.9). */
export const DiscardDialog = ({ open, what, subject = 'record', onClose, onDiscard }: DiscardDialogProps) => {
  const [typed, setTyped] = useState('');
  const close = (): void => {
    setTyped('');
    onClose();
  };
  return (
    <Sheet
      open={open}
      title={words[subject].title}
      role="alertdialog"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancelar</Button>
          <Button
            variant="danger"
            disabled={typed.trim().toUpperCase() !== word}
            onClick={() => {
              close();
              onDiscard();
            }}
          >
            Descartar
          </Button>
        </>
      }
    >
      <Stack>
        <p>{what}</p>
        <p>{words[subject].warning}</p>
        <TextField
          label={`Escribí ${word} para confirmar`}
          autoCapitalize="characters"
          value={typed}
          onChange={setTyped}
        />
      </Stack>
    </Sheet>
  );
};
