import { type Category, categorySexes, limits, senasaCodes } from '#domain';
import { useLive } from '#platform';
import { type ThingFormProps, ThingSheet } from '#farm/things/thing-sheet.tsx';
import {
  CheckField,
  ChipGroup,
  noNumber,
  NumberField,
  type NumberFieldValue,
  optionsOf,
  SelectField,
  TextField,
} from '#ui';

const blank = {
  name: '',
  sex: 'mixto' as Category['sex'],
  min_age_months: noNumber,
  max_age_months: noNumber,
  next_id: '',
  ev: 1 as NumberFieldValue,
  senasa_code: '',
  is_breeding_female: false,
  active: true,
};

const ageIssues = ({ min_age_months: from, max_age_months: to }: typeof blank) =>
  typeof from === 'number' && typeof to === 'number' && to < from
    ? [{ path: 'max_age_months', message: 'La edad máxima no puede ser menor que la mínima' }]
    : [];

/** Form of an animal category (domain.md §2.4). */
export const CategorySheet = (props: ThingFormProps) => {
  const categories = useLive((views) => views.things('category'));
  const others = (categories ?? []).map((view) => view.row).filter((row) => row.id !== props.id);
  return (
    <ThingSheet
      subject="category"
      {...props}
      blank={blank}
      check={ageIssues}
      fields={({ values, bind }) => (
        <>
          <TextField label="Nombre de la categoría" maxLength={limits.categoryNameMaxLength} {...bind('name')} />
          <ChipGroup<Category['sex']>
            label="Sexo"
            options={{ h: categorySexes.h, m: categorySexes.m, mixto: categorySexes.mixto }}
            {...bind('sex')}
          />
          <NumberField
            label="Coeficiente EV"
            hint="1 EV es una vaca de 400 kg que gesta y cría un ternero hasta los 6 meses."
            unit="EV"
            {...bind('ev')}
          />
          <NumberField label="Edad mínima" optional unit="meses" {...bind('min_age_months')} />
          <NumberField
            label="Edad máxima"
            hint="Sirve para proponer la recategorización."
            optional
            unit="meses"
            {...bind('max_age_months')}
          />
          <SelectField
            label="Pasa a"
            hint="La categoría que se propone cuando crecen."
            optional
            placeholder="A ninguna"
            options={optionsOf(others.filter((row) => row.active || row.id === values.next_id))}
            {...bind('next_id')}
          />
          <SelectField
            label="Categoría de SENASA"
            hint="Con ella se suman los totales del DT-e y de las actas de vacunación."
            optional
            placeholder="Ninguna"
            options={senasaCodes.map((value) => ({ value, label: senasaWord(value) }))}
            {...bind('senasa_code')}
          />
          <CheckField label="Es vientre" hint="Puede entrar en servicio." {...bind('is_breeding_female')} />
          {props.id === null ? null : (
            <CheckField
              label="Activa"
              hint="Una categoría inactiva no se ofrece al registrar; su historia se conserva."
              {...bind('active')}
            />
          )}
        </>
      )}
    />
  );
};

const senasaWord = (code: string): string => `${code.charAt(0)}${code.slice(1).toLowerCase()}`;
