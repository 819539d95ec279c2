import { type Category, type Cell, searchable } from '#domain';
import { birth } from '#domain/movements/kinds/inflows.ts';
import { isForCulls } from './culls.ts';
import type { FarmThings } from './start.ts';

/** Matches by SENASA code, else by the farm's name. */
const isCalled = ({ senasa_code, name }: Category, word: string): boolean =>
  senasa_code === null ? searchable(name).split(' ').includes(word) : senasa_code === word.toUpperCase();

/** Categories that may calve, cows before heifers. */
export const mothersOf = ({ categories }: FarmThings): readonly Category[] =>
  categories.filter((one) => one.active && one.is_breeding_female && !isForCulls(one.name)).toReversed();

/** What a heifer becomes by calving; null for a cow (domain.md §3.1, the category's mirror rule). */
export function passesTo(things: FarmThings, motherId: unknown): Category | null {
  const mother = things.categories.find((one) => one.id === motherId);
  if (!mother || !isCalled(mother, 'vaquillona')) return null;
  const cows = mothersOf(things).filter((one) => isCalled(one, 'vaca'));
  return cows.find((one) => one.id === mother.next_id) ?? cows.at(-1) ?? null;
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
