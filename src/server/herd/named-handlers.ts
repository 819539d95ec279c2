import { serverSentences } from '../../contract/sentences-server.ts';
import { campo } from '../../domain/things/campo.ts';
import { isUnsexed, rodeo, searchable, unsexedName } from '../../domain/index.ts';
import { category } from '../../domain/things/category.ts';
import { type RodeoRow, rowsWhere } from '../database/tables.ts';
import { type Commit, type Handlers, refuse, refuseAt } from '../kernel/call.ts';
import { presentCategory } from '../kernel/present.ts';
import { presentCampo, presentRodeos } from './present/present-places.ts';
import { refuseName, rowOf } from '../rows/stored.ts';
import { writeStructure } from './book/write-movement.ts';
import { namedHandlers, namedRows, type NamedThing } from './named-things.ts';

const campos: NamedThing<'campos'> = {
  thing: campo,
  order: ['order', 'name'],
  blank: {
    total_hectares: null,
    grazing_hectares: null,
    renspa: null,
    cuig: null,
    province: null,
    department: null,
    locality: null,
    latitude: null,
    longitude: null,
    tenure: null,
    order: 1000,
  },
  present: async (_db, _organizationId, rows) => rows.map(presentCampo),
  removal: async ({ trx }, { id }) => {
    const lot = await rowsWhere(trx, 'lots', { campo_id: id, deleted: 0 }).select('id').executeTakeFirst();
    return lot ? refuse('CONFLICT', { message: serverSentences.campoNotEmpty }) : { deleted: 1 };
  },
  done: async (_call, commit) => commit.announce('campo-updated', {}),
};

/** Campos: the establishments above lots (domain.md §1.3). */
export const campoHandlers: Handlers = namedHandlers(campos);

/** The category of unsexed calves, and its name, are fixed: every phone knows it as it is. */
function refuseUnsexed(id: string, name: string | undefined): void {
  if (isUnsexed(id)) refuse('CONFLICT', { message: serverSentences.unsexedFixed });
  if (name === undefined || searchable(name) !== searchable(unsexedName)) return;
  refuseName(serverSentences.thingNameTaken(category.name));
}

async function refuseMissing(commit: Commit, nextId: string | null | undefined): Promise<void> {
  if (isUnsexed(nextId)) refuseAt('INVALID_BODY', 'next_id', serverSentences.noCategory);
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
    const used = await rowsWhere(trx, 'cells', { organization_id: organizationId, category_id: id })
      .select('cell_id')
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
export const categoryHandlers: Handlers = namedHandlers(categories);

type Story = Parameters<typeof writeStructure>[3];
type Done = Parameters<NamedThing<'rodeos'>['done']>[2];

function storyOf({ id, before, set }: Done): { readonly act: 'made' | 'changed' | 'removed'; readonly story: Story } {
  const name = set.name ?? before?.name ?? '';
  if (before === null) return { act: 'made', story: { rodeo: id, reference: name, payload: { name } } };
  if (set.deleted === 1) return { act: 'removed', story: { rodeo: id, reference: name, payload: { name } } };
  const stood = Object.fromEntries(Object.keys(set).map((field) => [field, before[field as keyof RodeoRow]]));
  const reference = name === before.name ? name : `${before.name} → ${name}`;
  return { act: 'changed', story: { rodeo: id, reference, payload: { before: stood, after: set } } };
}

const rodeos: NamedThing<'rodeos'> = {
  thing: rodeo,
  order: ['name'],
  blank: { activity: null, breed: null, target_daily_gain_kg: null, color: null, active: 1 },
  present: presentRodeos,
  removal: async ({ trx, organizationId }, { id }) => {
    const cell = await rowsWhere(trx, 'cells', { organization_id: organizationId, rodeo_id: id })
      .select('head')
      .where('head', '>', 0)
      .executeTakeFirst();
    return cell ? refuse('CONFLICT', { message: serverSentences.rodeoNotEmpty }) : { deleted: 1 };
  },
  done: async (call, commit, done) => {
    const { act, story } = storyOf(done);
    await writeStructure(call, commit, ['rodeo', act], story);
    commit.announce('rodeo-updated', {});
  },
};

/** Rodeos (wire.md §Lots, categories, rodeos, campos). */
export const rodeoHandlers: Handlers = namedHandlers(rodeos);
