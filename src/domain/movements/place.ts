import { bringsCalves } from './asks.ts';
import type { FarmView, RecordedKind } from './define.ts';
import type { Cell } from './ledger.ts';

type Said = Readonly<Record<string, unknown>>;

/** What follows about the place of a record from what was said, and what has to be asked. */
export interface FoundPlace {
  /** Halves that were left out and follow from the other one. Null is an answer: 'Sin lote', 'Sin rodeo'. */
  readonly found: Readonly<Record<string, string | null>>;
  /** Fields that say where, left out and not to be found. */
  readonly lacking: readonly string[];
}

/** Whether the book of a kind needs a half of the place: both for what moves the herd, for the rest only what must be said. */
const needs = (kind: RecordedKind, field: string): boolean =>
  kind.herd !== 'unchanged' || kind.fields[field]?.required === true;

/**
 * Categories whose animals a record is about, as far as they were said: those that it takes. One that brings animals takes none; but
 * calves come where their mothers stand, and nobody asks them of a rodeo of bulls.
 */
function typesOf(kind: RecordedKind, said: Said, { categories }: Pick<FarmView, 'categories'>): ReadonlySet<unknown> {
  if (bringsCalves(kind)) return mothersIn(categories);
  if (kind.herd === 'in') return new Set();
  const lines = Array.isArray(said['animals']) ? (said['animals'] as readonly (Said | null)[]) : [];
  const counted = lines.flatMap((line) => (line && line['count'] !== 0 ? [line['type']] : []));
  return new Set([...counted, ...('from_category' in kind.fields ? [said['from_category']] : [])]);
}

/** Categories whose animals may calve. */
export const mothersIn = (categories: FarmView['categories']): ReadonlySet<string> =>
  new Set(categories.filter((one) => one.is_breeding_female === true).map(({ id }) => id));

/** The cells with animals in the place, as far as it was said: of the halves that were left out, any. */
const cellsAt = (kind: RecordedKind, said: Said, cells: readonly Cell[]): readonly Cell[] => {
  const at = (field: string | undefined): unknown => (field === undefined ? undefined : said[field]);
  const [lot, rodeo] = [at(kind.place.lot), at(kind.place.rodeo)];
  return cells.filter(
    (cell) => cell.head > 0 && (lot === undefined || cell.lot === lot) && (rodeo === undefined || cell.rodeo === rodeo),
  );
};

/**
 * Finds the half of the place that was left out: where the rodeo stands, or which rodeo stands there (wire.md §Movements). Animals of the
 * record's categories decide where there are some. Forms and calls both ask this.
 */
export function placeFound(kind: RecordedKind, said: Said, farm: FarmView): FoundPlace {
  const { lot: lotField, rodeo: rodeoField } = kind.place;
  if (lotField === undefined || rodeoField === undefined) return { found: {}, lacking: [] };
  const missing = [lotField, rodeoField].filter((field) => said[field] === undefined);
  const [first] = missing;
  if (first === undefined) return { found: {}, lacking: [] };
  const asked = (field: string): readonly string[] => (needs(kind, field) ? [field] : []);
  if (missing.length === 2) {
    return { found: {}, lacking: asked(kind.fields[rodeoField]?.required ? rodeoField : lotField) };
  }
  const found = otherHalf(kind, said, farm, first);
  return found === undefined ? { found: {}, lacking: asked(first) } : { found: { [first]: found }, lacking: [] };
}

/** The half that follows from the one that was said; undefined where none or several would do. */
function otherHalf(kind: RecordedKind, said: Said, farm: FarmView, field: string): string | null | undefined {
  const here = cellsAt(kind, said, farm.cells);
  const types = typesOf(kind, said, farm);
  const own = here.filter((cell) => types.has(cell.category));
  const half = field === kind.place.lot ? 'lot' : 'rodeo';
  const places = new Set((own.length > 0 ? own : here).map((cell) => cell[half]));
  const [only] = places;
  if (places.size === 1) return only;
  // An empty lot has no rodeo to guess: that is an answer, not a doubt.
  return places.size === 0 && half === 'rodeo' && !kind.fields[field]?.required ? null : undefined;
}

/** The halves that a kind writes down where they were left out: what the book needs. */
export function placedBy(kind: RecordedKind, said: Said, farm: FarmView): FoundPlace {
  const { found, lacking } = placeFound(kind, said, farm);
  const needed = Object.entries(found).filter(([field]) => needs(kind, field));
  return { found: Object.fromEntries(needed), lacking };
}
