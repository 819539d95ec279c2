import { netHeads } from './ledger.ts';
import type { Audit } from './audit.ts';
import { spread, type Standing } from './spread.ts';

/** The order of the book (domain.md §3.7): day, time of recording, id. */
export interface Moment {
  readonly date: string;
  readonly at: string;
  readonly id: string;
}

export function byMoment(one: Moment, other: Moment): number {
  for (const part of ['date', 'at', 'id'] as const) {
    if (one[part] !== other[part]) return one[part] < other[part] ? -1 : 1;
  }
  return 0;
}

/** A count of one category of a lot. `rodeo` undefined: all rodeos together. */
export interface Stated {
  readonly rodeo: string | null | undefined;
  readonly heads: number;
  /** Whether the book follows it; a pending one is only compared. */
  readonly rules: boolean;
}

/** A record about one category of a lot: its postings, or its count. */
export interface Entry {
  readonly moment: Moment;
  readonly lines: readonly Standing[];
  readonly stated?: Stated | undefined;
}

export interface Found {
  readonly expected: number;
  readonly difference: number;
  readonly lines: readonly Standing[];
}

const added = (standing: readonly Standing[], lines: readonly Standing[], sign: 1 | -1 = 1): Standing[] => {
  const heads = new Map(standing.map(({ rodeo, head }) => [rodeo, head]));
  for (const { rodeo, head } of lines) heads.set(rodeo, (heads.get(rodeo) ?? 0) + sign * head);
  return [...heads].flatMap(([rodeo, head]) => (head === 0 ? [] : [{ rodeo, head }]));
};

/** The heads by rodeo before these entries, from those after them. */
export const standingBefore = (after: readonly Standing[], entries: readonly Entry[]): Standing[] =>
  added(
    after,
    entries.flatMap(({ lines }) => lines),
    -1,
  );

function found(standing: readonly Standing[], { rodeo, heads, rules }: Stated): Found {
  const there = rodeo === undefined ? standing : standing.filter((one) => one.rodeo === rodeo);
  const expected = netHeads(there);
  const difference = heads - expected;
  if (!rules || difference === 0) return { expected, difference, lines: [] };
  return {
    expected,
    difference,
    lines: rodeo === undefined ? spread(there, difference) : [{ rodeo, head: difference }],
  };
}

/**
 * * Replays the book of one category of a lot (domain.md §3.7) from `standing`: each count is compared with the book of its moment and
 * rules from then on. Gives each count's result by id, and the final heads.
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

/** * Whether the book follows a count: once approved. A hand's count that agreed waits for approval once it no longer does. */
export const rules = ({ kind, state, counted, decided_at }: Audit): boolean =>
  kind === 'recount' &&
  state === 'aprobado' &&
  (decided_at !== undefined || counted.some(({ difference }) => difference !== 0));

/** What a count states of a category; undefined where it does not name it or was rejected. */
export function statedOf(audit: Audit, category: string): Stated | undefined {
  const line = audit.counted.find(({ type }) => type === category);
  if (!line || audit.kind !== 'recount' || audit.state === 'rechazado') return undefined;
  return { rodeo: audit.rodeo_id, heads: line.count, rules: rules(audit) };
}
