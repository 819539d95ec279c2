import type { Transaction } from 'kysely';
import { dayAt } from '../../../domain/dates.ts';
import type { Tally } from '../../../domain/movements/answers.ts';
import { type CycleRecord, eventState, indicesOf, tallyOf, warningsOf } from '../../../domain/office/cycle-indices.ts';
import { type CycleState, expectedDays, seenAfter, stateOf, suggestedState } from '../../../domain/office/cycles.ts';
import type { Tables } from '../../database/tables.ts';
import type { CycleRow } from '../../database/tables-office.ts';
import { type Answer, type Call, type Commit, refuse } from '../../kernel/call.ts';
import { contentOf, officeRow, presentRow } from '../../rows/office.ts';

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

type Scope = Pick<Commit, 'trx' | 'organizationId'>;

/** Records of these cycles that are not deleted. */
async function recordsOf(
  { trx, organizationId }: Scope,
  cycleIds: readonly string[],
): Promise<Map<string, CycleRecord[]>> {
  const byCycle = new Map<string, CycleRecord[]>();
  for (let start = 0; start < cycleIds.length; start += 500) {
    const rows = await trx
      .selectFrom('movements')
      .select(['cycle_id', 'type', 'payload'])
      .where('organization_id', '=', organizationId)
      .where('cycle_id', 'in', cycleIds.slice(start, start + 500))
      .where('deleted', '=', 0)
      .execute();
    for (const { cycle_id, type, payload } of rows) {
      const record = { type, payload: JSON.parse(payload) as CycleRecord['payload'] };
      byCycle.set(cycle_id ?? '', [...(byCycle.get(cycle_id ?? '') ?? []), record]);
    }
  }
  return byCycle;
}

/** Cycles for the wire, with totals, expected days and warnings. */
export async function presentCycles(
  scope: { readonly trx: Transaction<Tables>; readonly organizationId: string },
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
    const row = await commit.trx
      .selectFrom('cycles')
      .selectAll()
      .where('id', '=', id)
      .where('organization_id', '=', commit.organizationId)
      .executeTakeFirst();
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
  await commit.trx
    .updateTable('cycles')
    .set({
      hand_state,
      seen_event,
      state: stateOf(hand_state, seen_event, event),
      ...(wasClosed && { content: JSON.stringify({ ...stored, frozen: null }) }),
      updated_at: new Date(call.now).toISOString(),
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute();
  commit.touch('cycles', row.id);
  const [cycle] = await presentCycles(commit, [await officeRow(commit, 'cycles', row.id)], call.now);
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

async function cycleOf(call: Call, commit: Commit): Promise<string | null> {
  const row = await commit.trx
    .selectFrom('movements')
    .select('cycle_id')
    .where('id', '=', call.params.id ?? '')
    .where('organization_id', '=', commit.organizationId)
    .executeTakeFirst();
  return row?.cycle_id ?? null;
}

/**
 * The cycle a record names. Unknown: not found, or a missing dependency if from the field. Deleted: a field record
 * loses it, the office is refused.
 */
export async function namedCycle(commit: Commit, id: unknown, isField: boolean): Promise<string | null> {
  if (typeof id !== 'string') return null;
  const row = await commit.trx
    .selectFrom('cycles')
    .select('deleted')
    .where('id', '=', id)
    .where('organization_id', '=', commit.organizationId)
    .executeTakeFirst();
  if (!row) return refuse(isField ? 'DEPENDENCY_MISSING' : 'NOT_FOUND');
  if (row.deleted === 0) return id;
  return isField ? null : refuse('NOT_FOUND');
}
