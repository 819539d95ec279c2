import type { Keeping } from '../kernel/call.ts';
import { lockFarm } from '../database/scope.ts';
import { type Db, isInHistory, storedBase } from './history-base.ts';
import { nameOf, type Plan } from './history-plan.ts';
import type { Made } from './history-segment.ts';

/** Stores what a first load made for later ones. False: a concurrent plan won. */
export async function keepHistory(db: Db, farm: string, { keep, packed }: Keeping): Promise<boolean> {
  const made = keep as Plan | Made;
  if (made.kind === 'plan') return await keepPlan(db, farm, made);
  // Store nothing of lost commits: a restored copy may have the tag again.
  if (!(await isInHistory(db, farm, made.seen))) return true;
  // Matches nothing if the tag was dropped meanwhile.
  await db
    .updateTable('history_segments')
    .set({ body: packed, ids: made.ids, rows: made.rows })
    .where('organization_id', '=', farm)
    .where('sight', '=', made.sight)
    .where('tag', '=', made.tag)
    .execute();
  return true;
}

async function keepPlan(
  db: Db,
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
    await db
      .deleteFrom('history_segments')
      .where('organization_id', '=', organization_id)
      .where('sight', '=', visibility)
      .$if(some !== null, (query) => query.where('tag', 'in', some ?? []))
      .execute();
  for (const some of slices(added)) {
    const rows = some.map((one) => ({ organization_id, sight: visibility, ...one, ids: null, body: null }));
    await db.insertInto('history_segments').values(rows).execute();
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
