import { goneWord, takenSentence, textOf, type Thing } from '#domain/things/describe.ts';
import {
  choosable,
  distinctNames,
  type Issue,
  type NameOf,
  namingTables,
  searchable,
  type ThingControl,
  things,
} from '#domain';
import type { ThingName } from '#sync/things/things.ts';
import { CheckField, DateField, NumberField, type NumberFieldValue, SelectField, Skeleton, TextField } from '#ui';
import { useLive, useLiveForForm, useToday } from '#platform';
import { type ThingFormProps, ThingSheet } from './thing-sheet.tsx';
import type { ReactNode } from 'react';
import type { Field } from '#domain/movements/fields.ts';
import { type FormOf, MoneyField, moneyOf, typedMoney } from '#forms';

interface DeclaredFormProps extends ThingFormProps {
  readonly thing: Thing;
}

const typedName = (thing: Thing, draft: ThingDraft): string => searchable(thing.nameOf(draft).trim());

/** The form of a declared thing: keeps a draft, corrects what the server refused. */
export const ThingForm = ({ thing, ...props }: DeclaredFormProps) => {
  const { id } = props;
  const fields = thing.fields ?? {};
  const of = (control: string): string[] => Object.keys(fields).filter((name) => fields[name]?.control === control);
  const [money, days] = [of('money'), of('day')];
  const word = thing.words.short.toLocaleLowerCase('es-AR');
  const places = usePlaceNames();
  const others = useLive((views) => views.things(thing.name as ThingName), [thing.name]);
  // Checked here too: the server would refuse it days later.
  const check = (draft: ThingDraft): readonly Issue[] => {
    const name = typedName(thing, draft);
    if (thing.unique === null || name === '') return [];
    const isTaken = (others ?? []).some(({ row }) => row.id !== id && searchable(thing.nameOf(row)) === name);
    return isTaken ? [{ path: thing.unique, message: takenSentence(thing) }] : [];
  };
  return (
    <ThingSheet
      subject={thing.name as ThingName}
      thing={thing}
      {...props}
      title={id === null ? thing.titles.create : `Editar ${word}`}
      blank={each(Object.keys(fields), (name) => emptyOf(fields[name]?.control)) as ThingDraft}
      startOf={(row) => each(money, (name) => typedMoney(textOf(row?.[name])))}
      bodyOf={(draft) => ({
        ...each(money, (name) => moneyOf(String(draft[name]))),
        // No day is said in other words than one that does not exist.
        ...each(
          days.filter((name) => draft[name] === ''),
          () => null,
        ),
      })}
      check={check}
      fields={(form) =>
        places ? (
          Object.entries(fields).map(([name, field]) => (
            <ThingField key={name} name={name} field={field} form={form} places={places} />
          ))
        ) : (
          <Skeleton rows={4} />
        )
      }
    />
  );
};

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
const ThingField = (props: FieldProps) => {
  const Widget = widgets[props.field.control as ThingControl];
  return <Widget {...props} />;
};

/** A half-typed thing, as its controls hold it. */
type ThingDraft = Readonly<Record<string, NumberFieldValue | boolean>>;

const each = <V,>(names: readonly string[], of: (name: string) => V): Readonly<Record<string, V>> =>
  Object.fromEntries(names.map((name) => [name, of(name)]));

const emptyOf = (control?: string) =>
  control === 'flag' ? false : control === 'integer' || control === 'quantity' ? null : '';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Names by table. */
interface PlaceNames {
  readonly options: (table: string) => readonly Option[];
  /** A deleted id reads as what it was. */
  readonly nameOf: NameOf;
}

const gone: Readonly<Record<string, string>> = Object.fromEntries(
  [things.lot, things.rodeo, things.campo, things.category].map((thing) => [thing.table, goneWord(thing)]),
);

/** The farm's places by name; undefined while loading. */
export function usePlaceNames(): PlaceNames | undefined {
  return useLiveForForm(async (views) => {
    const [lots, rodeos, campos, categories] = [
      await views.lots(),
      await views.rodeos(),
      await views.campos(),
      await views.categories(),
    ];
    const byTable: Readonly<Record<string, ReadonlyMap<string, string>>> = {
      lots: distinctNames(lots.map(({ lot }) => lot)),
      rodeos: distinctNames(rodeos.map(({ rodeo }) => rodeo)),
      campos: new Map(campos.map(({ id, name }) => [id, name])),
      categories: new Map(choosable(categories, []).map(({ id, name }) => [id, name])),
    };
    return {
      options: (table) => [...(byTable[table] ?? [])].map(([value, label]) => ({ value, label })),
      nameOf: (table, id) => byTable[table]?.get(id) ?? gone[table] ?? null,
    };
  });
}
