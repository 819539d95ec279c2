import { grazingIssues, tenures } from '../../../domain/farm/places.ts';
import { writtenRenspa } from '../../../domain/farm/renspa.ts';
import { limits } from '../../../domain/limits.ts';
import { useLive } from '../../frame/farm-context.tsx';
import type { KeptForm } from '../../frame/kept-form.ts';
import { thingFieldId, ThingSheet } from '../../frame/thing-sheet.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { bodyOf, type CampoDraft, startOf } from './campo-draft.ts';
import { LocationField } from './location-field.tsx';
import { typedNumber } from '../../ui/number-text.ts';

interface CampoSheetProps {
  /** Null for a new one. */
  readonly id: string | null;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** A campo being made or changed (domain.md §2.1). */
export const CampoSheet = ({ id, onSaved, onClose }: CampoSheetProps) => {
  const campos = useLive((views) => views.things('campo'));
  return (
    <ThingSheet
      subject="campo"
      id={id}
      title={id === null ? 'Nuevo campo' : 'Editar campo'}
      startOf={startOf}
      bodyOf={bodyOf}
      otherNames={(campos ?? []).filter((view) => view.row.id !== id).map((view) => view.row.name)}
      check={(draft) => grazingIssues(typedNumber(draft.total_hectares), typedNumber(draft.grazing_hectares))}
      onSaved={onSaved}
      onClose={onClose}
      fields={(form) => (
        <>
          <LandFields form={form} />
          <PaperFields form={form} />
          <LocationField form={form} />
        </>
      )}
    />
  );
};

const LandFields = ({ form: { values, change, errorOf } }: { readonly form: KeptForm<CampoDraft> }) => (
  <>
    <TextField
      id={thingFieldId('name')}
      label="Nombre del campo"
      maxLength={limits.placeNameMaxLength}
      value={values.name}
      onChange={(name) => change({ name })}
      {...errorOf('name')}
    />
    <NumberField
      id={thingFieldId('total_hectares')}
      label="Hectáreas totales"
      optional
      unit="ha"
      value={values.total_hectares}
      onChange={(total_hectares) => change({ total_hectares })}
      {...errorOf('total_hectares')}
    />
    <NumberField
      id={thingFieldId('grazing_hectares')}
      label="Superficie ganadera"
      hint="Sin agricultura ni monte cerrado: con ella se calcula la carga."
      optional
      unit="ha"
      value={values.grazing_hectares}
      onChange={(grazing_hectares) => change({ grazing_hectares })}
      {...errorOf('grazing_hectares')}
    />
    <SelectField
      id={thingFieldId('tenure')}
      label="Propiedad"
      optional
      options={Object.entries(tenures).map(([value, label]) => ({ value, label }))}
      value={values.tenure}
      onChange={(tenure) => change({ tenure })}
      {...errorOf('tenure')}
    />
  </>
);

/** Fields of one line of text, with what the schema lets in. */
const lines = [
  { name: 'province', label: 'Provincia', maxLength: 60 },
  { name: 'department', label: 'Partido o departamento', maxLength: 60 },
  { name: 'locality', label: 'Localidad', maxLength: 60 },
] as const;

const PaperFields = ({ form: { values, change, errorOf } }: { readonly form: KeptForm<CampoDraft> }) => (
  <>
    <TextField
      id={thingFieldId('renspa')}
      label="RENSPA"
      hint="13 números, con o sin puntos: 01.006.0.00412/01"
      optional
      maxLength={20}
      autoComplete="off"
      value={values.renspa}
      onChange={(renspa) => change({ renspa })}
      onBlur={() => change({ renspa: writtenRenspa(values.renspa) })}
      {...errorOf('renspa')}
    />
    <TextField
      id={thingFieldId('cuig')}
      label="CUIG"
      hint="2 letras y 3 números"
      optional
      maxLength={5}
      autoComplete="off"
      autoCapitalize="characters"
      value={values.cuig}
      onChange={(cuig) => change({ cuig: cuig.toUpperCase() })}
      {...errorOf('cuig')}
    />
    {lines.map(({ name, label, maxLength }) => (
      <TextField
        key={name}
        id={thingFieldId(name)}
        label={label}
        optional
        maxLength={maxLength}
        value={values[name]}
        onChange={(typed) => change({ [name]: typed })}
        {...errorOf(name)}
      />
    ))}
  </>
);
