import { useState } from 'react';
import {
  formatDay,
  formatInstant,
  fullName,
  joined,
  mayChangeNote,
  type Note,
  noteName,
  noteVisibilities,
} from '#domain';
import { Photos } from '#farm/attachments/photos.tsx';
import { Voice } from './voice-field.tsx';
import { useFarm, useLive, useLots, useMembers, useRodeos, useRole, useUserId } from '#platform';
import { badgeOf } from '#farm/movement-row.tsx';
import { RefusedThing } from '#farm/things/refused-thing.tsx';
import type { ThingView } from '#sync/farm.ts';
import { Badge, Button, Cluster, EmptyState, Sheet, Skeleton, Stack, StateBadge, toastError } from '#ui';
import { NoteForm } from './note-form.tsx';
import styles from './notes.module.css';
import { ToRecord } from './to-record.tsx';

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
    if (!saved.ok && saved.problem.reason !== 'invalid') toastError(saved.problem.message);
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
  const author = members?.find((person) => person.id === note.created_by);
  const facts = joined(
    lots?.find((view) => view.lot.id === note.lot_id)?.lot.name,
    rodeos?.find((view) => view.rodeo.id === note.rodeo_id)?.rodeo.name,
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
