import { grazingIssues, limits, tenures, writtenRenspa } from '#domain';
import { useLive } from '#platform';
import type { FormOf } from '#forms';
import { ThingSheet } from '#farm/things/thing-sheet.tsx';
import { NumberField, SelectField, TextField, typedNumber } from '#ui';
import { bodyOf, type CampoDraft, startOf } from './campo-draft.ts';
import { LocationField } from './location-field.tsx';

interface CampoSheetProps {
  /** Null: a new one. */
  readonly id: string | null;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** Form of a campo (domain.md §2.1). */
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

const LandFields = ({ form: { bind } }: { readonly form: FormOf<CampoDraft> }) => (
  <>
    <TextField label="Nombre del campo" maxLength={limits.placeNameMaxLength} {...bind('name')} />
    <NumberField label="Hectáreas totales" optional unit="ha" {...bind('total_hectares')} />
    <NumberField
      label="Superficie ganadera"
      hint="Sin agricultura ni monte cerrado: con ella se calcula la carga."
      optional
      unit="ha"
      {...bind('grazing_hectares')}
    />
    <SelectField label="Propiedad" optional options={tenures} {...bind('tenure')} />
  </>
);

const lines = [
  { name: 'province', label: 'Provincia', maxLength: 60 },
  { name: 'department', label: 'Partido o departamento', maxLength: 60 },
  { name: 'locality', label: 'Localidad', maxLength: 60 },
] as const;

const PaperFields = ({ form: { values, change, bind } }: { readonly form: FormOf<CampoDraft> }) => (
  <>
    <TextField
      label="RENSPA"
      hint="13 números, con o sin puntos: 01.006.0.00412/01"
      optional
      maxLength={20}
      autoComplete="off"
      onBlur={() => change({ renspa: writtenRenspa(values.renspa) })}
      {...bind('renspa')}
    />
    <TextField
      label="CUIG"
      hint="2 letras y 3 números"
      optional
      maxLength={5}
      autoComplete="off"
      autoCapitalize="characters"
      {...bind('cuig')}
      onChange={(cuig) => change({ cuig: cuig.toUpperCase() })}
    />
    {lines.map(({ name, label, maxLength }) => (
      <TextField key={name} label={label} optional maxLength={maxLength} {...bind(name)} />
    ))}
  </>
);
