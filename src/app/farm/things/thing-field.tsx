import type { ReactNode } from 'react';
import type { Field } from '#domain/movements/fields.ts';
import { namingTables, type ThingControl } from '#domain';
import { CheckField, DateField, NumberField, SelectField, TextField } from '#ui';
import { type FormOf, MoneyField } from '#forms';
import { useToday } from '#platform';
import type { PlaceNames } from './place-names.ts';
import type { ThingDraft } from './thing-draft.ts';

interface FieldProps {
  readonly name: string;
  readonly field: Field;
  readonly form: FormOf<ThingDraft>;
  readonly places: PlaceNames;
}

const wordsOf = ({ name, field, form }: FieldProps) => ({
  id: form.fieldId(name),
  label: field.label,
  ...(!field.required && { optional: true }),
  ...form.errorOf(name),
});

function partsOf(props: FieldProps) {
  const { name, form } = props;
  const value = form.values[name];
  return {
    ...wordsOf(props),
    value: typeof value === 'string' ? value : '',
    onChange: (next: string) => form.change({ [name]: next }),
  };
}

const Text = (props: FieldProps) => <TextField {...partsOf(props)} />;

const Number = (props: FieldProps) => {
  const { name, field, form } = props;
  const held = form.values[name];
  return (
    <NumberField
      {...wordsOf(props)}
      value={typeof held === 'boolean' ? null : (held ?? null)}
      onChange={(next) => form.change({ [name]: next })}
      {...(field.unit && { unit: field.unit })}
    />
  );
};

const Day = (props: FieldProps) => <DateField {...partsOf(props)} today={useToday()} />;

const Choice = (props: FieldProps) => <SelectField {...partsOf(props)} options={props.field.options ?? {}} />;

const Flag = ({ name, field, form }: FieldProps) => (
  <CheckField
    id={form.fieldId(name)}
    label={field.label}
    checked={form.values[name] === true}
    onChange={(checked) => form.change({ [name]: checked })}
  />
);

const naming = (table: string) => {
  const Naming = (props: FieldProps) => {
    const { places } = props;
    const words = partsOf(props);
    const offered = places.options(table);
    const isKnown = words.value === '' || offered.some(({ value }) => value === words.value);
    // A deleted choice stays until changed.
    const kept = isKnown ? [] : [{ value: words.value, label: places.nameOf(table, words.value) ?? '' }];
    return <SelectField {...words} options={[...kept, ...offered]} />;
  };
  return Naming;
};

/** A widget per control a thing may declare (domain/things/define.ts). */
const widgets: Readonly<Record<ThingControl, (props: FieldProps) => ReactNode>> = {
  text: Text,
  integer: Number,
  quantity: Number,
  money: (props) => <MoneyField {...partsOf(props)} />,
  day: Day,
  time: (props) => <TextField {...partsOf(props)} type="time" />,
  choice: Choice,
  flag: Flag,
  lot: naming(namingTables.lot),
  rodeo: naming(namingTables.rodeo),
  campo: naming(namingTables.campo),
  category: naming(namingTables.category),
};

/** A declared field. */
export const ThingField = (props: FieldProps) => {
  const Widget = widgets[props.field.control as ThingControl];
  return <Widget {...props} />;
};
