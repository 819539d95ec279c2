import type { Transaction } from 'kysely';
import { Digest } from '../../contract/digest.ts';
import { type SyncTable, syncTables } from '../../contract/endpoints/sync.ts';
import { idsOfThing } from '../database/thing-tables.ts';
import type { Tables } from '../database/tables.ts';
import type { Call } from '../kernel/call.ts';
import { changesOf } from './rows.ts';

type Db = Transaction<Tables>;

/**
 * Digests of the caller's rows by table, in one snapshot: a phone that differs reloads all (offline.md §2.9). Small tables are read as in the
 * feed, without what he may not see.
 */
export async function digestsOf(db: Db, call: Call): Promise<Readonly<Record<string, string>>> {
  const digests: Record<string, string> = {};
  for (const table of syncTables) {
    const digest = new Digest();
    if (table === 'movements') await addMovements(db, call, digest);
    else {
      const rows = await changesOf(db, call, table, await idsIn(db, call, table));
      for (const { id, row } of rows) if (row !== null) digest.add(id, row);
    }
    digests[table] = digest.toString();
  }
  return digests;
}

/** Everybody sees every movement; hashing ids and versions spares presenting a long book. */
async function addMovements(db: Db, call: Call, digest: Digest): Promise<void> {
  const rows = await db
    .selectFrom('movements')
    .select(['id', 'version'])
    .where('organization_id', '=', call.organizationId ?? '')
    .execute();
  for (const row of rows) digest.add(row.id, row);
}

async function idsIn(db: Db, call: Call, table: Exclude<SyncTable, 'movements'>): Promise<string[]> {
  const farm = call.organizationId ?? '';
  if (table === 'organization') return [farm];
  if (table === 'members') {
    const rows = await db.selectFrom('memberships').select('user_id').where('organization_id', '=', farm).execute();
    return rows.map((row) => row.user_id);
  }
  if (table === 'cells') {
    const rows = await db.selectFrom('cells').select('cell_id').where('organization_id', '=', farm).execute();
    return rows.map((row) => row.cell_id);
  }
  return await idsOfThing(db, table, farm);
}
