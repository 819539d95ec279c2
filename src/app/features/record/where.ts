import {
  bringsCalves,
  type Cell,
  halfOf,
  mothersIn,
  onlyCategories,
  placedBy,
  placeFound,
  standingHeads,
} from '#domain';
import type { FarmView, RecordedKind } from '#domain/movements/define.ts';
import type { FarmThings } from './start.ts';
import type { Place } from './place-sheet.tsx';
import { isAway, type Values } from './values.ts';

const farmOf = ({ categories, stock }: FarmThings): FarmView => ({ categories, cells: stock });

const takesNone = (kind: RecordedKind, name: string): boolean =>
  kind.fields[name]?.schema.safeParse(null).success === true;

/** Whether the field is an origin, offered only where such animals stand. */
const isOrigin = (kind: RecordedKind, name: string): boolean =>
  kind.herd !== 'in' && (name === kind.place.lot || name === kind.place.rodeo);

/** A farm known to have no rodeos never meets the word (domain.md §3.1). */
const isWithoutRodeos = ({ isWhole, rodeos }: FarmThings): boolean => isWhole && rodeos.length === 0;

/** Whether only one answer is possible, so it is not asked. */
export const isSettled = (kind: RecordedKind, name: string, things: FarmThings): boolean =>
  isWithoutRodeos(things) && name === kind.place.rodeo && takesNone(kind, name);

/** Cells the record may take from: its kind of animals, at the place answered. */
export function cellsFor(kind: RecordedKind, values: Values, things: FarmThings, asked?: string): readonly Cell[] {
  const only = onlyCategories(kind, things);
  const { lot, rodeo } = kind.place;
  const isAt = (field: string | undefined, place: string | null): boolean =>
    field === undefined || field === asked || values[field] === undefined || values[field] === place;
  return things.stock.filter(
    (cell) =>
      cell.head > 0 &&
      // Calves are born where their mothers are.
      (kind.herd === 'in' || only === null || only.has(cell.category)) &&
      isAt(lot, cell.lot) &&
      isAt(rodeo, cell.rodeo),
  );
}

export interface OfferedPlace extends Place {
  /** Such animals there; null if irrelevant. */
  readonly heads: number | null;
}

export interface OfferedPlaces {
  readonly places: readonly OfferedPlace[];
  /** Such animals without lot or rodeo; null if 'none' is no answer. */
  readonly none: number | null;
}

/** Whence a move goes, said or derived: no destination for it (`sameEnds`). */
function originOf(kind: RecordedKind, name: string, values: Values, things: FarmThings): unknown {
  if (kind.herd !== 'within' || !name.startsWith('to_')) return undefined;
  const from = name.replace('to_', 'from_');
  return values[from] ?? placeFound(kind, values, farmOf(things)).found[from];
}

/** Places for a field, with their animals of the kind; one that was chosen stays. */
export function placesFor(kind: RecordedKind, name: string, values: Values, things: FarmThings): OfferedPlaces {
  const half = halfOf(kind, name) ?? 'lot';
  const isOfMothers = bringsCalves(kind);
  const from = isOfMothers || isOrigin(kind, name);
  const mothers = mothersIn(things.categories);
  const cells = from
    ? cellsFor(kind, values, things, name).filter((cell) => !isOfMothers || mothers.has(cell.category))
    : [];
  const headsAt = (id: string | null): number => standingHeads(cells.filter((cell) => cell[half] === id));
  const all: readonly Place[] =
    half === 'lot' ? things.lots.map(({ lot }) => lot) : things.rodeos.map(({ rodeo }) => rodeo);
  const origin = originOf(kind, name, values, things);
  const places = all
    .filter(({ id }) => id !== origin || id === values[name])
    .map(({ id, name: called }) => ({ id, name: called, heads: from ? headsAt(id) : null }));
  const rank = ({ heads }: OfferedPlace): number => (heads === 0 ? 1 : 0);
  return {
    places: places.toSorted((a, b) => rank(a) - rank(b)),
    none: takesNone(kind, name) ? headsAt(null) : null,
  };
}

/** The place as recorded: answers, plus required ones derived from them. */
export function placed(kind: RecordedKind, values: Values, things: FarmThings): Values {
  const { rodeo } = kind.place;
  const isNone = rodeo !== undefined && kind.fields[rodeo]?.required && isSettled(kind, rodeo, things);
  const said = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  const withRodeo = isNone ? { [rodeo]: null, ...said } : said;
  const { found } = placedBy(kind, withRodeo, farmOf(things));
  return { ...Object.fromEntries(Object.entries(found).filter(([name]) => kind.fields[name]?.required)), ...withRodeo };
}

/** The place field to answer before saving; null if complete. */
export function missingPlace(kind: RecordedKind, values: Values, things: FarmThings): string | null {
  const whole = placed(kind, values, things);
  const { lacking } = placedBy(kind, whole, farmOf(things));
  const { lot, rodeo } = kind.place;
  const { found } = placeFound(kind, whole, farmOf(things));
  const isNowhere =
    lot !== undefined && whole[lot] === undefined && found[lot] === undefined && !(rodeo && whole[rodeo]);
  // A treatment or abortion needs the lot or the rodeo.
  const either = isNowhere && kind.herd === 'unchanged' && kind.fields[lot]?.main === true ? [lot] : [];
  const required = Object.keys(kind.fields).filter(
    (name) => kind.fields[name]?.required && halfOf(kind, name) !== null && !isAway(kind, name, values),
  );
  const others = required.filter((name) => whole[name] === undefined && name !== lot && name !== rodeo);
  const own = required.filter((name) => whole[name] === undefined && (name === lot || name === rodeo));
  return [...lacking, ...own, ...either, ...others][0] ?? null;
}
