import { serverSentences } from '../../../contract/sentences-server.ts';
import { isOpenCycle, servicesOverlap } from '../../../domain/office/cycles.ts';
import { farmRows } from '../../database/tables.ts';
import { type Commit, refuse } from '../../kernel/call.ts';
import type { StoredCycle } from '../../herd/book/cycles.ts';
import { contentOf } from '../../rows/office.ts';
import { categoryOf, findCategory } from '../../rows/stored.ts';

type Served = StoredCycle['served'];

const merged = (lines: Served): Served => {
  const heads = new Map<string, number>();
  for (const { category_id, count } of lines) heads.set(category_id, (heads.get(category_id) ?? 0) + count);
  return [...heads].map(([category_id, count]) => ({ category_id, count }));
};

/** Resolves category names to ids and merges repeats. */
export async function asServed(commit: Commit, lines: Served): Promise<Served> {
  const named: { category_id: string; count: number }[] = [];
  for (const [index, { category_id, count }] of lines.entries()) {
    const id = await categoryOf(commit, category_id, `served.${index}.category_id`);
    named.push({ category_id: id, count });
  }
  return merged(named);
}

/** The same, but keeps unknown categories as sent. */
export async function asSaid(commit: Commit, lines: Served): Promise<Served> {
  const named: { category_id: string; count: number }[] = [];
  for (const { category_id, count } of lines)
    named.push({ category_id: (await findCategory(commit, category_id)) ?? category_id, count });
  return merged(named);
}

/** Breeding females in these rodeos when service begins (domain.md §2.9, the snapshot). */
export async function servedInBook(commit: Commit, rodeoIds: readonly string[], day: string): Promise<Served> {
  const rows = await commit.trx
    .selectFrom('postings')
    .innerJoin('categories', 'categories.id', 'postings.category_id')
    .select((select) => ['postings.category_id', select.fn.sum<number>('postings.head').as('count')])
    .where('postings.organization_id', '=', commit.organizationId)
    .where('postings.rodeo_id', 'in', rodeoIds)
    .where('postings.date', '<=', day)
    .where('categories.is_breeding_female', '=', 1)
    .groupBy(['postings.category_id', 'categories.order'])
    .orderBy('categories.order')
    .execute();
  return rows.flatMap(({ category_id, count }) => (count > 0 ? [{ category_id, count: Number(count) }] : []));
}

/** A rodeo may be in one open cycle only (domain.md §2.9). */
export async function refuseOverlap(
  commit: Commit,
  id: string,
  state: string,
  cycle: Pick<StoredCycle, 'rodeo_ids' | 'service_start' | 'service_end'>,
): Promise<void> {
  if (!isOpenCycle(state)) return;
  const rows = await farmRows(commit, 'cycles', { deleted: 0 }).selectAll().where('id', '!=', id).execute();
  const other = rows.find((row) => {
    const { rodeo_ids } = contentOf<StoredCycle>(row);
    const shares = rodeo_ids.some((rodeo) => cycle.rodeo_ids.includes(rodeo));
    return isOpenCycle(row.state) && shares && servicesOverlap(row, cycle);
  });
  if (!other) return;
  const message = serverSentences.cycleOverlap(contentOf<StoredCycle>(other).name);
  refuse('CONFLICT', { message, issues: [{ path: 'rodeo_ids', message }] });
}
