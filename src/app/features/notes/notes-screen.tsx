import { BellRing, Pin, Plus, StickyNote } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import {
  byId,
  compareNames,
  dayAt,
  formatDay,
  fullName,
  joined,
  type Note,
  noteName,
  relativeDay,
  searchable,
} from '#domain';
import { useFarm, useLive, useMembers, useToday, useUserId } from '#platform';
import type { ThingView } from '#sync/farm.ts';
import {
  Badge,
  Button,
  ChipGroup,
  EmptyScene,
  IconTile,
  PageHeading,
  RowButton,
  RowList,
  SearchField,
  Skeleton,
  Stack,
  StateBadge,
  VisuallyHidden,
} from '#ui';
import { NoteForm } from './note-form.tsx';
import { NoteSheet } from './note-sheet.tsx';
import { useDraftOnce } from '#forms';
import { seenNotesKey, seenWith, unseenNotes } from '#farm/due-work.ts';
import { Thumbnail } from '#farm/attachments/thumbnail.tsx';
import { badgeOf } from '#farm/movement-row.tsx';
import styles from './notes.module.css';

const newNote = 'nueva';
const everyTag = '';

interface NotesScreenProps {
  /** `nueva`, a note's id, or null. */
  readonly sheet: string | null;
  readonly onOpen: (sheet: string) => void;
  /** The open sheet is of that note now: a reload finds it, not an empty one. */
  readonly onTaken: (id: string) => void;
  readonly onClose: () => void;
}

/** Notas (domain.md §2.11). */
export const NotesScreen = ({ sheet, onOpen, onTaken, onClose }: NotesScreenProps) => {
  const [filter, setFilter] = useState<NoteFilter>({ text: '', tag: null, scope: 'todas' });
  const notes = useLive((views) => views.things('note'));
  const isNew = useUnseen(notes, sheet);
  const add = (
    <Button compact icon={<Plus />} onClick={() => onOpen(newNote)}>
      Nueva nota
    </Button>
  );
  return (
    <>
      <PageHeading title="Notas" aside={add} />
      {notes && notes.length > 0 ? <Filters filter={filter} tags={tagsIn(notes)} onChange={setFilter} /> : null}
      {notes ? <NoteList notes={notes} filter={filter} isNew={isNew} onOpen={onOpen} /> : <Skeleton rows={4} />}
      {sheet === newNote ? (
        <NoteForm id={null} onSaved={(id, isAtOnce) => (isAtOnce ? onTaken(id) : onClose())} onClose={onClose} />
      ) : null}
      {sheet !== null && sheet !== newNote ? <NoteSheet id={sheet} onClose={onClose} /> : null}
    </>
  );
};

interface FiltersProps {
  readonly filter: NoteFilter;
  readonly tags: readonly string[];
  readonly onChange: (filter: NoteFilter) => void;
}

const Filters = ({ filter, tags, onChange }: FiltersProps) => (
  <Stack>
    <ChipGroup
      strip
      labelHidden
      label="Qué notas"
      options={{ todas: 'Todas', mias: 'Solo yo', archivadas: 'Archivadas' }}
      value={filter.scope}
      onChange={(scope) => onChange({ ...filter, scope })}
    />
    <SearchField label="Buscar" value={filter.text} onChange={(text) => onChange({ ...filter, text })} />
    {tags.length > 0 ? (
      <ChipGroup
        strip
        labelHidden
        label="Etiqueta"
        options={[
          { value: everyTag, label: 'Todas las etiquetas' },
          ...tags.map((tag) => ({ value: tag, label: tag })),
        ]}
        value={filter.tag ?? everyTag}
        onChange={(tag) => onChange({ ...filter, tag: tag === everyTag ? null : tag })}
      />
    ) : null}
  </Stack>
);

interface NoteListProps {
  readonly notes: readonly ThingView<Note>[];
  readonly filter: NoteFilter;
  readonly isNew: (note: Note) => boolean;
  readonly onOpen: (id: string) => void;
}

const NoteList = ({ notes, filter, isNew, onOpen }: NoteListProps) => {
  const members = useMembers();
  const shown = notesFor(notes, filter);
  if (shown.length === 0) return <Nothing filter={filter} />;
  return (
    <RowList panel label="Notas">
      {shown.map((view) => {
        const author = byId(members, view.row.created_by);
        return (
          <li key={view.row.id}>
            <NoteRow
              view={view}
              isNew={isNew(view.row)}
              author={author ? fullName(author) : null}
              onOpen={() => onOpen(view.row.id)}
            />
          </li>
        );
      })}
    </RowList>
  );
};

const Nothing = ({ filter: { text, scope } }: { readonly filter: NoteFilter }) =>
  text || scope !== 'todas' ? (
    <EmptyScene name="lost">
      {text ? `No encontramos «${text}». Probá con otra palabra.` : 'Acá no hay notas.'}
    </EmptyScene>
  ) : (
    <EmptyScene name="paper">Escribí lo que no querés olvidar: aparece acá, aunque no tengas señal.</EmptyScene>
  );

interface NoteFilter {
  readonly text: string;
  readonly tag: string | null;
  /** All, private, or archived. */
  readonly scope: 'todas' | 'mias' | 'archivadas';
}

/** Filtered notes: pinned first, then newest. */
function notesFor(views: readonly ThingView<Note>[], { text, tag, scope }: NoteFilter): readonly ThingView<Note>[] {
  const words = searchable(text).split(/\s+/).filter(Boolean);
  const isWanted = ({ row }: ThingView<Note>): boolean => {
    if (row.archived !== (scope === 'archivadas')) return false;
    if (scope === 'mias' && row.visibility !== 'yo') return false;
    if (tag !== null && !row.tags.includes(tag)) return false;
    const all = searchable([row.title, row.text, ...row.tags].join(' '));
    return words.every((word) => all.includes(word));
  };
  return views
    .filter(isWanted)
    .toSorted((a, b) => Number(b.row.pinned) - Number(a.row.pinned) || (a.row.created_at < b.row.created_at ? 1 : -1));
}

/** Tags of unarchived notes, by name. */
const tagsIn = (views: readonly ThingView<Note>[]): string[] =>
  [...new Set(views.filter(({ row }) => !row.archived).flatMap(({ row }) => row.tags))].toSorted(compareNames);

/** Notes unseen before this visit. Shown ones are stored as seen but stay marked until the list is left; an opened one counts as read. */
function useUnseen(
  notes: readonly ThingView<Note>[] | undefined,
  /** The open sheet: a note's id, or another. */
  sheet: string | null,
): (note: Note) => boolean {
  const farm = useFarm();
  const today = useToday();
  const userId = useUserId();
  const key = seenNotesKey(userId);
  const before = useDraftOnce(key);
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (sheet !== null && !opened.includes(sheet)) setOpened([...opened, sheet]);
  const rows = useMemo(() => notes?.map(({ row }) => row), [notes]);
  useEffect(() => {
    if (!rows || before === undefined) return;
    const isShown = (note: Note): boolean => sheet === null || note.id === sheet;
    void farm.views.draft(key).then((seen) => {
      const next = seenWith(rows, seen, isShown, { userId, today });
      if (rows.some(isShown) && JSON.stringify(next) !== JSON.stringify(seen)) void farm.saveDraft(key, next);
    });
  }, [farm, key, rows, sheet, before, userId, today]);
  if (!rows || before === undefined) return () => false;
  const unseen = new Set(unseenNotes(rows, before, { userId, today }).map(({ id }) => id));
  return (note) => unseen.has(note.id) && !opened.includes(note.id);
}

interface NoteRowProps {
  readonly view: ThingView<Note>;
  readonly isNew: boolean;
  readonly author: string | null;
  readonly onOpen: () => void;
}

export const NoteRow = ({ view: { row, state }, isNew, author, onOpen }: NoteRowProps) => {
  const today = useToday();
  const written = relativeDay(dayAt(Date.parse(row.created_at)), today);
  const isDue = row.remind_on !== null && row.remind_on <= today && !row.archived;
  const [photo] = row.photos;
  const drawing = (
    <IconTile group={isDue ? 'comercial' : 'insumos'} tone="disc">
      {row.remind_on === null ? <StickyNote size={22} /> : <BellRing size={22} />}
    </IconTile>
  );
  return (
    <RowButton
      tight
      className={styles.row}
      icon={photo === undefined || isDue ? drawing : <Thumbnail digest={photo}>{drawing}</Thumbnail>}
      title={noteName(row)}
      subtitle={joined(author, written, ...row.tags, row.title !== null && row.text)}
      mark={
        <>
          {row.pinned ? (
            <>
              <Pin size={18} />
              <VisuallyHidden>Fijada</VisuallyHidden>
            </>
          ) : null}
          {row.visibility === 'yo' ? <Badge>Solo yo</Badge> : null}
          {isNew ? <Badge tone="warn">Sin leer</Badge> : null}
          {row.remind_on === null ? null : (
            <Badge tone={isDue ? 'warn' : 'muted'}>{isDue ? 'Para recordar' : formatDay(row.remind_on)}</Badge>
          )}
          {state === 'enviado' ? null : <StateBadge state={badgeOf[state]} iconOnly={state !== 'con_error'} />}
        </>
      }
      onClick={onOpen}
    />
  );
};
