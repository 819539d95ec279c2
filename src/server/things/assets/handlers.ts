import type { Transaction } from 'kysely';
import { dayAt } from '../../../domain/dates.ts';
import { stateOf } from '../../../domain/supplies/stock.ts';
import type { Tables } from '../../database/tables.ts';
import type { AssetRow } from '../../database/tables-office.ts';
import { type Call, farmOf, type Handlers, idOf, read, write } from '../../kernel/call.ts';
import { livingAssets } from '../../herd/book/name-supplies.ts';
import { assetById, entriesOfAsset } from './book.ts';
import { createAsset, removeAsset, shown, shownOne, updateAsset } from './items.ts';
import type { AssetForm } from './stock.ts';
import { takeStock } from './stocktake.ts';

type Db = Transaction<Tables>;

/** The state depends on the day of the answer. */
async function withStates(call: Call, db: Db, rows: readonly AssetRow[]): Promise<Record<string, unknown>[]> {
  const today = dayAt(call.now);
  const assets = await shown(call, db, rows);
  return assets.map((asset) => ({
    ...asset,
    state: stateOf(asset as unknown as Parameters<typeof stateOf>[0], today),
  }));
}

/** Items of the store room (product.md §7, Assets). */
export const assetHandlers = (newId: () => string): Handlers => ({
  assets: read(async (call, db) => {
    const trx = db as Db;
    const rows = await livingAssets({ trx, organizationId: farmOf(call) });
    return { assets: await withStates(call, trx, rows) };
  }),
  asset: read(async (call, db) => {
    const commit = { trx: db as Db, organizationId: farmOf(call) };
    const row = await assetById(commit, idOf(call));
    const [asset] = await withStates(call, commit.trx, [row]);
    return { asset, entries: await entriesOfAsset(call, commit, row.id) };
  }),
  createAsset: write<AssetForm>((call, commit) => createAsset(call, commit, newId)),
  updateAsset: write<Partial<AssetRow>>(updateAsset),
  deleteAsset: write(removeAsset),
  adjustAsset: write<Parameters<typeof takeStock>[0]['body']>(async (call, commit) => {
    const movement = await takeStock(call, commit, newId);
    return { ...(await shownOne(call, commit, call.body.asset_id)), ...(movement && { movement }) };
  }),
});
