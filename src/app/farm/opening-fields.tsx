import { Fragment, type ReactNode } from 'react';
import { type Category, isCalfAtFoot, type Issue, kilosOfHead, limits, openingDayHint } from '#domain';
import { DateField, NumberField, type NumberFieldValue, optionsOf, SelectField, Stepper, typedNumber } from '#ui';
import { useToday } from '#platform';

/** 'Sin rodeo', an explicit answer and never the default. */
export const noRodeo = 'none';

type Heads = Readonly<Record<string, number>>;
/** Kilos per head, by category. */
export type Kilos = Readonly<Record<string, NumberFieldValue>>;

interface OpeningFieldsProps {
  readonly idOf: (path: string) => string;
  readonly errorOf: (path: string) => { readonly error?: string };
  /** Paths in the body. A category's kilos are at `kilos.` and its id. */
  readonly paths: { readonly rodeo: string; readonly date: string };
  readonly rodeos: readonly { readonly id: string; readonly name: string }[];
  readonly categories: readonly Category[];
  readonly rodeo: string;
  /** A searchable list in place of the rodeo field. */
  readonly rodeoPicker?: ReactNode;
  readonly date: string;
  readonly heads: Heads;
  readonly kilos: Kilos;
  readonly onChange: (changes: Partial<Pick<OpeningFieldsProps, 'rodeo' | 'date' | 'heads' | 'kilos'>>) => void;
}

const kilosPath = (category: string): string => `kilos.${category}`;

/** A category's kilos in a body: NaN for text that is no number, refused at its field. */
export const saidKilos = (typed: NumberFieldValue | undefined): { readonly average_kg?: number } => {
  const average_kg = typedNumber(typed ?? null);
  return average_kg === null ? {} : { average_kg };
};

/** Moves issues of a line's kilos to the field of its category. */
export const atKilos = (
  issues: readonly Issue[],
  lines: string,
  typed: readonly { readonly type: string }[],
): readonly Issue[] =>
  issues.map((issue) => {
    const [list, index, field] = issue.path.split('.');
    const type = list === lines && field === 'average_kg' ? typed[Number(index)]?.type : undefined;
    return type === undefined ? issue : { ...issue, path: kilosPath(type) };
  });

/** An opening: in which rodeo, since when, how many, how heavy (domain.md §2.2, §3.1). */
export const OpeningFields = (props: OpeningFieldsProps) => {
  const { idOf, errorOf, paths, rodeos, categories, rodeo, rodeoPicker, date, heads, kilos, onChange } = props;
  const today = useToday();
  return (
    <>
      {rodeoPicker}
      {rodeos.length > 0 && rodeoPicker === undefined ? (
        <SelectField
          id={idOf(paths.rodeo)}
          label="Rodeo"
          options={optionsOf([...rodeos, { id: noRodeo, name: 'Sin rodeo' }])}
          value={rodeo}
          onChange={(next) => onChange({ rodeo: next })}
          {...errorOf(paths.rodeo)}
        />
      ) : null}
      <DateField
        id={idOf(paths.date)}
        label="Existencia al"
        hint={openingDayHint}
        today={today}
        max={today}
        value={date}
        onChange={(next) => onChange({ date: next })}
        {...errorOf(paths.date)}
      />
      {categories
        .filter(({ active, id }) => active || (heads[id] ?? 0) > 0)
        .toSorted((a, b) => Number(isCalfAtFoot(a)) - Number(isCalfAtFoot(b)) || a.order - b.order)
        .map(({ id, name }) => (
          <Fragment key={id}>
            <Stepper
              label={name}
              value={heads[id] ?? 0}
              max={limits.headsPerLine}
              onChange={(count) => onChange({ heads: { ...heads, [id]: count } })}
            />
            {(heads[id] ?? 0) > 0 ? (
              <NumberField
                id={idOf(kilosPath(id))}
                label={kilosOfHead(name)}
                optional
                unit="kg"
                value={kilos[id] ?? null}
                onChange={(typed) => onChange({ kilos: { ...kilos, [id]: typed } })}
                {...errorOf(kilosPath(id))}
              />
            ) : null}
          </Fragment>
        ))}
    </>
  );
};
