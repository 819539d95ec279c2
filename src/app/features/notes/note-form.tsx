import { useEffect, useRef } from 'react';
import { noteVisibilities, nothingNoted, saysSomething } from '#domain';
import { PhotoField } from '#farm/attachments/photos.tsx';
import { VoiceField } from './voice-field.tsx';
import type { FormOf } from '#forms';
import { LotField, MoreFields, RodeoField } from '#farm/things/form-parts.tsx';
import { type ThingFormProps, ThingSheet } from '#farm/things/thing-sheet.tsx';
import { ChipGroup, TextArea, TextField } from '#ui';
import styles from './notes.module.css';

interface NoteFormProps extends Omit<ThingFormProps, 'onSaved'> {
  /** `isAtOnce`: saved by taking a photo or voice. */
  readonly onSaved: (id: string, isAtOnce: boolean) => void;
}

/** Tags are in one line, by comma. */
const blank = {
  text: '',
  title: '',
  tags: '',
  visibility: 'todos',
  lot_id: '',
  rodeo_id: '',
  remind_on: '',
  photos: [] as readonly string[],
  audio_id: '',
};
type NoteValues = typeof blank;

/** Form of a note: photo and voice first, then text; the rest behind 'Más datos'. */
export const NoteForm = ({ id, onSaved, onClose }: NoteFormProps) => {
  const isAtOnce = useRef(false);
  return (
    <ThingSheet
      subject="note"
      id={id}
      blank={blank}
      startOf={(row) => ({ tags: row?.tags.join(', ') ?? '' })}
      bodyOf={({ tags }) => ({ tags: tagsOf(tags) })}
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
  useSavedAtOnce(form, isNew, onTaken);
  return (
    <>
      <div className={styles.take}>
        <PhotoField {...bind('photos')} />
        <VoiceField {...bind('audio_id')} />
      </div>
      <TextArea label="Nota" rows={5} maxLength={5000} {...bind('text')} />
      <ChipGroup label="¿Quién la lee?" options={noteVisibilities} {...bind('visibility')} />
      <MoreFields isFilled={saysMore(values)}>
        <TextField label="Título" optional maxLength={120} {...bind('title')} />
        <TextField label="Etiquetas" optional hint="Separadas por comas: aguadas, arreglos" {...bind('tags')} />
        <LotField {...bind('lot_id')} />
        <RodeoField {...bind('rodeo_id')} />
        <TextField label="Recordar el día" type="date" optional {...bind('remind_on')} />
      </MoreFields>
    </>
  );
};

/** Distinct tags of a line. */
const tagsOf = (line: string): string[] => [
  ...new Set(
    line
      .split(',')
      .map((word) => word.trim().replace(/^#/, ''))
      .filter((word) => word !== ''),
  ),
];

/** Whether any field of 'Más datos' is filled. */
const saysMore = ({ title, tags, lot_id, rodeo_id, remind_on }: NoteValues): boolean =>
  [title, tags, lot_id, rodeo_id, remind_on].some((text) => text !== '');
