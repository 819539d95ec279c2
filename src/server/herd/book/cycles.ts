import {
  type CycleRecord,
  type CycleState,
  dayAt,
  eventState,
  expectedDays,
  indicesOf,
  seenAfter,
  stateOf,
  suggestedState,
  type Tally,
  tallyOf,
  warningsOf,
} from '../../../domain/index.ts';
import type { CycleRow } from '../../database/tables-office.ts';
import { farmRows } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, idOf, refuse } from '../../kernel/call.ts';
import { contentOf, presentRow } from '../../rows/office.ts';
import { changedBy, findRow, groupBy, inChunks, rowOf, type Scope, setRow } from '../../rows/stored.ts';

/** A cycle as stored. */
export interface StoredCycle {
  readonly name: string;
  readonly rodeo_ids: readonly string[];
  readonly service_start: string;
  readonly service_end: string;
  readonly served: readonly { readonly category_id: string; readonly count: number }[];
  readonly bulls: number | null;
  readonly withdrawn: number | null;
  /** Its state before it was annulled: the only way back. */
  readonly annulled_from: CycleState | null;
  /** Its totals when closed (domain.md §2.9: closing freezes the indices). */
  readonly frozen: Tally | null;
}

async function recordsOf(scope: Scope, cycleIds: readonly string[]): Promise<Map<string, CycleRecord[]>> {
  const rows = await inChunks(cycleIds, (some) =>
    farmRows(scope, 'movements', { deleted: 0 })
      .select(['cycle_id', 'type', 'payload'])
      .where('cycle_id', 'in', some)
      .execute(),
  );
  const records = rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) as CycleRecord['payload'] }));
  return groupBy(records, (row) => row.cycle_id ?? '');
}

/** Cycles for the wire, with totals, expected days and warnings. */
export async function presentCycles(
  scope: Scope,
  rows: readonly CycleRow[],
  now: number,
): Promise<Record<string, unknown>[]> {
  const records = await recordsOf(
    scope,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const stored = contentOf<StoredCycle>(row);
    const tally = stored.frozen ?? tallyOf(stored, records.get(row.id) ?? []);
    const { frozen, annulled_from, ...shown } = presentRow(row);
    return {
      ...shown,
      state: row.state,
      suggested_state: suggestedState(row.state as CycleState, stored, dayAt(now)),
      is_frozen: frozen !== null,
      annulled_from,
      totals: tally,
      indices: indicesOf(tally, row.state),
      warnings: warningsOf(tally, row.state),
      expected: expectedDays(stored),
    };
  });
}

export async function tallyNow(commit: Commit, row: CycleRow): Promise<Tally> {
  const records = await recordsOf(commit, [row.id]);
  return tallyOf(contentOf<StoredCycle>(row), records.get(row.id) ?? []);
}

/** The state that a cycle's records imply. */
export const eventNow = async (commit: Commit, row: CycleRow): Promise<CycleState | null> =>
  eventState(await tallyNow(commit, row));

/**
 * Brings cycles to the state of their records, in the same transaction. A closed one reopens, for its figures changed.
 */
export async function followCycles(call: Call, commit: Commit, ids: readonly (string | null)[]): Promise<void> {
  for (const id of new Set(ids)) {
    if (id === null) continue;
    const row = await findRow(commit, 'cycles', id);
    if (!row || row.deleted === 1) continue;
    await follow(call, commit, row);
  }
}

async function follow(call: Call, commit: Commit, row: CycleRow): Promise<void> {
  const event = await eventNow(commit, row);
  const wasClosed = row.state === 'cerrado';
  const hand_state = wasClosed ? 'destetado' : (row.hand_state as CycleState);
  const seen_event = seenAfter(row.seen_event, event);
  const stored = contentOf<StoredCycle>(row);
  await setRow(commit, 'cycles', row.id, {
    hand_state,
    seen_event,
    state: stateOf(hand_state, seen_event, event),
    ...(wasClosed && { content: JSON.stringify({ ...stored, frozen: null }) }),
    ...changedBy(call, row),
  });
  commit.touch('cycles', row.id);
  const [cycle] = await presentCycles(commit, [await rowOf(commit, 'cycles', row.id)], call.now);
  commit.announce('cycle-updated', { cycle });
}

/** For an edit or deletion of a movement: updates the cycles that it named before and after. */
export const followingCycles =
  <B>(act: (call: Call<B>, commit: Commit) => Promise<Answer>) =>
  async (call: Call<B>, commit: Commit): Promise<Answer> => {
    const before = await cycleOf(call, commit);
    const answer = await act(call, commit);
    await followCycles(call, commit, [before, await cycleOf(call, commit)]);
    return answer;
  };

const cycleOf = async (call: Call, commit: Commit): Promise<string | null> =>
  (await findRow(commit, 'movements', idOf(call)))?.cycle_id ?? null;

/**
 * The cycle a record names. Unknown: not found, or a missing dependency if from the field. Deleted: a field record
 * loses it, the office is refused.
 */
export async function namedCycle(commit: Commit, id: unknown, isField: boolean): Promise<string | null> {
  if (typeof id !== 'string') return null;
  const row = await findRow(commit, 'cycles', id);
  if (!row) return refuse(isField ? 'DEPENDENCY_MISSING' : 'NOT_FOUND');
  if (row.deleted === 0) return id;
  return isField ? null : refuse('NOT_FOUND');
}
