import { bringsCalves } from './asks.ts';
import type { FarmView, RecordedKind } from './define.ts';
import type { Cell } from './ledger.ts';
import type { Said } from './said.ts';

/** What can be derived about a record's place, and what must be asked. */
export interface FoundPlace {
  /** Derived halves. Null: 'Sin lote', 'Sin rodeo'. */
  readonly found: Readonly<Record<string, string | null>>;
  /** Fields left out that cannot be derived. */
  readonly lacking: readonly string[];
}

/** Whether the book needs this half: both where the kind moves the herd, otherwise only required fields. */
const needs = (kind: RecordedKind, field: string): boolean =>
  kind.herd !== 'unchanged' || kind.fields[field]?.required === true;

/** * Categories that a record takes animals of. Calves appear where mothers are: never in a rodeo of bulls. */
function typesOf(kind: RecordedKind, said: Said, { categories }: Pick<FarmView, 'categories'>): ReadonlySet<unknown> {
  if (bringsCalves(kind)) return mothersIn(categories);
  if (kind.herd === 'in') return new Set();
  const lines = Array.isArray(said.animals) ? (said.animals as readonly (Said | null)[]) : [];
  const counted = lines.flatMap((line) => (line && line.count !== 0 ? [line.type] : []));
  return new Set([...counted, ...('from_category' in kind.fields ? [said.from_category] : [])]);
}

/** Categories that may calve. */
export const mothersIn = (categories: FarmView['categories']): ReadonlySet<string> =>
  new Set(categories.filter((one) => one.is_breeding_female === true).map(({ id }) => id));

/** The cells with animals in the place given so far; a missing half matches any. */
const cellsAt = (kind: RecordedKind, said: Said, cells: readonly Cell[]): readonly Cell[] => {
  const at = (field: string | undefined): unknown => (field === undefined ? undefined : said[field]);
  const [lot, rodeo] = [at(kind.place.lot), at(kind.place.rodeo)];
  return cells.filter(
    (cell) => cell.head > 0 && (lot === undefined || cell.lot === lot) && (rodeo === undefined || cell.rodeo === rodeo),
  );
};

/**
 * * Derives the missing half of the place, for forms and calls: where the rodeo is, or which rodeo is there (wire.md §Movements). Cells
 * with the record's categories win.
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

/** The other half; undefined where none or several fit. */
function otherHalf(kind: RecordedKind, said: Said, farm: FarmView, field: string): string | null | undefined {
  const here = cellsAt(kind, said, farm.cells);
  const types = typesOf(kind, said, farm);
  const own = here.filter((cell) => types.has(cell.category));
  const half = field === kind.place.lot ? 'lot' : 'rodeo';
  const places = new Set((own.length > 0 ? own : here).map((cell) => cell[half]));
  const [only] = places;
  if (places.size === 1) return only;
  // An empty lot has no rodeo to guess: null is the answer.
  return places.size === 0 && half === 'rodeo' && !kind.fields[field]?.required ? null : undefined;
}

/** The derived halves that a kind stores: those that the book needs. */
export function placedBy(kind: RecordedKind, said: Said, farm: FarmView): FoundPlace {
  const { found, lacking } = placeFound(kind, said, farm);
  const needed = Object.entries(found).filter(([field]) => needs(kind, field));
  return { found: Object.fromEntries(needed), lacking };
}

/** The half of a place that a field asks for, or null. */
export const halfOf = (kind: RecordedKind, name: string): 'lot' | 'rodeo' | null => {
  const control = kind.fields[name]?.control;
  return control === 'lot' || control === 'rodeo' ? control : null;
};

/** `¿De qué lote?`, `¿A qué rodeo?` (ux.md, place before animals). */
export function placeQuestion(kind: RecordedKind, name: string): string {
  const half = halfOf(kind, name) === 'rodeo' ? 'rodeo' : 'lote';
  if (name.startsWith('to_') || kind.fields[name]?.label.includes('destino')) return `¿A qué ${half}?`;
  const isFrom = kind.herd === 'out' || kind.herd === 'within';
  return isFrom ? `¿De qué ${half}?` : `¿En qué ${half}?`;
}

export const noPlace = { lot: 'Sin lote', rodeo: 'Sin rodeo' } as const;
