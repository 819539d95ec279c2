import type { Kysely } from 'kysely';
import { isUnsexed, unsexedName } from '../../../domain/farm/unsexed.ts';
import { searchable } from '../../../domain/text.ts';
import { fillPath } from '../../../contract/endpoint.ts';
import { farmEndpoints } from '../../../contract/endpoints/farm.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import type { CategoryRow, Tables } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, type Handlers, read, refuse, write } from '../../frame/call.ts';
import { keepOtherForm } from '../../frame/other-words.ts';
import { presentCategory } from '../../frame/present.ts';
import { alreadyMade, asFlag, madeBy, refuseTakenName, rowOf, sentOnly, without } from '../../frame/stored.ts';

interface CategoryForm {
  readonly name: string;
  readonly sex?: 'm' | 'h' | 'mixto';
  readonly min_age_months?: number | null;
  readonly max_age_months?: number | null;
  readonly next_id?: string | null;
  readonly ev?: number;
  readonly senasa_code?: string | null;
  readonly is_breeding_female?: boolean;
  readonly order?: number;
  readonly active?: boolean;
  readonly cid?: string;
}

const nameTaken = serverSentences.thingNameTaken('category');

const shown = async (commit: Commit, id: string): Promise<Record<string, unknown>> =>
  presentCategory(await rowOf(commit, 'categories', id));

/** The list, in its order. */
async function all(db: Kysely<Tables>, organizationId: string): Promise<Record<string, unknown>[]> {
  const rows = await db
    .selectFrom('categories')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', 0)
    .orderBy('order')
    .orderBy('name')
    .execute();
  return rows.map(presentCategory);
}

/** Nobody makes the category of the unsexed calves by hand, by its name neither, and nobody changes it: every phone knows it as it is. */
function refuseUnsexed(id: string, name: string | undefined): void {
  if (isUnsexed(id)) refuse('CONFLICT', { message: serverSentences.unsexedFixed });
  if (name === undefined || searchable(name) !== searchable(unsexedName)) return;
  refuse('NAME_TAKEN', { message: nameTaken, issues: [{ path: 'name', message: nameTaken }] });
}

/** The category that comes after must be there. */
async function refuseMissing(commit: Commit, nextId: string | null | undefined): Promise<void> {
  if (isUnsexed(nextId)) refuse('INVALID_BODY', { issues: [{ path: 'next_id', message: serverSentences.noCategory }] });
  if (nextId && (await rowOf(commit, 'categories', nextId)).deleted === 1) refuse('NOT_FOUND');
}

async function create(call: Call<CategoryForm>, commit: Commit, newId: () => string): Promise<Answer> {
  const { cid, is_breeding_female, active, ...form } = call.body;
  if (cid && (await alreadyMade(commit, 'categories', cid))) {
    const row = await rowOf(commit, 'categories', cid);
    const path = fillPath(farmEndpoints.updateCategory.path, { org: commit.organizationId, id: cid });
    await keepOtherForm(call, commit, { row, name: row.name, said: call.body, edit: { path } }, newId);
    return { category: await shown(commit, cid) };
  }
  const id = cid ?? newId();
  refuseUnsexed(id, form.name);
  await refuseTakenName(commit, 'categories', form.name, id, nameTaken);
  await refuseMissing(commit, form.next_id);
  const row: CategoryRow = {
    ...madeBy(call, commit, id),
    name: form.name,
    sex: form.sex ?? 'mixto',
    min_age_months: form.min_age_months ?? null,
    max_age_months: form.max_age_months ?? null,
    next_id: form.next_id ?? null,
    ev: form.ev ?? 1,
    senasa_code: form.senasa_code ?? null,
    is_breeding_female: asFlag(is_breeding_female ?? false) ?? 0,
    order: form.order ?? 1000,
    active: asFlag(active ?? true) ?? 1,
  };
  await commit.trx.insertInto('categories').values(row).execute();
  commit.touch('categories', id);
  const category = await shown(commit, id);
  commit.announce('category-created', { category });
  return { category };
}

async function update(call: Call<Partial<CategoryForm>>, commit: Commit): Promise<Answer> {
  const { is_breeding_female, active, ...changes } = without(call.body, 'cid');
  const row = await rowOf(commit, 'categories', call.params['id'] ?? '');
  if (row.deleted === 1) return refuse('NOT_FOUND');
  refuseUnsexed(row.id, changes.name === row.name ? undefined : changes.name);
  if (changes.name) await refuseTakenName(commit, 'categories', changes.name, row.id, nameTaken);
  await refuseMissing(commit, changes.next_id);
  const set = sentOnly({ ...changes, is_breeding_female: asFlag(is_breeding_female), active: asFlag(active) });
  await commit.trx
    .updateTable('categories')
    .set({ ...set, updated_at: new Date(call.now).toISOString(), version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  commit.touch('categories', row.id);
  const category = await shown(commit, row.id);
  commit.announce('category-updated', { category });
  // A new place in the list moves the others.
  if (changes.order !== undefined && changes.order !== row.order)
    commit.announce('categories-sync', { categories: await all(commit.trx, commit.organizationId) });
  return { category };
}

/** A category that was ever used is put out of use, never thrown away: its records keep their words (domain.md §2.4). */
async function remove(call: Call, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, 'categories', call.params['id'] ?? '');
  refuseUnsexed(row.id, undefined);
  if (row.deleted === 1 || row.active === 0) return { alreadyDeleted: true };
  const used = await commit.trx
    .selectFrom('cells')
    .select('cell_id')
    .where('organization_id', '=', commit.organizationId)
    .where('category_id', '=', row.id)
    .executeTakeFirst();
  await commit.trx
    .updateTable('categories')
    .set({
      ...(used ? { active: 0 } : { deleted: 1 }),
      updated_at: new Date(call.now).toISOString(),
      version: row.version + 1,
    })
    .where('id', '=', row.id)
    .execute();
  commit.touch('categories', row.id);
  if (used) commit.announce('category-updated', { category: await shown(commit, row.id) });
  else commit.announce('category-deleted', { id: row.id });
  return { alreadyDeleted: false };
}

/** Animal categories (product.md §7, Notes and categories). */
export const categoryHandlers = (newId: () => string): Handlers => ({
  categories: read(async (call, db) => ({ categories: await all(db, call.organizationId ?? '') })),
  createCategory: write<CategoryForm>((call, commit) => create(call, commit, newId)),
  updateCategory: write(update),
  deleteCategory: write(remove),
});
