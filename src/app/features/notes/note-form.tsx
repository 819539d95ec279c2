import { useState } from 'react';
import { noteVisibilities } from '../../../domain/office/notes.ts';
import { PhotoField } from '../../frame/attachments/photo-field.tsx';
import { VoiceField } from '../../frame/attachments/voice-field.tsx';
import { useLive } from '../../frame/farm-context.tsx';
import type { FormOf } from '../../frame/forms/use-form.ts';
import { ThingSheet } from '../../frame/thing-sheet.tsx';
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

const Fields = ({ form }: { readonly form: FormOf<NoteValues> }) => {
  const { values, bind } = form;
  const [wantsMore, setWantsMore] = useState(false);
  return (
    <>
      <TextArea label="Nota" rows={6} maxLength={5000} {...bind('text')} />
      <PhotoField {...bind('photos')} />
      <VoiceField {...bind('audio_id')} />
      <ChipGroup
        label="¿Quién la lee?"
        options={Object.entries(noteVisibilities).map(([value, label]) => ({ value, label }))}
        {...bind('visibility')}
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

const MoreFields = ({ form: { bind } }: { readonly form: FormOf<NoteValues> }) => {
  const lots = useLive((views) => views.lots());
  const rodeos = useLive((views) => views.rodeos());
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
