import type { Audit } from './audit.ts';
import { spread, type Standing } from './spread.ts';

/** When a record counts (domain.md §3.7): its day, then the instant at which it was written down, then its id. */
export interface Moment {
  readonly date: string;
  readonly at: string;
  readonly id: string;
}

/** Below zero where the first comes before the second in the book. */
export function byMoment(one: Moment, other: Moment): number {
  for (const part of ['date', 'at', 'id'] as const) {
    if (one[part] !== other[part]) return one[part] < other[part] ? -1 : 1;
  }
  return 0;
}

/** What a count states of one category of a lot. `rodeo` undefined: of all of them together. */
export interface Stated {
  readonly rodeo: string | null | undefined;
  readonly heads: number;
  /** Whether the book follows it; one that waits is only held against the book. */
  readonly rules: boolean;
}

/** A record in the book of one category of a lot: the lines that it put in, or what it states. */
export interface Entry {
  readonly moment: Moment;
  readonly lines: readonly Standing[];
  readonly stated?: Stated | undefined;
}

/** What a count comes to against the book of its moment. */
export interface Found {
  readonly expected: number;
  readonly difference: number;
  /** What it puts into the book: nothing as long as it does not rule. */
  readonly lines: readonly Standing[];
}

const added = (standing: readonly Standing[], lines: readonly Standing[], sign: 1 | -1 = 1): Standing[] => {
  const heads = new Map(standing.map(({ rodeo, head }) => [rodeo, head]));
  for (const { rodeo, head } of lines) heads.set(rodeo, (heads.get(rodeo) ?? 0) + sign * head);
  return [...heads].flatMap(([rodeo, head]) => (head === 0 ? [] : [{ rodeo, head }]));
};

/** What stood there, by rodeo, before these entries: what stands there after them without their lines. */
export const standingBefore = (after: readonly Standing[], entries: readonly Entry[]): Standing[] =>
  added(
    after,
    entries.flatMap(({ lines }) => lines),
    -1,
  );

function found(standing: readonly Standing[], { rodeo, heads, rules }: Stated): Found {
  const there = rodeo === undefined ? standing : standing.filter((one) => one.rodeo === rodeo);
  const expected = there.reduce((sum, { head }) => sum + head, 0);
  const difference = heads - expected;
  if (!rules || difference === 0) return { expected, difference, lines: [] };
  return {
    expected,
    difference,
    lines: rodeo === undefined ? spread(there, difference) : [{ rodeo, head: difference }],
  };
}

/**
 * Goes through the book of one category of a lot (domain.md §3.7): each count is compared with what stands there at its moment, and the
 * later one rules from then on. `standing`: by rodeo, before the first entry. Gives the result of each count by its id, and what stands in
 * the end.
 */
export function replay(
  standing: readonly Standing[],
  entries: readonly Entry[],
): { readonly found: ReadonlyMap<string, Found>; readonly standing: readonly Standing[] } {
  let now = added([], standing);
  const counts = new Map<string, Found>();
  for (const { moment, lines, stated } of entries.toSorted((one, other) => byMoment(one.moment, other.moment))) {
    const count = stated && found(now, stated);
    if (count) counts.set(moment.id, count);
    now = added(now, count?.lines ?? lines);
  }
  return { found: counts, standing: now };
}

/**
 * Whether the book follows a count: the office has said so. A hand's count that agreed with the book waits for the office once it does not.
 */
export const rules = ({ kind, state, counted, decided_at }: Audit): boolean =>
  kind === 'recount' &&
  state === 'aprobado' &&
  (decided_at !== undefined || counted.some(({ difference }) => difference !== 0));

/** What a count of animals states of a category; undefined where it does not speak of it, or is over. */
export function statedOf(audit: Audit, category: string): Stated | undefined {
  const line = audit.counted.find(({ type }) => type === category);
  if (!line || audit.kind !== 'recount' || audit.state === 'rechazado') return undefined;
  return { rodeo: audit.rodeo_id, heads: line.count, rules: rules(audit) };
}
