import { isUnsexed, unsexedName } from '../../../domain/farm/unsexed.ts';
import { searchable } from '../../../domain/text.ts';
import { category } from '../../../domain/things/category.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { type Commit, type Handlers, refuse } from '../../kernel/call.ts';
import { type NamedThing, namedHandlers, namedRows } from '../named-things.ts';
import { presentCategory } from '../../kernel/present.ts';
import { rowOf } from '../../rows/stored.ts';

/** The category of unsexed calves, and its name, are fixed: every phone knows it as it is. */
function refuseUnsexed(id: string, name: string | undefined): void {
  if (isUnsexed(id)) refuse('CONFLICT', { message: serverSentences.unsexedFixed });
  if (name === undefined || searchable(name) !== searchable(unsexedName)) return;
  const message = serverSentences.thingNameTaken(category.name);
  refuse('NAME_TAKEN', { message, issues: [{ path: 'name', message }] });
}

async function refuseMissing(commit: Commit, nextId: string | null | undefined): Promise<void> {
  if (isUnsexed(nextId)) refuse('INVALID_BODY', { issues: [{ path: 'next_id', message: serverSentences.noCategory }] });
  if (nextId && (await rowOf(commit, 'categories', nextId)).deleted === 1) refuse('NOT_FOUND');
}

const categories: NamedThing<'categories'> = {
  thing: category,
  order: ['order', 'name'],
  blank: {
    sex: 'mixto',
    min_age_months: null,
    max_age_months: null,
    next_id: null,
    ev: 1,
    senasa_code: null,
    is_breeding_female: 0,
    order: 1000,
    active: 1,
  },
  present: async (_db, _organizationId, rows) => rows.map(presentCategory),
  check: async (commit, { id, before, set }) => {
    refuseUnsexed(id, set.name === before?.name ? undefined : set.name);
    await refuseMissing(commit, set.next_id);
  },
  /** A used category is retired, not deleted: its records keep its name (domain.md §2.4). */
  removal: async ({ trx, organizationId }, { id, active }) => {
    refuseUnsexed(id, undefined);
    if (active === 0) return null;
    const used = await trx
      .selectFrom('cells')
      .select('cell_id')
      .where('organization_id', '=', organizationId)
      .where('category_id', '=', id)
      .executeTakeFirst();
    return used ? { active: 0 } : { deleted: 1 };
  },
  done: async (_call, commit, { id, before, set }, shown) => {
    if (set.deleted === 1) commit.announce('category-deleted', { id });
    else commit.announce(before === null ? 'category-created' : 'category-updated', shown);
    // Reordering moves the others.
    if (before === null || set.order === undefined || set.order === before.order) return;
    const list = await namedRows(categories, commit.trx, commit.organizationId);
    commit.announce('categories-sync', { categories: list });
  },
};

/** Animal categories (product.md §7, Notes and categories). */
export const categoryHandlers = (newId: () => string): Handlers => namedHandlers(categories, newId);
