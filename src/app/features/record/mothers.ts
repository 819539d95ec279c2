import { type Category, type Cell, searchable } from '#domain';
import { birth } from '#domain/movements/kinds/inflows.ts';
import { isForCulls } from './culls.ts';
import type { FarmThings } from './start.ts';

/** A kind of cow by SENASA's word for it, else by the farm's own. */
const isCalled = ({ senasa_code, name }: Category, word: string): boolean =>
  senasa_code === null ? searchable(name).split(' ').includes(word) : senasa_code === word.toUpperCase();

/** Categories that may calve, the cows before the heifers. */
export const mothersOf = ({ categories }: FarmThings): readonly Category[] =>
  categories.filter((one) => one.active && one.is_breeding_female && !isForCulls(one.name)).toReversed();

/** What the mother becomes by calving; null for one that is a cow already (domain.md §3.1, the category's mirror rule). */
export function passesTo(things: FarmThings, motherId: unknown): Category | null {
  const mother = things.categories.find((one) => one.id === motherId);
  if (!mother || !isCalled(mother, 'vaquillona')) return null;
  const cows = mothersOf(things).filter((one) => isCalled(one, 'vaca'));
  return cows.find((one) => one.id === mother.next_id) ?? cows.at(-1) ?? null;
}

/** What stands where the calves are put, as far as that is known. */
const standingAt = ({ stock }: FarmThings, lot: unknown, rodeo: unknown): readonly Cell[] =>
  stock.filter(
    (cell) =>
      cell.head > 0 &&
      (typeof lot === 'string' || typeof rodeo === 'string') &&
      (typeof lot !== 'string' || cell.lot === lot) &&
      (typeof rodeo !== 'string' || cell.rodeo === rodeo),
  );

/** Whether heifers stand where the calves are put: then the mother is worth a question in the first view. */
export const areHeifersAt = (things: FarmThings, lot: unknown, rodeo: unknown): boolean =>
  standingAt(things, lot, rodeo).some((cell) => passesTo(things, cell.category) !== null);

/** Who calves there most likely: the mother of last time where such stand there (ux.md §1.2, defaults from last time), else the only kind that does. */
export function likelyMother(things: FarmThings, lot: unknown, rodeo: unknown): string | null {
  const standing = new Set(standingAt(things, lot, rodeo).map((cell) => cell.category));
  const here = mothersOf(things).filter(({ id }) => standing.has(id));
  const last = things.habits.byType[birth.type]?.motherId;
  const [first] = here.length === 1 ? here : here.filter(({ id }) => id === last);
  return first?.id ?? null;
}
