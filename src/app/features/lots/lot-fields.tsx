import { limits, lotUses } from '#domain';
import { useCampos } from '#platform';
import type { PartOf } from '#forms';
import { CheckField, NumberField, type NumberFieldValue, optionsOf, SelectField, TextArea, TextField } from '#ui';

/** Values of the lot form, without animals (domain.md §2.2). */
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

/** Fields of the lot form. */
export const LotFields = ({ form }: { readonly form: PartOf<LotDraft> }) => (
  <>
    <PlaceFields {...form} />
    <LoadFields {...form} />
  </>
);

/** Uses that count as not grazed unless the person says otherwise (domain.md §2.2). */
const notGrazed = new Set(['agricola', 'corral']);

const PlaceFields = ({ change, bind }: PartOf<LotDraft>) => {
  const campos = useCampos();
  return (
    <>
      <TextField label="Nombre del lote" maxLength={limits.placeNameMaxLength} {...bind('name')} />
      <NumberField label="Hectáreas" unit="ha" {...bind('hectares')} />
      {campos && campos.length > 0 ? (
        <SelectField label="Campo" optional options={optionsOf(campos)} {...bind('campoId', 'campo_id')} />
      ) : null}
      <SelectField
        label="Uso"
        optional
        options={lotUses}
        {...bind('use')}
        onChange={(use) => change({ use, isGrazing: !notGrazed.has(use) })}
      />
    </>
  );
};

const LoadFields = ({ bind }: PartOf<LotDraft>) => (
  <>
    <CheckField label="Ganadero" hint="Cuenta para la carga (EV/ha)." {...bind('isGrazing', 'is_grazing')} />
    <NumberField
      label="Receptividad"
      hint="Lo que aguanta: campo natural 0,6 a 0,8; pastura hasta 2,5."
      optional
      unit="EV/ha"
      {...bind('receptivity', 'receptivity_ev_ha')}
    />
    <TextArea label="Observaciones" optional maxLength={limits.notesMaxLength} {...bind('notes')} />
  </>
);
