import { useState } from 'react';
import { noteVisibilities } from '../../../domain/office/notes.ts';
import { PhotoField } from '../../frame/attachments/photo-field.tsx';
import { VoiceField } from '../../frame/attachments/voice-field.tsx';
import { useLive } from '../../frame/farm-context.tsx';
import type { KeptForm } from '../../frame/kept-form.ts';
import { ThingSheet, thingFieldId } from '../../frame/thing-sheet.tsx';
import { Button } from '../../ui/button.tsx';
import { ChipGroup } from '../../ui/chip.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { noteBody, noteStart, type NoteValues, saysMore } from './note-values.ts';

interface NoteFormProps {
  /** Null for a new note. */
  readonly id: string | null;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** A note being written: its words first, the rest behind 'Más datos'. */
export const NoteForm = ({ id, onSaved, onClose }: NoteFormProps) => (
  <ThingSheet
    subject="note"
    id={id}
    title={id === null ? 'Nueva nota' : 'Editar nota'}
    startOf={noteStart}
    bodyOf={noteBody}
    fields={(form) => <Fields form={form} />}
    onSaved={onSaved}
    onClose={onClose}
  />
);

const Fields = ({ form }: { readonly form: KeptForm<NoteValues> }) => {
  const { values, change, errorOf } = form;
  const [wantsMore, setWantsMore] = useState(false);
  return (
    <>
      <TextArea
        id={thingFieldId('text')}
        label="Nota"
        rows={6}
        maxLength={5000}
        value={values.text}
        onChange={(text) => change({ text })}
        {...errorOf('text')}
      />
      <PhotoField
        id={thingFieldId('photos')}
        value={values.photos}
        onChange={(photos) => change({ photos })}
        {...errorOf('photos')}
      />
      <VoiceField
        id={thingFieldId('audio_id')}
        value={values.audio_id}
        onChange={(audio_id) => change({ audio_id })}
        {...errorOf('audio_id')}
      />
      <ChipGroup
        id={thingFieldId('visibility')}
        label="¿Quién la lee?"
        options={Object.entries(noteVisibilities).map(([value, label]) => ({ value, label }))}
        value={values.visibility}
        onChange={(visibility) => change({ visibility })}
      />
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

const MoreFields = ({ form: { values, change, errorOf } }: { readonly form: KeptForm<NoteValues> }) => {
  const lots = useLive((views) => views.lots());
  const rodeos = useLive((views) => views.rodeos());
  return (
    <>
      <TextField
        id={thingFieldId('title')}
        label="Título"
        optional
        maxLength={120}
        value={values.title}
        onChange={(title) => change({ title })}
        {...errorOf('title')}
      />
      <TextField
        id={thingFieldId('tags')}
        label="Etiquetas"
        optional
        hint="Separadas por comas: aguadas, arreglos"
        value={values.tags}
        onChange={(tags) => change({ tags })}
        {...errorOf('tags')}
      />
      <SelectField
        id={thingFieldId('lot_id')}
        label="Lote"
        optional
        placeholder="Ninguno"
        options={(lots ?? []).map((view) => ({ value: view.lot.id, label: view.lot.name }))}
        value={values.lot_id}
        onChange={(lot_id) => change({ lot_id })}
        {...errorOf('lot_id')}
      />
      <SelectField
        id={thingFieldId('rodeo_id')}
        label="Rodeo"
        optional
        placeholder="Ninguno"
        options={(rodeos ?? []).map((view) => ({ value: view.rodeo.id, label: view.rodeo.name }))}
        value={values.rodeo_id}
        onChange={(rodeo_id) => change({ rodeo_id })}
        {...errorOf('rodeo_id')}
      />
      <TextField
        id={thingFieldId('remind_on')}
        label="Recordar el día"
        type="date"
        optional
        value={values.remind_on}
        onChange={(remind_on) => change({ remind_on })}
        {...errorOf('remind_on')}
      />
    </>
  );
};
