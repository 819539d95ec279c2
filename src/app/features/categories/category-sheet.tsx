import { type Category, categorySexes, limits, senasaCodes } from '#domain';
import { useLive } from '#platform';
import type { FormOf } from '#forms';
import { ThingSheet } from '#farm/things/thing-sheet.tsx';
import {
  CheckField,
  ChipGroup,
  NumberField,
  type NumberFieldValue,
  optionsOf,
  SelectField,
  TextField,
  typedNumber,
} from '#ui';

const startOf = (row: Category | null) => ({
  name: row?.name ?? '',
  sex: row?.sex ?? ('mixto' as const),
  min_age_months: (row?.min_age_months ?? null) as NumberFieldValue,
  max_age_months: (row?.max_age_months ?? null) as NumberFieldValue,
  next_id: row?.next_id ?? '',
  ev: (row?.ev ?? 1) as NumberFieldValue,
  senasa_code: row?.senasa_code ?? '',
  is_breeding_female: row?.is_breeding_female ?? false,
  active: row?.active ?? true,
});

type Draft = ReturnType<typeof startOf>;

const bodyOf = (draft: Draft) => ({
  ...draft,
  min_age_months: typedNumber(draft.min_age_months),
  max_age_months: typedNumber(draft.max_age_months),
  next_id: draft.next_id || null,
  // Empty: NaN makes the schema reject it with the field's message.
  ev: typedNumber(draft.ev) ?? Number.NaN,
  senasa_code: draft.senasa_code || null,
});

const ageIssues = ({ min_age_months: from, max_age_months: to }: Draft) =>
  typeof from === 'number' && typeof to === 'number' && to < from
    ? [{ path: 'max_age_months', message: 'La edad máxima no puede ser menor que la mínima' }]
    : [];

interface CategorySheetProps {
  /** Null: a new one. */
  readonly id: string | null;
  readonly onClose: () => void;
}

/** Form of an animal category (domain.md §2.4). */
export const CategorySheet = ({ id, onClose }: CategorySheetProps) => {
  const categories = useLive((views) => views.things('category'));
  const others = (categories ?? []).map((view) => view.row).filter((row) => row.id !== id);
  return (
    <ThingSheet
      subject="category"
      id={id}
      startOf={startOf}
      bodyOf={bodyOf}
      check={ageIssues}
      onSaved={onClose}
      onClose={onClose}
      fields={(form) => (
        <>
          <MainFields form={form} />
          <AgeFields form={form} others={others} />
          <UseFields form={form} isNew={id === null} />
        </>
      )}
    />
  );
};

const MainFields = ({ form: { bind } }: { readonly form: FormOf<Draft> }) => (
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
  </>
);

interface AgeFieldsProps {
  readonly form: FormOf<Draft>;
  readonly others: readonly Category[];
}

const AgeFields = ({ form: { values, bind }, others }: AgeFieldsProps) => (
  <>
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
  </>
);

const senasaWord = (code: string): string => `${code.charAt(0)}${code.slice(1).toLowerCase()}`;

const UseFields = ({ form: { bind }, isNew }: { readonly form: FormOf<Draft>; readonly isNew: boolean }) => (
  <>
    <SelectField
      label="Categoría de SENASA"
      hint="Con ella se suman los totales del DT-e y de las actas de vacunación."
      optional
      placeholder="Ninguna"
      options={senasaCodes.map((value) => ({ value, label: senasaWord(value) }))}
      {...bind('senasa_code')}
    />
    <CheckField label="Es vientre" hint="Puede entrar en servicio." {...bind('is_breeding_female')} />
    {isNew ? null : (
      <CheckField
        label="Activa"
        hint="Una categoría inactiva no se ofrece al registrar; su historia se conserva."
        {...bind('active')}
      />
    )}
  </>
);
