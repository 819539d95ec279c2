import { lotUses } from '../../../domain/farm/places.ts';
import { limits } from '../../../domain/limits.ts';
import { useLive } from '../../frame/farm-context.tsx';
import { CheckField } from '../../ui/check-field.tsx';
import { NumberField, type NumberFieldValue } from '../../ui/number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';

/** A lot half typed, but for its animals (domain.md §2.2). */
export interface LotDraft {
  readonly name: string;
  readonly hectares: NumberFieldValue;
  readonly campoId: string;
  readonly use: string;
  readonly isGrazing: boolean;
  readonly receptivity: NumberFieldValue;
  readonly notes: string;
}

export const blankLot: LotDraft = {
  name: '',
  hectares: null,
  campoId: '',
  use: '',
  isGrazing: true,
  receptivity: null,
  notes: '',
};

/** Where a field of a lot's form is found by its name in the body. */
export const lotFieldId = (path: string): string => `lote-${path}`;

interface LotFieldsProps {
  readonly draft: LotDraft;
  readonly change: (changes: Partial<LotDraft>) => void;
  readonly errorOf: (path: string) => { readonly error?: string };
}

/** What is asked of a lot, new or old. */
export const LotFields = (props: LotFieldsProps) => (
  <>
    <PlaceFields {...props} />
    <LoadFields {...props} />
  </>
);

/** Uses that carry no animals as a rule: the load leaves them out unless the person says otherwise (domain.md §2.2). */
const notGrazed = new Set(['agricola', 'corral']);

const PlaceFields = ({ draft, change, errorOf }: LotFieldsProps) => {
  const campos = useLive((views) => views.campos());
  return (
    <>
      <TextField
        id={lotFieldId('name')}
        label="Nombre del lote"
        maxLength={limits.placeNameMaxLength}
        value={draft.name}
        onChange={(name) => change({ name })}
        {...errorOf('name')}
      />
      <NumberField
        id={lotFieldId('hectares')}
        label="Hectáreas"
        unit="ha"
        value={draft.hectares}
        onChange={(hectares) => change({ hectares })}
        {...errorOf('hectares')}
      />
      {campos && campos.length > 0 ? (
        <SelectField
          id={lotFieldId('campo_id')}
          label="Campo"
          optional
          options={campos.map((campo) => ({ value: campo.id, label: campo.name }))}
          value={draft.campoId}
          onChange={(campoId) => change({ campoId })}
          {...errorOf('campo_id')}
        />
      ) : null}
      <SelectField
        id={lotFieldId('use')}
        label="Uso"
        optional
        options={Object.entries(lotUses).map(([value, label]) => ({ value, label }))}
        value={draft.use}
        onChange={(use) => change({ use, isGrazing: !notGrazed.has(use) })}
        {...errorOf('use')}
      />
    </>
  );
};

const LoadFields = ({ draft, change, errorOf }: LotFieldsProps) => (
  <>
    <CheckField
      id={lotFieldId('is_grazing')}
      label="Ganadero"
      hint="Cuenta para la carga (EV/ha)."
      checked={draft.isGrazing}
      onChange={(isGrazing) => change({ isGrazing })}
    />
    <NumberField
      id={lotFieldId('receptivity_ev_ha')}
      label="Receptividad"
      hint="Lo que aguanta: campo natural 0,6 a 0,8; pastura hasta 2,5."
      optional
      unit="EV/ha"
      value={draft.receptivity}
      onChange={(receptivity) => change({ receptivity })}
      {...errorOf('receptivity_ev_ha')}
    />
    <TextArea
      id={lotFieldId('notes')}
      label="Observaciones"
      optional
      maxLength={limits.notesMaxLength}
      value={draft.notes}
      onChange={(notes) => change({ notes })}
      {...errorOf('notes')}
    />
  </>
);
