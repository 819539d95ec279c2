import { failureWords } from '#farm/failure-words.ts';
import { useState } from 'react';
import {
  byId,
  formatDay,
  formatInstant,
  fullName,
  isDeleted,
  joined,
  limits,
  lotOf,
  mayChange,
  mayChangeNote,
  type Note,
  noteName,
  noteVisibilities,
  readBy,
  recordedKind,
  relativeDay,
  rodeoOf,
} from '#domain';
import { Photos } from '#farm/attachments/photos.tsx';
import { Voice } from './voice-field.tsx';
import { useFarm, useLive, useLots, useMembers, useRodeos, useRole, useToday, useUserId } from '#platform';
import { badgeOf } from '#farm/movement-row.tsx';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import type { MovementView, ThingView } from '#sync/farm.ts';
import { Badge, Button, Cluster, EmptyState, Sheet, Skeleton, Stack, StateBadge, toastError, toastSuccess } from '#ui';
import { NoteForm } from './note-form.tsx';
import styles from './notes.module.css';
import { Images } from 'lucide-react';
import { attachmentSentences } from '#contract/sentences-attachments.ts';
import type { RecordedKind } from '#domain/movements/define.ts';
import { photosIn } from '#farm/attachments/thumbnail.tsx';
import { useOnce } from '#forms';
import { useMinute } from '#farm/waiting-age.ts';

interface NoteSheetProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** One note. Notes are never deleted, only archived (domain.md §2.11). */
export const NoteSheet = ({ id, onClose }: NoteSheetProps) => {
  const view = useLive((views) => views.thing('note', id), [id]);
  const [isEditing, setIsEditing] = useState(false);
  if (!view) {
    return (
      <Sheet open title="Nota" onClose={onClose}>
        {view === null ? <EmptyState>Esta nota ya no está.</EmptyState> : <Skeleton rows={3} />}
      </Sheet>
    );
  }
  if (isEditing) {
    const back = (): void => setIsEditing(false);
    return <NoteForm id={id} onSaved={back} onClose={back} />;
  }
  return <OpenNote view={view} onClose={onClose} onEdit={() => setIsEditing(true)} />;
};

interface OpenNoteProps {
  readonly view: ThingView<Note>;
  readonly onClose: () => void;
  readonly onEdit: () => void;
}

const OpenNote = ({ view, onClose, onEdit }: OpenNoteProps) => {
  const { row } = view;
  const farm = useFarm();
  const mayChange = mayChangeNote(useRole(), useUserId(), row);
  const change = async (changes: Readonly<Record<string, unknown>>): Promise<void> => {
    const saved = await farm.acts.editThing('note', row.id, changes);
    if (!saved.ok) toastError(failureWords(saved.problem));
    if (saved.ok && 'archived' in changes) onClose();
  };
  return (
    <Sheet
      open
      title={row.title ?? (row.text === '' ? noteName(row) : 'Nota')}
      aside={view.state === 'enviado' ? null : <StateBadge state={badgeOf[view.state]} />}
      onClose={onClose}
    >
      <Stack>
        <RefusedThing view={view} onCorrect={onEdit} />
        {row.text === '' ? null : <p className={styles.whole}>{row.text}</p>}
        <Photos digests={row.photos} />
        {row.audio_id === null ? null : <Voice key={row.audio_id} digest={row.audio_id} />}
        <ToRecord note={row} />
        <NoteFacts note={row} />
        {mayChange ? (
          <Cluster>
            <Button onClick={onEdit}>Editar</Button>
            <Button onClick={() => void change({ pinned: !row.pinned })}>
              {row.pinned ? 'Dejar de fijar' : 'Fijar'}
            </Button>
            <Button onClick={() => void change({ archived: !row.archived })}>
              {row.archived ? 'Volver a la lista' : 'Archivar'}
            </Button>
          </Cluster>
        ) : null}
      </Stack>
    </Sheet>
  );
};

const NoteFacts = ({ note }: { readonly note: Note }) => {
  const lots = useLots();
  const rodeos = useRodeos();
  const members = useMembers();
  const author = byId(members, note.created_by);
  const facts = joined(
    lotOf(lots, note.lot_id)?.name,
    rodeoOf(rodeos, note.rodeo_id)?.name,
    note.remind_on === null ? null : `Recordar el ${formatDay(note.remind_on)}`,
  );
  return (
    <>
      {facts ? <p>{facts}</p> : null}
      <Cluster>
        <Badge tone={note.visibility === 'yo' ? 'warn' : 'info'}>{noteVisibilities[note.visibility]}</Badge>
        {note.tags.map((tag) => (
          <Badge key={tag}>{tag}</Badge>
        ))}
      </Cluster>
      <p className={styles.author}>
        {author ? `${fullName(author)} · ` : ''}
        {formatInstant(note.created_at)}
      </p>
    </>
  );
};

const photosOf = ({ movement }: MovementView): readonly string[] => photosIn(movement.metadata.photos);

/** Copies a note's photos to this device's last record. */
export const ToRecord = ({ note }: { readonly note: Note }) => {
  const farm = useFarm();
  const role = useRole();
  const userId = useUserId();
  const today = useToday();
  const now = useMinute();
  const view = useLive(async (views) => {
    const { lastId } = await views.habits();
    return lastId === undefined ? null : await views.movement(lastId);
  });
  const give = useOnce(
    async (kind: RecordedKind, { movement }: MovementView, photos: readonly string[]): Promise<void> => {
      if (photos.length > limits.photosPerMovement) {
        toastError(attachmentSentences.tooMany(limits.photosPerMovement));
        return;
      }
      const saved = await farm.acts.editMovement(movement.id, { ...readBy(kind, movement), photos });
      if (saved.ok) toastSuccess('Foto sumada al registro');
      else
        toastError(
          saved.problem.reason === 'invalid' ? (saved.problem.issues[0]?.message ?? '') : saved.problem.message,
        );
    },
  );
  const kind = view ? recordedKind(view.movement.type) : null;
  if (!view || !kind || note.photos.length === 0 || isDeleted(view.movement)) return null;
  if (!mayChange(role, userId, view.movement, now)) return null;
  const photos = [...new Set([...photosOf(view), ...note.photos])];
  const what = [kind.label, view.summary.split(' · ')[0], relativeDay(view.movement.date, today)].join(' · ');
  if (photos.length === photosOf(view).length) return <p role="status">{`También está en «${what}».`}</p>;
  return (
    <Button wide icon={<Images />} busy={give.busy} onClick={() => void give.run(kind, view, photos)}>
      {`Sumar a «${what}»`}
    </Button>
  );
};
