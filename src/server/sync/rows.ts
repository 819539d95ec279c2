import { rowsWhere, type Trx } from '../database/tables.ts';
import type { Change, SyncTable } from '../../contract/endpoints/sync.ts';
import { restoredOf } from '../database/lives.ts';
import { type Call, farmOf, roleOf, userOf } from '../kernel/call.ts';
import { presentCategory, presentMembers, presentOrganization } from '../kernel/present.ts';
import { deviceKeysOf } from './device-keys.ts';
import { living, stored } from './stored-rows.ts';
import { presentCycles } from '../herd/book/cycles.ts';
import { presentInvoices } from '../herd/book/invoices.ts';
import { type OwnTable, plainReaders, presentSeenNotes, presentTask } from '../things/present.ts';
import { roleMay } from '../../domain/people/permissions.ts';
import { presentAssets } from '../herd/present/present-asset.ts';
import { presentMovements, visibilityOf } from '../herd/present/present-movement.ts';
import { presentCampo, presentLots, presentRodeos } from '../herd/present/present-places.ts';

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
