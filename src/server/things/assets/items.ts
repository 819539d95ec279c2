import type { Transaction } from 'kysely';
import { sentences } from '../../../contract/sentences.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { searchable } from '../../../domain/text.ts';
import type { Tables } from '../../database/tables.ts';
import type { AssetRow } from '../../database/tables-office.ts';
import { type Answer, type Call, type Commit, farmOf, idOf, refuse } from '../../kernel/call.ts';
import { livingAssets, makeAsset } from '../../herd/book/name-supplies.ts';
import { presentAssets } from '../../herd/present/present-asset.ts';
import { visibilityOf } from '../../herd/present/present-movement.ts';
import { announceAssets } from '../../herd/book/supply-stock.ts';
import { sentOnly, without } from '../../rows/stored.ts';
import { assetById } from './book.ts';
import { keepOtherAsset } from './second-road.ts';
import { type AssetForm, writeInitialStock } from './stock.ts';

export async function shown(
  call: Call,
  db: Transaction<Tables>,
  rows: readonly AssetRow[],
): Promise<Record<string, unknown>[]> {
  const organizationId = farmOf(call);
  return await presentAssets(db, organizationId, rows, await visibilityOf(db, organizationId, call.role));
}

export const shownOne = async (call: Call, commit: Commit, id: string): Promise<Answer> => {
  const [asset] = await shown(call, commit.trx, [await assetById(commit, id)]);
  return { asset };
};

/** Not from the field: there both stay, people rename (offline.md §2.8). */
async function refuseTaken(commit: Commit, name: string, ownId: string): Promise<void> {
  const message = serverSentences.thingNameTaken('asset');
  const rows = await livingAssets(commit);
  if (rows.some((row) => row.id !== ownId && searchable(row.name) === searchable(name)))
    refuse('NAME_TAKEN', { message, issues: [{ path: 'name', message }] });
}

/** Makes an item with its stock. The client's id becomes the row's, so a repeat finds it. */
export async function createAsset(call: Call<AssetForm>, commit: Commit, newId: () => string): Promise<Answer> {
  const { cid, offline, quantity, batches, date, supplier, total, ...item } = call.body;
  if (cid) {
    const earlier = await commit.trx
      .selectFrom('assets')
      .select('organization_id')
      .where('id', '=', cid)
      .executeTakeFirst();
    if (earlier && earlier.organization_id !== commit.organizationId) refuse('CONFLICT');
    if (earlier) {
      await keepOtherAsset(call, commit, cid, newId);
      return { message: sentences.success, ...(await shownOne(call, commit, cid)) };
    }
  }
  const id = cid ?? newId();
  if (!offline) await refuseTaken(commit, item.name, id);
  const row = await makeAsset(call, commit, id, without(item, 'organization_id'));
  await writeInitialStock(call, commit, row, { quantity, batches, date, supplier, total, offline }, newId);
  return { message: sentences.success, ...(await shownOne(call, commit, id)) };
}

/** Changes an item; its unit only while it has no entries (domain.md §2.5). */
export async function updateAsset(call: Call<Partial<AssetRow>>, commit: Commit): Promise<Answer> {
  const row = await assetById(commit, idOf(call));
  if (row.deleted === 1) return refuse('NOT_FOUND');
  const changes = sentOnly(call.body);
  if (changes.name !== undefined) await refuseTaken(commit, changes.name, row.id);
  if (changes.unit !== undefined && changes.unit !== row.unit && (await hasEntries(commit, row.id))) {
    const message = serverSentences.unitFixed;
    return refuse('CONFLICT', { message, issues: [{ path: 'unit', message }] });
  }
  await commit.trx
    .updateTable('assets')
    .set({ ...changes, updated_at: new Date(call.now).toISOString(), version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  await announceAssets(commit, [row.id]);
  return { message: sentences.success, ...(await shownOne(call, commit, row.id)) };
}

async function hasEntries({ trx, organizationId }: Commit, id: string): Promise<boolean> {
  const entry = await trx
    .selectFrom('asset_entries')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('asset_id', '=', id)
    .executeTakeFirst();
  return entry !== undefined;
}

/** Soft-deletes an item without stock. Idempotent. */
export async function removeAsset(call: Call, commit: Commit): Promise<Answer> {
  const row = await assetById(commit, idOf(call));
  if (row.deleted === 1) return { alreadyDeleted: true };
  const { sum } = await commit.trx
    .selectFrom('asset_stocks')
    .select((select) => select.fn.sum<number | null>('thousandths').as('sum'))
    .where('organization_id', '=', commit.organizationId)
    .where('asset_id', '=', row.id)
    .executeTakeFirstOrThrow();
  if (Number(sum ?? 0) !== 0) return refuse('CONFLICT', { message: serverSentences.assetNotEmpty });
  const now = new Date(call.now).toISOString();
  const deletion = { deleted: 1, deleted_by: call.actor?.userId ?? null, deleted_at: now };
  await commit.trx
    .updateTable('assets')
    .set({ ...deletion, updated_at: now, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  commit.touch('assets', row.id);
  commit.announce('asset-deleted', { id: row.id });
  return { alreadyDeleted: false };
}
