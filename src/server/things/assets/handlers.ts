import { sentences } from '../../../contract/sentences.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { assetChanges, dayAt } from '../../../domain/index.ts';
import { stateOf } from '../../../domain/supplies/stock.ts';
import type { AssetRow } from '../../database/tables-office.ts';
import {
  type Answer,
  type Call,
  type CallTo,
  type Commit,
  farmOf,
  type Handlers,
  idOf,
  read,
  refuse,
  write,
} from '../../kernel/call.ts';
import { livingAssets, makeAsset } from '../../herd/book/name-supplies.ts';
import { presentAssets } from '../../herd/present/present-asset.ts';
import { visibilityOf } from '../../herd/present/present-movement.ts';
import { announceAssets } from '../../herd/book/supply-stock.ts';
import { farmRows, type Trx } from '../../database/tables.ts';
import {
  arrivedBefore,
  changedBy,
  deletedBy,
  refuseTakenName,
  rowOf,
  sentOnly,
  setRow,
  without,
} from '../../rows/stored.ts';
import { changesOn } from '../../rows/changes-on.ts';
import { keepOtherAsset } from './second-road.ts';
import { type AssetForm, entriesOfAsset, takeStock, writeInitialStock } from './stock.ts';

async function shown(call: Call, db: Trx, rows: readonly AssetRow[]): Promise<Record<string, unknown>[]> {
  const organizationId = farmOf(call);
  return await presentAssets(db, organizationId, rows, await visibilityOf(db, organizationId, call.role));
}

const shownOne = async (call: Call, commit: Commit, id: string): Promise<Answer> => {
  const [asset] = await shown(call, commit.trx, [await rowOf(commit, 'assets', id)]);
  return { asset };
};

/** Not from the field: there both stay, people rename (offline.md §2.8). */
async function refuseTaken(commit: Commit, name: string, ownId: string): Promise<void> {
  const message = serverSentences.thingNameTaken('asset');
  await refuseTakenName(commit, 'assets', name, ownId, message);
}

/** Makes an item with its stock. The client's id becomes the row's, so a repeat finds it. */
async function createAsset(call: Call<AssetForm>, commit: Commit): Promise<Answer> {
  const { cid, offline, quantity, batches, date, supplier, total, ...item } = call.body;
  if (cid && (await arrivedBefore(commit, 'assets', cid))) {
    await keepOtherAsset(call, commit, cid);
    return { message: sentences.success, ...(await shownOne(call, commit, cid)) };
  }
  const id = cid ?? call.newId();
  if (!offline) await refuseTaken(commit, item.name, id);
  const row = await makeAsset(call, commit, id, without(item, 'organization_id'));
  await writeInitialStock(call, commit, row, { quantity, batches, date, supplier, total, offline });
  return { message: sentences.success, ...(await shownOne(call, commit, id)) };
}

/** Changes an item; its unit only while it has no entries (domain.md §2.5). */
async function updateAsset(call: Call<Partial<AssetRow>>, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, 'assets', idOf(call));
  if (row.deleted === 1) return refuse('NOT_FOUND');
  const changes = sentOnly(changesOn(call, row, assetChanges));
  if (changes.name !== undefined) await refuseTaken(commit, changes.name, row.id);
  if (changes.unit !== undefined && changes.unit !== row.unit && (await hasEntries(commit, row.id))) {
    const message = serverSentences.unitFixed;
    return refuse('CONFLICT', { message, issues: [{ path: 'unit', message }] });
  }
  await setRow(commit, 'assets', row.id, { ...changes, ...changedBy(call, row) });
  await announceAssets(commit, [row.id]);
  return { message: sentences.success, ...(await shownOne(call, commit, row.id)) };
}

async function hasEntries(commit: Commit, id: string): Promise<boolean> {
  const entry = await farmRows(commit, 'asset_entries', { asset_id: id }).select('id').executeTakeFirst();
  return entry !== undefined;
}

/** Soft-deletes an item without stock. Idempotent. */
async function removeAsset(call: Call, commit: Commit): Promise<Answer> {
  const row = await rowOf(commit, 'assets', idOf(call));
  if (row.deleted === 1) return { alreadyDeleted: true };
  const { sum } = await farmRows(commit, 'asset_stocks', { asset_id: row.id })
    .select((select) => select.fn.sum<number | null>('thousandths').as('sum'))
    .executeTakeFirstOrThrow();
  if (Number(sum ?? 0) !== 0) return refuse('CONFLICT', { message: serverSentences.assetNotEmpty });
  await setRow(commit, 'assets', row.id, deletedBy(call, row));
  commit.touch('assets', row.id);
  commit.announce('asset-deleted', { id: row.id });
  return { alreadyDeleted: false };
}

/** The state depends on the day of the answer. */
async function withStates(call: Call, db: Trx, rows: readonly AssetRow[]): Promise<Record<string, unknown>[]> {
  const today = dayAt(call.now);
  const assets = await shown(call, db, rows);
  return assets.map((asset) => ({
    ...asset,
    state: stateOf(asset as unknown as Parameters<typeof stateOf>[0], today),
  }));
}

/** Items of the store room (product.md §7, Assets). */
export const assetHandlers: Handlers = {
  assets: read(async (call, db) => {
    const trx = db as Trx;
    const rows = await livingAssets({ trx, organizationId: farmOf(call) });
    return { assets: await withStates(call, trx, rows) };
  }),
  asset: read(async (call, db) => {
    const commit = { trx: db as Trx, organizationId: farmOf(call) };
    const row = await rowOf(commit, 'assets', idOf(call));
    const [asset] = await withStates(call, commit.trx, [row]);
    return { asset, entries: await entriesOfAsset(call, commit, row.id) };
  }),
  createAsset: write<AssetForm>(createAsset),
  updateAsset: write<Partial<AssetRow>>(updateAsset),
  deleteAsset: write(removeAsset),
  adjustAsset: write(async (call: CallTo<'adjustAsset'>, commit) => {
    const movement = await takeStock(call, commit);
    return { ...(await shownOne(call, commit, call.body.asset_id)), ...(movement && { movement }) };
  }),
};
