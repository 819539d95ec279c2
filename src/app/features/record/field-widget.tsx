import type { ReactNode } from 'react';
import { addDays, choosable, type Day, takesFrom } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import type { ControlName, Field } from '#domain/movements/fields.ts';
import { recency } from '#farm/recent-lots.ts';
import { UnitField } from '#forms';
import { CheckField, ChipGroup, DateField, NumberField, optionsOf, SelectField, TextField } from '#ui';
import { AnimalSteppers } from './animals-widget.tsx';
import { KeypadQuantity } from './keypad-quantity.tsx';
import { ProductLines, SupplyLines, WeighedLines } from './lines-widgets.tsx';
import { PlacePicker, SeveralPlaces } from './place-picker.tsx';
import type { Short } from './short.ts';
import type { FarmThings } from './start.ts';
import type { AnimalLine, FormNumber, ProductLine, Values, WeighedLine } from './values.ts';
import { type OfferedPlace, placesFor } from './where.ts';
import styles from './record.module.css';

export interface WidgetProps {
  readonly id: string;
  readonly name: string;
  readonly field: Field;
  readonly kind: RecordedKind;
  readonly values: Values;
  /** Follow from other answers: shown as chosen. */
  readonly found: Values;
  readonly things: FarmThings;
  readonly today: Day;
  readonly short?: readonly Short[];
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
  readonly onDone: () => void;
}

/** More become a native select. */
const chipOptionsAtMost = 8;

const words = ({ id, field, error }: WidgetProps) => ({
  id,
  label: field.label,
  ...(error !== undefined && { error }),
  ...(!field.required && { optional: true }),
});

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (props: WidgetProps) => ({
  ...words(props),
  value: asText(props.values[props.name]),
  onChange: props.onChange,
});
const asNumber = (value: unknown): FormNumber =>
  typeof value === 'number' || typeof value === 'string' ? value : null;
const asLines = <Line,>(value: unknown): readonly Line[] => (Array.isArray(value) ? (value as Line[]) : []);
const asSeveral = ({ values, name }: WidgetProps): readonly string[] => {
  const value = values[name];
  return typeof value === 'string' && value !== '' ? [value] : asLines<string>(value);
};
const placeValue = ({ values, found, name }: WidgetProps): string | null | undefined => {
  const value = values[name] === undefined ? found[name] : values[name];
  return value === null || typeof value === 'string' ? value : undefined;
};

/** Recent lots first, then in farm order; those without such animals last. */
const lotsFirst = ({ kind, name, values, things }: WidgetProps) => {
  const rank = recency(things.habits);
  const offered = placesFor(kind, name, values, things);
  const isEmpty = ({ heads }: OfferedPlace): number => Number(heads === 0);
  const places = offered.places.toSorted((a, b) => isEmpty(a) - isEmpty(b) || rank(a.id) - rank(b.id));
  return { ...offered, places };
};

const lotsFor = (props: WidgetProps) => {
  const { things, values } = props;
  const there = things.rodeos.find(({ rodeo }) => rodeo.id === values.to_rodeo_id)?.lotIds ?? [];
  return lotsFirst(props).places.toSorted((a, b) => Number(there.includes(b.id)) - Number(there.includes(a.id)));
};

/** Rodeos of the chosen lot first. */
const rodeosFirst = ({ things, kind, name, values }: WidgetProps) => {
  const offered = placesFor(kind, name, values, things);
  const lot = kind.place.lot === undefined ? undefined : values[kind.place.lot];
  const isElsewhere = (id: string): number => {
    const view = things.rodeos.find(({ rodeo }) => rodeo.id === id);
    return Number(typeof lot === 'string' && !view?.lotIds.includes(lot));
  };
  return { ...offered, places: offered.places.toSorted((a, b) => isElsewhere(a.id) - isElsewhere(b.id)) };
};

const NumberWidget = (props: WidgetProps) => {
  const { field, values, name, onChange, onDone, id, error } = props;
  if (field.chips) {
    return (
      <KeypadQuantity
        {...{ id, onChange, onDone, error }}
        label={field.label}
        unit={field.unit ?? ''}
        chips={field.chips}
        max={field.max ?? 9999}
        value={asNumber(values[name])}
      />
    );
  }
  return (
    <NumberField
      {...words(props)}
      value={asNumber(values[name])}
      onChange={onChange}
      {...(field.unit && { unit: field.unit })}
    />
  );
};

const ChoiceWidget = (props: WidgetProps) => {
  const { field, values, name, onChange } = props;
  const { options = {} } = field;
  const value = asText(values[name]);
  if (Object.keys(options).length > chipOptionsAtMost) {
    return <SelectField {...words(props)} options={options} value={value} onChange={onChange} />;
  }
  return (
    <ChipGroup
      {...words(props)}
      options={options}
      value={value === '' ? null : value}
      // A second tap clears an optional answer.
      onChange={(next) => onChange(next === value && !field.required ? '' : next)}
    />
  );
};

/** Multiple choice: a tap toggles. */
const SeveralWidget = (props: WidgetProps) => {
  const chosen = asSeveral(props);
  return (
    <ChipGroup
      {...words(props)}
      options={props.field.options ?? {}}
      value={chosen}
      onChange={(one) =>
        props.onChange(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one])
      }
    />
  );
};

/** An origin category may be inactive; a destination may not, unless already chosen. */
const offeredFor = ({ kind, name, things, values }: WidgetProps) => {
  const isOrigin = takesFrom(kind, name);
  return choosable(things.categories, isOrigin ? things.stock : [], values[name]);
};

const CategoryWidget = (props: WidgetProps) => <SelectField {...texts(props)} options={optionsOf(offeredFor(props))} />;

/** One widget per control: a new control does not compile without one. */
const widgets: Readonly<Record<ControlName, (props: WidgetProps) => ReactNode>> = {
  day: (props) => <DateField {...texts(props)} today={props.today} max={addDays(props.today, 1)} />,
  lot: (props) => {
    const { none: word } = props.field;
    const { places, none } = lotsFirst(props);
    return (
      <PlacePicker
        {...words(props)}
        half="lot"
        things={props.things}
        places={word === undefined ? places : lotsFor(props)}
        value={word === undefined ? placeValue(props) : (placeValue(props) ?? null)}
        onChange={props.onChange}
        {...(none !== null && { noneWord: word ?? 'Sin lote', noneFirst: word !== undefined, isNoneOffered: none > 0 })}
      />
    );
  },
  rodeo: (props) => {
    const { places, none } = rodeosFirst(props);
    return (
      <PlacePicker
        {...words(props)}
        half="rodeo"
        things={props.things}
        places={places}
        value={placeValue(props)}
        onChange={props.onChange}
        {...(none !== null && { noneWord: 'Sin rodeo', isNoneOffered: none > 0 || places.length === 0 })}
      />
    );
  },
  campo: (props) => (
    <PlacePicker
      {...words(props)}
      half="campo"
      things={props.things}
      places={props.things.campos}
      value={placeValue(props) ?? null}
      onChange={props.onChange}
      noneWord="Todo el campo"
      noneFirst
    />
  ),
  lots: (props) => (
    <SeveralPlaces
      {...words(props)}
      half="lot"
      things={props.things}
      places={lotsFirst(props).places}
      value={asSeveral(props)}
      onChange={props.onChange}
    />
  ),
  category: CategoryWidget,
  animals: ({ id, kind, things, values, short = [], name, onChange, error, field }) => (
    <div id={id} tabIndex={-1} role="group" aria-label={field.label} className={styles.number}>
      <AnimalSteppers {...{ kind, things, values, short, onChange }} value={asLines<AnimalLine>(values[name])} />
      {error ? <p className={styles.error}>{error}</p> : null}
    </div>
  ),
  weighed: (props) => (
    <WeighedLines
      {...words(props)}
      things={props.things}
      kind={props.kind}
      values={props.values}
      value={asLines<WeighedLine>(props.values[props.name])}
      onChange={props.onChange}
    />
  ),
  products: (props) => (
    <ProductLines {...words(props)} value={asLines<ProductLine>(props.values[props.name])} onChange={props.onChange} />
  ),
  supplies: (props) => (
    <SupplyLines {...words(props)} value={asLines<ProductLine>(props.values[props.name])} onChange={props.onChange} />
  ),
  integer: NumberWidget,
  quantity: NumberWidget,
  money: (props) => <TextField {...texts(props)} inputMode="decimal" autoComplete="off" />,
  text: (props) => <TextField {...texts(props)} />,
  time: (props) => <TextField {...texts(props)} type="time" />,
  choice: ChoiceWidget,
  choices: SeveralWidget,
  unit: (props) => <UnitField {...texts(props)} />,
  flag: ({ id, field, values, name, onChange }) => (
    <CheckField id={id} label={field.label} checked={values[name] === true} onChange={onChange} />
  ),
};

/** The widget of a field. */
export const FieldWidget = (props: WidgetProps) => {
  const Widget = widgets[props.field.control];
  return <Widget {...props} />;
};
