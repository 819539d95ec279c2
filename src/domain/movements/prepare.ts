import { byId } from '../rows.ts';
import { addDays, type Day } from '../dates.ts';
import { failure, type Result, success } from '../result.ts';
import { searchable } from '../text.ts';
import { type Issue, issuesOf } from '../validation.ts';
import type { FarmView, RecordedKind } from './define.ts';
import { doubtsOf, sameEnds } from './doubts.ts';
import type { Posting } from './ledger.ts';
import { placedBy } from './place.ts';

/** A stored payload: parsed, completed, with ids for names. */
export type Payload = Readonly<Record<string, unknown>>;

/** A movement ready to be written, and what its place lacks. */
export interface Prepared {
  readonly payload: Payload;
  readonly postings: readonly Posting[];
  readonly lot: string | null;
  readonly rodeo: string | null;
  /** Fields of the place that cannot be derived: the office is asked, a field record goes to 'Sin lote' (wire.md). */
  readonly unresolved: readonly string[];
  /** See `doubtsOf`: a form refuses them, a field record is reviewed. */
  readonly doubts: readonly Issue[];
}

/** Tomorrow is allowed, for clocks that run ahead (domain.md §3.0, 5). */
export const lateDay = (date: unknown, today: Day): Issue[] =>
  typeof date === 'string' && date > addDays(today, 1) ? [{ path: 'date', message: 'La fecha todavía no llegó' }] : [];

/** * Checks a body of a kind, for forms and calls: shape, arithmetic, day. Gives the payload with ids as sent, or issues. */
export function parsePayload(kind: RecordedKind, body: unknown, today: Day): Result<Payload, Issue[]> {
  const parsed = kind.schema.safeParse(body);
  if (!parsed.success) return failure(issuesOf(parsed.error.issues));
  const payload = parsed.data as Payload;
  const late = lateDay(payload.date, today);
  if (late.length > 0) return failure(late);
  const broken = kind.checks.filter((check) => !check.holds(payload));
  if (broken.length > 0) return failure(broken.map(({ path, message }) => ({ path, message })));
  const same = sameEnds(kind, payload);
  return same.length > 0 ? failure(same) : success(payload);
}

/**
 * * Completes a parsed payload from the farm: category names become ids, place and derived fields are filled in. From then on postings
 * depend on the payload alone.
 */
export function complete(kind: RecordedKind, payload: Payload, farm: FarmView): Result<Prepared, Issue[]> {
  const unknown: Issue[] = [];
  const named = withCategoryIds(kind, payload, farm, unknown);
  if (unknown.length > 0) return failure(unknown);
  const { found, lacking: unresolved } = placedBy(kind, named, farm);
  const nowhere = Object.fromEntries(unresolved.map((field) => [field, null]));
  const whole = mergeLines(kind.complete({ ...named, ...nowhere, ...found }, farm));
  return success({
    payload: whole,
    postings: kind.postings(whole).filter((posting) => posting.head !== 0),
    lot: idAt(whole, kind.place.lot),
    rodeo: idAt(whole, kind.place.rodeo),
    unresolved,
    doubts: doubtsOf(kind, whole, farm),
  });
}

const idAt = (payload: Payload, field: string | undefined): string | null => {
  const value = field === undefined ? null : payload[field];
  return typeof value === 'string' ? value : null;
};

function withCategoryIds(kind: RecordedKind, payload: Payload, farm: FarmView, unknown: Issue[]): Payload {
  const idOf = (idOrName: string, path: string): string => {
    const found =
      byId(farm.categories, idOrName) ??
      farm.categories.find((category) => searchable(category.name) === searchable(idOrName));
    if (!found) unknown.push({ path, message: 'La categoría no existe' });
    return found?.id ?? idOrName;
  };
  const result: Record<string, unknown> = { ...payload };
  for (const [name, field] of Object.entries(kind.fields)) {
    const value = payload[name];
    if (field.control === 'category' && typeof value === 'string') result[name] = idOf(value, name);
    if ((field.control === 'animals' || field.control === 'weighed') && Array.isArray(value)) {
      result[name] = value.map((line: { type: string; to_type?: string }, index) => ({
        ...line,
        type: idOf(line.type, `${name}.${index}.type`),
        ...(line.to_type !== undefined && { to_type: idOf(line.to_type, `${name}.${index}.to_type`) }),
      }));
    }
  }
  return result;
}

interface Merged {
  readonly type: string;
  readonly to_type?: string;
  readonly count: number;
}

/** Adds up lines of one category (domain.md §3.0, invariant 4). Weighings keep their lines. */
function mergeLines(payload: Payload): Payload {
  const lines = payload.animals;
  if (!Array.isArray(lines)) return payload;
  const merged = new Map<string, Merged>();
  for (const [index, line] of (lines as (Merged & { total_kg?: number })[]).entries()) {
    // Two groups of the same weight are two: merged, heads would double and kilos would not.
    const key = line.total_kg === undefined ? `${line.type}|${line.to_type ?? ''}` : `line ${index}`;
    const seen = merged.get(key);
    merged.set(key, seen ? { ...seen, count: seen.count + line.count } : line);
  }
  return { ...payload, animals: [...merged.values()] };
}
