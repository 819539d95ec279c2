import { CheckField, ChipGroup, NumberField, optionsOf } from '#ui';
import { byId, type Category, type Cell, headsOf, searchable } from '#domain';
import { birth } from '#domain/movements/kinds/inflows.ts';
import { isForCulls } from './culls.ts';
import type { FarmThings } from './start.ts';
import type { FormState } from './use-record-form.tsx';
import { bornWith, type FormNumber, type Values } from './values.ts';

interface MotherFieldsProps extends Pick<PassOfferProps, 'things' | 'lot' | 'idOf'> {
  readonly form: FormState;
}

/** The mother, and 'Pasar 2 vaquillonas a Vaca' for heifers (domain.md §3.1). */
export const MotherFields = ({ form: { values, set, errorOf }, ...props }: MotherFieldsProps) => {
  const { mother_category: motherId } = values;
  return (
    <>
      <ChipGroup
        id={props.idOf('mother_category')}
        label="Madre"
        options={optionsOf(mothersOf(props.things))}
        value={typeof motherId === 'string' ? motherId : null}
        onChange={(id) => {
          // A second tap clears it; another mother resets the pass.
          set('mother_category', id === motherId ? undefined : id);
          set('to_category', undefined);
          set('mothers', undefined);
        }}
        {...errorOf('mother_category')}
      />
      <PassOffer {...props} {...{ values, set, errorOf }} />
    </>
  );
};

interface PassOfferProps {
  readonly things: FarmThings;
  readonly values: Values;
  readonly set: (name: 'to_category' | 'mothers', value: unknown) => void;
  /** Where the calves go; null ('Sin lote'): nothing is recategorized. */
  readonly lot: unknown;
  readonly idOf: (name: string) => string;
  readonly errorOf: FormState['errorOf'];
}

/** 'Pasar 2 vaquillonas a Vaca': the birth moves the heifers in the same record (domain.md §3.1); fewer than calves for twins. */
export const PassOffer = ({ things, values, set, lot, idOf, errorOf }: PassOfferProps) => {
  const { mother_category: motherId, mothers } = values;
  const target = passesTo(things, motherId);
  const born = bornWith(values);
  if (target === null || born === 0 || lot === null) return null;
  const name = byId(things.categories, motherId)?.name ?? '';
  const passing = typeof mothers === 'number' && mothers > 0 ? mothers : born;
  const isChosen = values.to_category === target.id;
  return (
    <>
      <CheckField
        id={idOf('to_category')}
        label={`Pasar ${headsOf(passing, name)} a ${target.name}`}
        checked={isChosen}
        onChange={(on) => {
          set('to_category', on ? target.id : undefined);
          set('mothers', undefined);
        }}
      />
      {isChosen && born > 1 ? (
        <NumberField
          id={idOf('mothers')}
          label="Madres que parieron"
          hint="Si hubo mellizos, son menos que los nacidos"
          optional
          value={(mothers ?? null) as FormNumber}
          onChange={(count) => set('mothers', count ?? undefined)}
          {...errorOf('mothers')}
        />
      ) : null}
    </>
  );
};

/** Matches by SENASA code, else by the farm's name. */
const isCalled = ({ senasa_code, name }: Category, word: string): boolean =>
  senasa_code === null ? searchable(name).split(' ').includes(word) : senasa_code === word.toUpperCase();

/** Categories that may calve, cows before heifers. */
export const mothersOf = ({ categories }: FarmThings): readonly Category[] =>
  categories.filter((one) => one.active && one.is_breeding_female && !isForCulls(one.name)).toReversed();

/** What a heifer becomes by calving; null for a cow (domain.md §3.1, the category's mirror rule). */
export function passesTo(things: FarmThings, motherId: unknown): Category | null {
  const mother = byId(things.categories, motherId);
  if (!mother || !isCalled(mother, 'vaquillona')) return null;
  const cows = mothersOf(things).filter((one) => isCalled(one, 'vaca'));
  return byId(cows, mother.next_id) ?? cows.at(-1) ?? null;
}

/** Animals where the calves go, as far as known. */
const standingAt = ({ stock }: FarmThings, lot: unknown, rodeo: unknown): readonly Cell[] =>
  stock.filter(
    (cell) =>
      cell.head > 0 &&
      (typeof lot === 'string' || typeof rodeo === 'string') &&
      (typeof lot !== 'string' || cell.lot === lot) &&
      (typeof rodeo !== 'string' || cell.rodeo === rodeo),
  );

/** Whether heifers stand there: then the mother is asked first. */
export const areHeifersAt = (things: FarmThings, lot: unknown, rodeo: unknown): boolean =>
  standingAt(things, lot, rodeo).some((cell) => passesTo(things, cell.category) !== null);

/** Likely mother: last time's if such stand there (ux.md §1.2, defaults from last time), else the only category there. */
export function likelyMother(things: FarmThings, lot: unknown, rodeo: unknown): string | null {
  const standing = new Set(standingAt(things, lot, rodeo).map((cell) => cell.category));
  const here = mothersOf(things).filter(({ id }) => standing.has(id));
  const last = things.habits.byType[birth.type]?.motherId;
  const [first] = here.length === 1 ? here : here.filter(({ id }) => id === last);
  return first?.id ?? null;
}
