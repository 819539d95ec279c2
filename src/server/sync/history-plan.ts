import { randomUUID } from 'node:crypto';
import { isOfFarm, lockFarm } from '../database/scope.ts';
import { deleteWhere, insertRows, rowsWhere, setWhere, type Tables, type Trx } from '../database/tables.ts';
import type { MovementPlace } from '../herd/present/present-movement.ts';
import type { Keeping } from '../kernel/call.ts';
import {
  baseOf,
  holdsOneOf,
  isInHistory,
  type Made,
  madeBy,
  mostBehind,
  type Point,
  type Scope,
  storedBase,
} from './history-segment.ts';

/** Most rows of a segment: a cheap phone holds one at a time. */
const mostRows = 2_000;
/** Beyond so many changed records, all is replanned. */
const mostChanged = 5_000;

type Planned = Omit<Tables['history_segments'], 'organization_id' | 'sight' | 'ids' | 'body'>;

interface Plan {
  readonly kind: 'plan';
  readonly sight: Scope['sight'];
  /** The base it replaces; the plan is valid while that stands. */
  readonly from: Tables['history_bases']['mark'] | null;
  readonly base: Point & { readonly made_by: string };
  /** Tags to delete; null: all. */
  readonly dropped: readonly string[] | null;
  readonly added: readonly Planned[];
}

type Named = Pick<Planned, 'tag' | 'month' | 'rows'>;

const listed = (segments: readonly Planned[]): Named[] =>
  segments
    .toSorted((a, b) => (a.month === b.month ? a.part - b.part : a.month < b.month ? 1 : -1))
    .map(({ tag, month, rows }) => ({ tag, month, rows }));

/**
 * The segments of a farm's history, all at one commit no older than `least` and near the head. Those changed since are replanned, and the plan is
 * to be stored.
 */
export async function segmentsOf(
  db: Trx,
  scope: Scope,
  head: Point,
  least: number,
): Promise<{ readonly segments: readonly Named[]; readonly plan: Plan | null }> {
  const base = await baseOf(db, scope);
  const kept = base === null ? [] : await tableOf(db, scope);
  if (base !== null && base.seq >= least && base.seq <= head.seq && head.seq - base.seq <= mostBehind)
    return { segments: listed(kept), plan: null };
  const changed = base === null || base.seq > head.seq ? null : await changedSince(db, scope, base.seq);
  const stored = await storedBase(db, scope);
  const made = { kind: 'plan', sight: scope.sight, from: stored ? nameOf(stored) : null } as const;
  const at = { seq: head.seq, mark: head.mark, made_by: madeBy() };
  if (changed === null) {
    const added = await planned(db, scope, await monthsIn(db, scope));
    return { segments: listed(added), plan: { ...made, base: at, dropped: null, added } };
  }
  const anew = await monthsTouched(db, scope, changed);
  const stays = kept.filter(({ month }) => !anew.has(month));
  const dropped = kept.filter(({ month }) => anew.has(month)).map(({ tag }) => tag);
  const added = await planned(db, scope, [...anew]);
  return { segments: listed([...stays, ...added]), plan: { ...made, base: at, dropped, added } };
}

const nameOf = ({ seq, mark, made_by }: Point & { readonly made_by: string }): string => `${seq} ${mark} ${made_by}`;

const tableOf = (db: Trx, { farm, sight: visibility }: Scope): Promise<Planned[]> =>
  rowsWhere(db, 'history_segments', { organization_id: farm, sight: visibility })
    .select(['tag', 'month', 'part', 'begins_after', 'ends_at', 'rows'])
    .execute();

async function changedSince(db: Trx, { farm }: Scope, seq: number): Promise<readonly string[] | null> {
  const rows = await rowsWhere(db, 'changes', { organization_id: farm, table_name: 'movements' })
    .select('row_id')
    .distinct()
    .where('seq', '>', seq)
    .limit(mostChanged + 1)
    .execute();
  return rows.length > mostChanged ? null : rows.map((row) => row.row_id);
}

/**
 * The months of changed records, and of cached segments that hold an old version, for a record may change its day. Segments never asked for are
 * replanned too.
 */
async function monthsTouched(
  db: Trx,
  { farm, sight: visibility }: Scope,
  changed: readonly string[],
): Promise<ReadonlySet<string>> {
  const months = new Set<string>();
  for (let start = 0; start < changed.length; start += 500) {
    const rows = await db
      .selectFrom('movements')
      .select('date')
      .distinct()
      .where('id', 'in', changed.slice(start, start + 500))
      .where(isOfFarm(farm))
      .execute();
    for (const { date } of rows) months.add(date.slice(0, 7));
  }
  const holds = holdsOneOf(changed);
  const segments = await rowsWhere(db, 'history_segments', { organization_id: farm, sight: visibility })
    .select(['month', 'ids'])
    .execute();
  for (const { month, ids } of segments) if (ids === null || holds(ids)) months.add(month);
  return months;
}

async function monthsIn(db: Trx, { farm }: Scope): Promise<string[]> {
  const rows = await rowsWhere(db, 'movements', { organization_id: farm })
    .select((select) => select.fn<string>('substr', ['date', select.lit(1), select.lit(7)]).as('month'))
    .distinct()
    .execute();
  return rows.map(({ month }) => month);
}

async function planned(db: Trx, scope: Scope, months: readonly string[]): Promise<Planned[]> {
  const segments: Planned[] = [];
  for (const month of months) {
    const places = await placesIn(db, scope, month);
    const cuts = Array.from({ length: Math.ceil(places.length / mostRows) }, (_, part) => part);
    for (const part of cuts) {
      const [before, last] = [places[part * mostRows - 1], places[(part + 1) * mostRows - 1]];
      const isLast = part === cuts.length - 1;
      segments.push({
        tag: randomUUID(),
        month,
        part,
        begins_after: before === undefined ? null : JSON.stringify(before),
        ends_at: isLast || last === undefined ? null : JSON.stringify(last),
        rows: isLast ? places.length - part * mostRows : mostRows,
      });
    }
  }
  return segments;
}

const placesIn = (db: Trx, { farm }: Scope, month: string): Promise<MovementPlace[]> =>
  rowsWhere(db, 'movements', { organization_id: farm })
    .select(['date', 'created_at', 'id'])
    .where('date', '>=', `${month}-01`)
    .where('date', '<=', `${month}-31`)
    .orderBy('date', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Stores what a first load made for later ones. False: a concurrent plan won. */
export async function keepHistory(db: Trx, farm: string, { keep, packed }: Keeping): Promise<boolean> {
  const made = keep as Plan | Made;
  if (made.kind === 'plan') return await keepPlan(db, farm, made);
  // Store nothing of lost commits: a restored copy may have the tag again.
  if (!(await isInHistory(db, farm, made.seen))) return true;
  // Matches nothing if the tag was dropped meanwhile.
  await setWhere(
    db,
    'history_segments',
    { organization_id: farm, sight: made.sight, tag: made.tag },
    { body: packed, ids: made.ids, rows: made.rows },
  );
  return true;
}

async function keepPlan(
  db: Trx,
  organization_id: string,
  { sight: visibility, from, base, dropped, added }: Plan,
): Promise<boolean> {
  // Serializes planners of this farm; the later one finds another base.
  await lockFarm(db, organization_id);
  const scope = { farm: organization_id, sight: visibility };
  const stored = await storedBase(db, scope);
  if ((stored ? nameOf(stored) : null) !== from) return false;
  const tags = dropped === null ? [null] : slices(dropped);
  for (const some of tags)
    await deleteWhere(db, 'history_segments', { organization_id, sight: visibility })
      .$if(some !== null, (query) => query.where('tag', 'in', some ?? []))
      .execute();
  for (const some of slices(added)) {
    const rows = some.map((one) => ({ organization_id, sight: visibility, ...one, ids: null, body: null }));
    await insertRows(db, 'history_segments', rows);
  }
  await db
    .insertInto('history_bases')
    .values({ organization_id, sight: visibility, ...base })
    .onConflict((conflict) => conflict.columns(['organization_id', 'sight']).doUpdateSet(base))
    .execute();
  return true;
}

function slices<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / 100) }, (_, index) => all.slice(index * 100, (index + 1) * 100));
}
