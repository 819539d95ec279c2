import type { Category } from '../../domain/farm/categories.ts';
import { isCalfAtFoot } from '../../domain/farm/categories.ts';
import { openingDayHint } from '../../domain/farm/opening-words.ts';
import { limits } from '../../domain/limits.ts';
import { DateField } from '../ui/date-field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { useToday } from './today.ts';

/** 'Sin rodeo', as the list holds it: an answer, and never the one that stands there at first. */
export const noRodeo = 'none';

type Heads = Readonly<Record<string, number>>;

interface OpeningFieldsProps {
  readonly idOf: (path: string) => string;
  readonly errorOf: (path: string) => { readonly error?: string };
  /** The paths of the rodeo and the day in the body. */
  readonly paths: { readonly rodeo: string; readonly date: string };
  readonly rodeos: readonly { readonly id: string; readonly name: string }[];
  readonly categories: readonly Category[];
  readonly rodeo: string;
  readonly date: string;
  readonly heads: Heads;
  readonly onChange: (changes: { readonly rodeo?: string; readonly date?: string; readonly heads?: Heads }) => void;
}

/** What stood somewhere on a day: in which rodeo, since when, how many (domain.md §2.2, §3.1). */
export const OpeningFields = (props: OpeningFieldsProps) => {
  const { idOf, errorOf, paths, rodeos, categories, rodeo, date, heads, onChange } = props;
  const today = useToday();
  return (
    <>
      {rodeos.length > 0 ? (
        <SelectField
          id={idOf(paths.rodeo)}
          label="Rodeo"
          options={[...rodeos, { id: noRodeo, name: 'Sin rodeo' }].map(({ id, name }) => ({ value: id, label: name }))}
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
          <Stepper
            key={id}
            label={name}
            value={heads[id] ?? 0}
            max={limits.headsPerLine}
            onChange={(count) => onChange({ heads: { ...heads, [id]: count } })}
          />
        ))}
    </>
  );
};
