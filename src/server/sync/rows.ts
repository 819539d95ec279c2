import { rowsWhere, type Tables, type Trx } from '../database/tables.ts';
import type { Change, SyncTable } from '../../contract/endpoints/sync.ts';
import { restoredOf } from '../database/lives.ts';
import { type Call, farmOf, roleOf, userOf } from '../kernel/call.ts';
import { presentCategory, presentMembers, presentOrganization } from '../kernel/present.ts';
import { deviceKeysOf } from './device-keys.ts';
import { presentCycles } from '../herd/book/cycles.ts';
import { presentInvoices } from '../herd/book/invoices.ts';
import { type OwnTable, plainReaders, presentSeenNotes, presentTask } from '../things/present.ts';
import { roleMay } from '../../domain/people/permissions.ts';
import { presentAssets } from '../herd/present/present-asset.ts';
import { presentMovements, visibilityOf } from '../herd/present/present-movement.ts';
import { presentCampo, presentLots, presentRodeos } from '../herd/present/present-places.ts';
import { idsOfThing } from '../database/thing-tables.ts';
import { isOfFarm } from '../database/scope.ts';

type Row = Record<string, unknown>;

type Reader = (db: Trx, call: Call, ids: readonly string[]) => Promise<readonly Row[]>;

/** One reader a table, with the API's presenters: a phone has what the API says. */
const readers: Readonly<Record<'organization' | 'members' | 'cells' | 'movements' | OwnTable, Reader>> = {
  organization: async (db, call) => {
    const whole = await presentOrganization(db, farmOf(call), roleOf(call));
    if (!whole) return [];
    const restored = roleMay(roleOf(call), 'see-restores') ? await restoredOf(db, farmOf(call)) : null;
    return [{ id: whole.id, name: whole.name, settings: whole.settings, ...(restored && { restored }) }];
  },
  members: async (db, call, ids) => {
    const members = await presentMembers(db, farmOf(call), roleOf(call));
    const keys = await deviceKeysOf(db, farmOf(call));
    return members
      .filter((member) => ids.includes(String(member.id)))
      .map((member) => ({ ...member, device_keys: keys.get(String(member.id)) ?? [] }));
  },
  campos: async (db, call, ids) => (await stored(db, 'campos', call, ids)).map(presentCampo),
  categories: async (db, call, ids) => (await stored(db, 'categories', call, ids)).map(presentCategory),
  lots: async (db, call, ids) =>
    withoutAnimals(await presentLots(db, farmOf(call), await stored(db, 'lots', call, ids))),
  rodeos: async (db, call, ids) =>
    withoutAnimals(await presentRodeos(db, farmOf(call), await stored(db, 'rodeos', call, ids))),
  cells: async (db, call, ids) => {
    const rows = await rowsWhere(db, 'cells', { organization_id: farmOf(call) })
      .select(['cell_id as id', 'lot_id', 'rodeo_id', 'category_id', 'head'])
      .where('cell_id', 'in', ids)
      .execute();
    return rows;
  },
  movements: async (db, call, ids) =>
    presentMovements(db, await stored(db, 'movements', call, ids), await visibilityFor(db, call)),
  assets: async (db, call, ids) =>
    presentAssets(db, farmOf(call), await stored(db, 'assets', call, ids), await visibilityFor(db, call)),
  notes: async (db, call, ids) => presentSeenNotes(await stored(db, 'notes', call, ids), userOf(call)),
  tasks: async (db, call, ids) => (await living(db, 'tasks', call, ids)).map((row) => presentTask(row, call.now)),
  cycles: async (db, call, ids) =>
    presentCycles({ trx: db, organizationId: farmOf(call) }, await living(db, 'cycles', call, ids), call.now),
  invoices: async (db, call, ids) => {
    if ((await visibilityFor(db, call)) === 'without-money') return [];
    const scope = { trx: db, organizationId: farmOf(call) };
    return presentInvoices(scope, await living(db, 'invoices', call, ids), call.now);
  },
};

const visibilityFor = (db: Trx, call: Call) => visibilityOf(db, farmOf(call), call.role);

/** Counts travel as cells: a lot's row must not carry an older copy. */
const withoutAnimals = (rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row, animals: [] }));

const readerOf = (table: SyncTable): Reader => plainReaders.get(table) ?? readers[table as keyof typeof readers];

/** Rows by ids as changes; null for missing ones. */
export async function changesOf(db: Trx, call: Call, table: SyncTable, ids: readonly string[]): Promise<Change[]> {
  const changes: Change[] = [];
  for (let start = 0; start < ids.length; start += 500) {
    const some = ids.slice(start, start + 500);
    const rows = new Map((await readerOf(table)(db, call, some)).map((row) => [String(row.id), row]));
    for (const id of some) changes.push({ table, id, row: rows.get(id) ?? null });
  }
  return changes;
}

/** Things that deletion removes from every list. */
async function living<T extends 'tasks' | 'cycles' | 'invoices'>(
  db: Trx,
  table: T,
  call: Call,
  ids: readonly string[],
): Promise<Tables[T][]> {
  return (await stored(db, table, call, ids)).filter((row) => row.deleted === 0);
}

/** A farm's rows by ids. */
async function stored<T extends OwnTable | 'movements'>(
  db: Trx,
  table: T,
  call: Call,
  ids: readonly string[],
): Promise<Tables[T][]> {
  const rows = await db
    .selectFrom(table as 'movements')
    .selectAll()
    .where('id', 'in', ids)
    .where(isOfFarm(farmOf(call)))
    .execute();
  return rows as unknown as Tables[T][];
}

/** The ids of a table's rows in the caller's farm; with a page, the next ones in order (all of `members`). */
export async function idsIn(
  db: Trx,
  call: Call,
  table: Exclude<SyncTable, 'movements'>,
  page: { readonly after: string; readonly most: number } | null = null,
): Promise<string[]> {
  const farm = farmOf(call);
  if (table === 'organization') return [farm];
  if (table === 'members') {
    const rows = await rowsWhere(db, 'memberships', { organization_id: farm }).select('user_id').execute();
    return rows.map((row) => row.user_id);
  }
  if (table !== 'cells') return await idsOfThing(db, table, farm, page);
  const rows = await rowsWhere(db, 'cells', { organization_id: farm })
    .select('cell_id')
    .$if(page !== null, (query) =>
      query
        .where('cell_id', '>', page?.after ?? '')
        .orderBy('cell_id')
        .limit(page?.most ?? 0),
    )
    .execute();
  return rows.map((row) => row.cell_id);
}
