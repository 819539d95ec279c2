import { Plus } from 'lucide-react';
import { useState } from 'react';
import { fullName, type Note } from '#domain';
import { useLive } from '#platform';
import type { ThingView } from '#sync/farm.ts';
import { Button, ChipGroup, EmptyScene, PageHeading, RowList, SearchField, Skeleton, Stack } from '#ui';
import { NoteForm } from './note-form.tsx';
import { type NoteFilter, notesFor, tagsIn } from './note-list.ts';
import { NoteRow } from './note-row.tsx';
import { NoteSheet } from './note-sheet.tsx';
import { useUnseen } from './use-unseen.ts';

const newNote = 'nueva';
const everyTag = '';

interface NotesScreenProps {
  /** `nueva`, a note's id, or null. */
  readonly sheet: string | null;
  readonly onOpen: (sheet: string) => void;
  readonly onClose: () => void;
}

/** Notas (domain.md §2.11). */
export const NotesScreen = ({ sheet, onOpen, onClose }: NotesScreenProps) => {
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
      {sheet === newNote ? <NewNote onClose={onClose} /> : null}
      {sheet !== null && sheet !== newNote ? <NoteSheet id={sheet} onClose={onClose} /> : null}
    </>
  );
};

/** A new note; one saved at once by photo or voice stays open. */
const NewNote = ({ onClose }: { readonly onClose: () => void }) => {
  const [taken, setTaken] = useState<string | null>(null);
  if (taken !== null) return <NoteSheet id={taken} onClose={onClose} />;
  return <NoteForm id={null} onSaved={(id, isAtOnce) => (isAtOnce ? setTaken(id) : onClose())} onClose={onClose} />;
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
  const members = useLive((views) => views.members());
  const shown = notesFor(notes, filter);
  if (shown.length === 0) return <Nothing filter={filter} />;
  return (
    <RowList panel label="Notas">
      {shown.map((view) => {
        const author = members?.find((person) => person.id === view.row.created_by);
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
