import { ButtonTo, useFarm, useLive, useRole, useToday, useUserId } from '#platform';
import { useOnce } from '#forms';
import { badgeOf, movementParts } from '#farm/movement-row.tsx';
import { takeBack } from '#farm/take-back.ts';
import { useMinute } from '#farm/waiting-age.ts';
import type { Farm, FarmViews, MovementView, PendingView, ThingView } from '#sync/farm.ts';
import { Button, NotYet, RecordDisc, RecordRow, RecordTitle, Row, StateBadge, toastError, toastSuccess } from '#ui';
import type { ReactNode } from 'react';
import styles from './home.module.css';
import { offlineSentences } from '#contract/sentences-offline.ts';
import {
  drawingOf,
  isDeleted,
  isRecord,
  joined,
  mayChange,
  mayChangeNote,
  type Note,
  note as noteThing,
  noteName,
  recordWords,
  relativeInstant,
  seesNote,
} from '#domain';
import { Thumbnail } from '#farm/attachments/thumbnail.tsx';

/** The last record or note. A refused record left the lists and is found in the outbox (decision 5). */
async function readLast(views: FarmViews) {
  const { lastId, lastNoteId } = await views.habits();
  const note = lastNoteId === undefined ? null : await views.thing(noteThing.name, lastNoteId);
  const record = lastNoteId !== undefined || lastId === undefined ? null : await views.movement(lastId);
  const id = lastNoteId ?? lastId;
  // Unlike a note, a refused record is no longer in the lists.
  const mayBeRefused = id !== undefined && ((note ?? record)?.state ?? 'con_error') === 'con_error';
  const waiting = mayBeRefused ? await views.pending() : [];
  const refused = waiting.find(
    ({ entityId, act, problem, author }) => entityId === id && act === 'create' && problem !== null && author === null,
  );
  return { note, record, refused };
}

/** What this device recorded or noted last (ux.md §1.2); 'Deshacer' as long as the person may delete it. */
export const LastRecord = () => {
  const last = useLive(readLast);
  if (!last) return <NotYet />;
  const { note, record, refused } = last;
  if (refused) return <LastRefused item={refused} />;
  if (note) return <LastNote view={note} />;
  return record && !isDeleted(record.movement) ? <LastMovement view={record} /> : null;
};

const LastMovement = ({ view }: { readonly view: MovementView }) => {
  const farm = useFarm();
  const role = useRole();
  const userId = useUserId();
  const today = useToday();
  const now = useMinute();
  const undo = useOnce((id: string) => takeBack(farm, [id]));
  const { movement } = view;
  // Counts are decided by the office: shown here, corrected only by another count.
  const isOwn = isRecord(movement);
  return (
    <LastCard row={<Row {...movementParts({ ...view, author: null }, today, false)} />}>
      {isOwn && mayChange(role, userId, movement, now) ? (
        <Button compact busy={undo.busy} onClick={() => void undo.run(movement.id)}>
          Deshacer
        </Button>
      ) : null}
      <ButtonTo to="/data/$id" params={{ id: movement.id }} compact>
        Ver
      </ButtonTo>
    </LastCard>
  );
};

interface LastCardProps {
  readonly row: ReactNode;
  readonly children: ReactNode;
}

/** Card on top of Inicio (ux.md §1.2). */
const LastCard = ({ row, children }: LastCardProps) => (
  <section className={styles.last} aria-label="Lo último que registraste">
    {row}
    <div className={styles.lastActs}>{children}</div>
  </section>
);

/** 'Deshacer': removes an unsent note, archives a sent one, as notes are never deleted (domain.md §2.11). */
async function takeNoteBack({ acts, views }: Farm, id: string): Promise<void> {
  const made = (await views.pending()).find(({ entityId, act }) => entityId === id && act === 'create');
  if (made && (await acts.undo(made.opId))) {
    toastSuccess(offlineSentences.undone);
    return;
  }
  const away = await acts.editThing(noteThing.name, id, { archived: true });
  if (away.ok) toastSuccess(offlineSentences.archivedInstead);
  else toastError(away.problem.reason === 'invalid' ? offlineSentences.notDone : away.problem.message);
}

const NoteIcon = ({ photos }: Pick<Note, 'photos'>) => {
  const drawing = <RecordDisc group="insumos" icon="note" />;
  const [photo] = photos;
  return photo === undefined ? drawing : <Thumbnail digest={photo}>{drawing}</Thumbnail>;
};

const LastNote = ({ view: { row, state } }: { readonly view: ThingView<Note> }) => {
  const farm = useFarm();
  const role = useRole();
  const today = useToday();
  const undo = useOnce(() => takeNoteBack(farm, row.id));
  const userId = useUserId();
  if (row.archived || !seesNote(userId, row)) return null;
  const isNamed = row.title !== null || row.text !== '';
  return (
    <LastCard
      row={
        <Row
          tight
          icon={<NoteIcon photos={row.photos} />}
          title={isNamed ? <RecordTitle kind={noteThing.words.one} amount={noteName(row)} /> : noteName(row)}
          subtitle={relativeInstant(row.created_at, today)}
          mark={<StateBadge state={badgeOf[state]} iconOnly={state !== 'con_error'} />}
        />
      }
    >
      {state !== 'con_error' && mayChangeNote(role, userId, row) ? (
        <Button compact busy={undo.busy} onClick={undo.run}>
          Deshacer
        </Button>
      ) : null}
      <ButtonTo to="/notes" search={{ hoja: row.id }} compact>
        Ver
      </ButtonTo>
    </LastCard>
  );
};

const inForm = ({ opId }: PendingView) => ({ to: '/dashboard', search: { corregir: opId } }) as const;
const onItsScreen = ({ entityId }: PendingView) => ({ to: '/notes', search: { hoja: entityId } }) as const;

/** Like `LastRecord`, refused by the server: the reason and a way to correct it (ux.md §1.2). */
const LastRefused = ({ item }: { readonly item: PendingView }) => {
  const today = useToday();
  const { where, ...words } = recordWords(item.movementType, item.title, item.summary);
  return (
    <LastCard
      row={
        <RecordRow
          {...drawingOf(item.subject, item.movementType)}
          {...words}
          subtitle={joined(...where, relativeInstant(item.recordedAt, today))}
          mark={<StateBadge state="failed" />}
          problem={`No entró: ${item.problem?.message}`}
        />
      }
    >
      {item.canCorrect ? (
        <ButtonTo {...(item.subject === 'movement' ? inForm(item) : onItsScreen(item))} compact>
          Corregir
        </ButtonTo>
      ) : null}
      <ButtonTo to="/dashboard" search={{ pendientes: 1 }} compact>
        Ver
      </ButtonTo>
    </LastCard>
  );
};
