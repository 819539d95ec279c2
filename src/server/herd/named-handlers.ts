import { serverSentences } from '../../contract/sentences-server.ts';
import { campo } from '../../domain/things/campo.ts';
import { isUnsexed, rodeo, searchable, type ThingName, unsexedName } from '../../domain/index.ts';
import { category } from '../../domain/things/category.ts';
import { type Db, type RodeoRow, rowsWhere, type Tables, type Trx } from '../database/tables.ts';
import {
  type Answer,
  type Call,
  type Commit,
  farmOf,
  type Handlers,
  idOf,
  read,
  refuse,
  refuseAt,
  write,
} from '../kernel/call.ts';
import { presentCategory } from '../kernel/present.ts';
import { presentCampo, presentRodeos } from './present/present-places.ts';
import {
  arrivedBefore,
  isoOf,
  madeBy,
  refuseName,
  refuseTakenName,
  rowOf,
  sentOnly,
  setRow,
  without,
} from '../rows/stored.ts';
import { writeStructure } from './book/write-movement.ts';
import { fillPath } from '../../contract/endpoint.ts';
import { callNames } from '../../contract/endpoints/things.ts';
import type { Thing } from '../../domain/things/describe.ts';
import { keepOtherForm } from '../rows/other-words.ts';

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
    const used = await rowsWhere(trx, 'cells', { organization_id: organizationId, category_id: id })
      .select('cell_id')
      .executeTakeFirst();
    if (!used) return { deleted: 1 };
    return active === 0 ? null : { active: 0 };
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

type NamedTable = 'campos' | 'categories' | 'rodeos';
type Marks = keyof ReturnType<typeof madeBy>;
type Form = { readonly name: string; readonly cid?: string };
type Row<T extends NamedTable> = Tables[T];
type Set<T extends NamedTable> = Partial<Omit<Row<T>, Marks>>;

/** A change: the row before (null for a new one), and the columns set. */
interface Act<T extends NamedTable> {
  readonly id: string;
  readonly before: Row<T> | null;
  readonly set: Set<T> & { readonly deleted?: number };
}

/** How a thing with a name, a table and the five usual calls differs from others. */
interface NamedThing<T extends NamedTable> {
  readonly thing: Pick<Thing, 'calls'> & { readonly name: ThingName; readonly table: T };
  readonly order: readonly (keyof Row<T> & string)[];
  /** Defaults of a new one. */
  readonly blank: Omit<Row<T>, Marks | 'name'>;
  readonly present: (db: Trx, organizationId: string, rows: readonly Row<T>[]) => Promise<Answer[]>;
  /** Refuses before anything is written. */
  readonly check?: (commit: Commit, act: Act<T>) => Promise<void>;
  /** The columns a deletion sets; null if already gone. May refuse. */
  readonly removal: (commit: Commit, row: Row<T>) => Promise<Act<T>['set'] | null>;
  /** Logs and broadcasts the change, in its transaction. */
  readonly done: (call: Call, commit: Commit, act: Act<T>, shown: Answer) => Promise<void>;
}

/** Booleans as the database stores them. */
const columnsOf = (said: object): object =>
  Object.fromEntries(
    Object.entries(said).map(([name, value]) => [name, value === true ? 1 : value === false ? 0 : value]),
  );

/** Rows not deleted, in list order. */
async function namedRows<T extends NamedTable>(
  { thing, order, present }: Pick<NamedThing<T>, 'thing' | 'order' | 'present'>,
  db: Db,
  organizationId: string,
): Promise<Answer[]> {
  let query = db
    .selectFrom(thing.table as NamedTable)
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('deleted', '=', 0);
  for (const column of order) query = query.orderBy(column as 'name');
  const rows = await query.execute();
  return await present(db as Trx, organizationId, rows as unknown as Row<T>[]);
}

async function change<T extends NamedTable>(
  { thing }: NamedThing<T>,
  call: Call,
  commit: Commit,
  { id, before, set }: Act<T>,
): Promise<void> {
  const at = { updated_at: isoOf(call), version: (before?.version ?? 0) + 1 };
  await setRow(commit, thing.table as NamedTable, id, { ...set, ...at });
  commit.touch(thing.table, id);
}

async function shown<T extends NamedTable>(
  { thing, present }: NamedThing<T>,
  commit: Commit,
  id: string,
): Promise<Answer> {
  const [row] = await present(commit.trx, commit.organizationId, [await rowOf(commit, thing.table, id)]);
  return { [thing.name]: row };
}

async function create<T extends NamedTable>(named: NamedThing<T>, call: Call<Form>, commit: Commit): Promise<Answer> {
  const { thing, blank, check, done } = named;
  const { cid, ...form } = call.body;
  if (cid && (await arrivedBefore(commit, thing.table, cid))) {
    const row = await rowOf(commit, thing.table, cid);
    const path = fillPath(thing.calls.edit, { org: commit.organizationId, id: cid });
    await keepOtherForm(call, commit, { row, name: row.name, said: form, edit: { path } });
    return await shown(named, commit, cid);
  }
  const id = cid ?? call.newId();
  const set = columnsOf(sentOnly(form)) as Set<T>;
  const act: Act<T> = { id, before: null, set };
  await check?.(commit, act);
  await refuseTakenName(commit, thing.table, form.name, id, serverSentences.thingNameTaken(thing.name));
  const row = { ...madeBy(call, commit, id), ...blank, ...set } as unknown as Row<'campos'>;
  await commit.trx
    .insertInto(thing.table as 'campos')
    .values(row)
    .execute();
  commit.touch(thing.table, id);
  const answer = await shown(named, commit, id);
  await done(call, commit, act, answer);
  return answer;
}

async function update<T extends NamedTable>(
  named: NamedThing<T>,
  call: Call<Partial<Form>>,
  commit: Commit,
): Promise<Answer> {
  const { thing, check, done } = named;
  const row = await rowOf(commit, thing.table, idOf(call));
  if (row.deleted === 1) return refuse('NOT_FOUND');
  const { name } = call.body;
  const act: Act<T> = { id: row.id, before: row, set: columnsOf(sentOnly(without(call.body, 'cid'))) as Set<T> };
  await check?.(commit, act);
  if (name) await refuseTakenName(commit, thing.table, name, row.id, serverSentences.thingNameTaken(thing.name));
  await change(named, call, commit, act);
  const answer = await shown(named, commit, row.id);
  await done(call, commit, act, answer);
  return answer;
}

async function remove<T extends NamedTable>(named: NamedThing<T>, call: Call, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, named.thing.table, idOf(call));
  const set = row.deleted === 1 ? null : await named.removal(commit, row);
  if (set === null) return { alreadyDeleted: true };
  const act: Act<T> = { id: row.id, before: row, set };
  await change(named, call, commit, act);
  await named.done(call, commit, act, await shown(named, commit, row.id));
  return { alreadyDeleted: false };
}

/** Handlers of such a thing's calls; `read` only where declared. */
function namedHandlers<T extends NamedTable>(named: NamedThing<T>): Handlers {
  const { thing } = named;
  const names = callNames(thing);
  const one = read(async (call, db) =>
    shown(named, { trx: db as Trx, organizationId: farmOf(call) } as Commit, idOf(call)),
  );
  return {
    [names.list]: read(async (call, db) => ({
      [thing.table]: await namedRows(named, db, farmOf(call)),
    })),
    ...(thing.calls.read !== null && { [names.read]: one }),
    [names.create]: write<Form>((call, commit) => create(named, call, commit)),
    [names.edit]: write<Partial<Form>>((call, commit) => update(named, call, commit)),
    [names.remove]: write((call, commit) => remove(named, call, commit)),
  };
}
