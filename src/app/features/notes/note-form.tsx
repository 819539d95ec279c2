import { useEffect, useRef, useState } from 'react';
import { type Note, noteVisibilities, nothingNoted, saysSomething } from '#domain';
import { PhotoField } from '#farm/attachments/photos.tsx';
import { VoiceField } from './voice-field.tsx';
import { useLots, useRodeos } from '#platform';
import type { FormOf } from '#forms';
import { ThingSheet } from '#farm/things/thing-sheet.tsx';
import { Button, ChipGroup, SelectField, TextArea, TextField } from '#ui';
import styles from './notes.module.css';

interface NoteFormProps {
  /** Null for a new note. */
  readonly id: string | null;
  /** `isAtOnce`: saved by taking a photo or voice. */
  readonly onSaved: (id: string, isAtOnce: boolean) => void;
  readonly onClose: () => void;
}

/** Form of a note: photo and voice first, then text; the rest behind 'Más datos'. */
export const NoteForm = ({ id, onSaved, onClose }: NoteFormProps) => {
  const isAtOnce = useRef(false);
  return (
    <ThingSheet
      subject="note"
      id={id}
      startOf={noteStart}
      bodyOf={noteBody}
      check={(values) => (saysSomething(values) ? [] : [{ path: 'text', message: nothingNoted }])}
      fields={(form) => <Fields form={form} isNew={id === null} onTaken={() => (isAtOnce.current = true)} />}
      onSaved={(saved) => onSaved(saved, isAtOnce.current)}
      onClose={onClose}
    />
  );
};

interface FieldsProps {
  readonly form: FormOf<NoteValues>;
  readonly isNew: boolean;
  readonly onTaken: () => void;
}

const hasTaken = ({ photos, audio_id }: NoteValues): boolean => photos.length > 0 || audio_id !== '';

/** Nothing but a photo or voice. */
const isTakenAlone = (values: NoteValues): boolean =>
  hasTaken(values) && values.text.trim() === '' && values.visibility === 'todos' && !saysMore(values);

/** Saves an empty note as soon as a photo or voice is taken. Not with text, nor for a draft left earlier. */
function useSavedAtOnce(form: FormOf<NoteValues>, isNew: boolean, onTaken: () => void): void {
  const isWaiting = useRef(isNew && !hasTaken(form.values));
  const { values, submit } = form;
  useEffect(() => {
    if (!isWaiting.current || !hasTaken(values)) return;
    isWaiting.current = false;
    if (!isTakenAlone(values)) return;
    onTaken();
    void submit();
  }, [values, submit, onTaken]);
}

const Fields = ({ form, isNew, onTaken }: FieldsProps) => {
  const { values, bind } = form;
  const [wantsMore, setWantsMore] = useState(false);
  useSavedAtOnce(form, isNew, onTaken);
  return (
    <>
      <div className={styles.take}>
        <PhotoField {...bind('photos')} />
        <VoiceField {...bind('audio_id')} />
      </div>
      <TextArea label="Nota" rows={5} maxLength={5000} {...bind('text')} />
      <ChipGroup label="¿Quién la lee?" options={noteVisibilities} {...bind('visibility')} />
      {wantsMore || saysMore(values) ? (
        <MoreFields form={form} />
      ) : (
        <Button variant="quiet" onClick={() => setWantsMore(true)}>
          Más datos
        </Button>
      )}
    </>
  );
};

const MoreFields = ({ form: { bind } }: { readonly form: FormOf<NoteValues> }) => {
  const lots = useLots();
  const rodeos = useRodeos();
  return (
    <>
      <TextField label="Título" optional maxLength={120} {...bind('title')} />
      <TextField label="Etiquetas" optional hint="Separadas por comas: aguadas, arreglos" {...bind('tags')} />
      <SelectField
        label="Lote"
        optional
        placeholder="Ninguno"
        options={(lots ?? []).map((view) => ({ value: view.lot.id, label: view.lot.name }))}
        {...bind('lot_id')}
      />
      <SelectField
        label="Rodeo"
        optional
        placeholder="Ninguno"
        options={(rodeos ?? []).map((view) => ({ value: view.rodeo.id, label: view.rodeo.name }))}
        {...bind('rodeo_id')}
      />
      <TextField label="Recordar el día" type="date" optional {...bind('remind_on')} />
    </>
  );
};

/** Form values; tags are comma-separated. */
interface NoteValues {
  readonly text: string;
  readonly title: string;
  readonly tags: string;
  readonly visibility: string;
  readonly lot_id: string;
  readonly rodeo_id: string;
  readonly remind_on: string;
  readonly photos: readonly string[];
  /** Empty for none. */
  readonly audio_id: string;
}

const noteStart = (row: Note | null): NoteValues => ({
  text: row?.text ?? '',
  title: row?.title ?? '',
  tags: row?.tags.join(', ') ?? '',
  visibility: row?.visibility ?? 'todos',
  lot_id: row?.lot_id ?? '',
  rodeo_id: row?.rodeo_id ?? '',
  remind_on: row?.remind_on ?? '',
  photos: row?.photos ?? [],
  audio_id: row?.audio_id ?? '',
});

/** Distinct tags of a line. */
const tagsOf = (line: string): string[] => [
  ...new Set(
    line
      .split(',')
      .map((word) => word.trim().replace(/^#/, ''))
      .filter((word) => word !== ''),
  ),
];

const noteBody = (values: NoteValues): Readonly<Record<string, unknown>> => ({
  text: values.text,
  title: values.title.trim() || null,
  tags: tagsOf(values.tags),
  visibility: values.visibility,
  lot_id: values.lot_id || null,
  rodeo_id: values.rodeo_id || null,
  remind_on: values.remind_on || null,
  photos: values.photos,
  audio_id: values.audio_id || null,
});

/** Whether any field of 'Más datos' is filled. */
const saysMore = ({ title, tags, lot_id, rodeo_id, remind_on }: NoteValues): boolean =>
  [title, tags, lot_id, rodeo_id, remind_on].some((text) => text !== '');
