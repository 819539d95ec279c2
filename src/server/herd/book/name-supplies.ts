import { serverSentences } from '../../../contract/sentences-server.ts';
import { fromThousandths } from '../../../domain/supplies/stock.ts';
import { formatDay, formatNumber, searchable, unitWord } from '../../../domain/index.ts';
import {
  entriesOf,
  type KnownSupply,
  type NamedSupply,
  suppliesIn,
  type SupplyEntry,
  supplyNamed,
  type SupplyUse,
  withSupplies,
} from '../../../domain/supplies/uses.ts';
import type { AssetRow } from '../../database/tables-office.ts';
import { farmRows, insertRows } from '../../database/tables.ts';
import { type Call, type Commit, refuse } from '../../kernel/call.ts';
import { announceAssets, type StockShortage } from './supply-stock.ts';
import { findRow, madeBy, type Scope } from '../../rows/stored.ts';

type Payload = Readonly<Record<string, unknown>>;

export interface NamedSupplies {
  readonly payload: Payload;
  readonly entries: readonly SupplyEntry[];
  /** Something is unclear: a deleted item, or a unit that does not convert. */
  readonly missing: boolean;
}

interface Circumstances {
  readonly isFieldRecord: boolean;
  /** The record before an edit: forms know items only by name, and the item may have been renamed. */
  readonly earlier: Payload | null;
}

/**
 * Resolves a payload's items by id, or by name and unit, making unknown ones if the kind does. Another unit is refused
 * from the office, not from the field.
 */
export async function nameSupplies(
  call: Call,
  commit: Commit,
  use: SupplyUse,
  payload: Payload,
  { isFieldRecord, earlier }: Circumstances,
): Promise<NamedSupplies> {
  const before = earlier ? suppliesIn(use, earlier) : [];
  const found: (KnownSupply | null)[] = [];
  let missing = false;
  for (const item of suppliesIn(use, payload)) {
    const stored = storedItem(item, before);
    const id = stored ?? (isRenamed(item, before) ? undefined : item.asset_id);
    const row = id
      ? await byId(commit, id, isFieldRecord)
      : use.makes
        ? await byName(call, commit, item, isFieldRecord)
        : null;
    if (row?.deleted === 1) {
      if (!isFieldRecord && !stored) refuse('NOT_FOUND');
      missing = true;
    }
    found.push(row);
  }
  const whole = withSupplies(use, withExpiry(payload, earlier), found);
  const known = new Map(found.flatMap((item) => (item ? [[item.id, item] as const] : [])));
  const { entries, unclear } = entriesOf(use, whole, known);
  if (unclear.length > 0 && !isFieldRecord) refuseUnit(unclear);
  return { payload: whole, entries, missing: missing || unclear.length > 0 };
}

const isSame = (a: string | undefined, b: string | undefined): boolean => searchable(a ?? '') === searchable(b ?? '');

/** The item the record named before, if what the person wrote is unchanged. */
const storedItem = (item: NamedSupply, before: readonly NamedSupply[]): string | undefined =>
  before.find(
    (old) =>
      old.asset_id !== undefined &&
      (item.asset_id === undefined || item.asset_id === old.asset_id) &&
      (item.name === undefined ? item.asset_id !== undefined : isSame(item.name, old.name)),
  )?.asset_id;

/** Another name with the same id means another item. */
const isRenamed = (item: NamedSupply, before: readonly NamedSupply[]): boolean =>
  item.name !== undefined && before.some((old) => old.asset_id === item.asset_id && !isSame(item.name, old.name));

/** No form edits the expiry: the same batch keeps it. */
function withExpiry(payload: Payload, earlier: Payload | null): Payload {
  const isKept = earlier?.expires !== undefined && payload.expires === undefined;
  return isKept && earlier.batch === payload.batch ? { ...payload, expires: earlier.expires } : payload;
}

const byId = async (commit: Commit, id: string, isFieldRecord: boolean): Promise<AssetRow> =>
  (await findRow(commit, 'assets', id)) ?? refuse(isFieldRecord ? 'DEPENDENCY_MISSING' : 'NOT_FOUND');

async function byName(
  call: Call,
  commit: Commit,
  { name = '', unit = 'unidad' }: NamedSupply,
  isFieldRecord: boolean,
): Promise<AssetRow> {
  const rows = await livingAssets(commit);
  const found = supplyNamed(rows, name, unit);
  if (found) return found;
  const other = rows.find((row) => isSame(row.name, name));
  if (other && !isFieldRecord) refuseUnit(['unit'], other.unit);
  return await makeAsset(call, commit, call.newId(), { name, unit, kind: 'otro' });
}

function refuseUnit(paths: readonly string[], own?: string): never {
  const message = own ? serverSentences.otherUnit(unitWord(own)) : serverSentences.unclearUnit;
  refuse('INVALID_BODY', { issues: paths.map((path) => ({ path, message })) });
}

/** Items that are not deleted, by name. */
export const livingAssets = (commit: Scope): Promise<AssetRow[]> =>
  farmRows(commit, 'assets', { deleted: 0 }).selectAll().orderBy('name').orderBy('id').execute();

/** Inserts and broadcasts an item; fields not given are null. */
export async function makeAsset(
  call: Call,
  commit: Commit,
  id: string,
  item: Partial<AssetRow> & Pick<AssetRow, 'name' | 'unit' | 'kind'>,
): Promise<AssetRow> {
  const row: AssetRow = {
    kg_per_unit: null,
    minimum: null,
    active_ingredient: null,
    laboratory: null,
    standard_dose: null,
    standard_dose_unit: null,
    route: null,
    meat_withdrawal_days: null,
    milk_withdrawal_days: null,
    storage: null,
    notes: null,
    photo: null,
    deleted_by: null,
    deleted_at: null,
    ...item,
    ...madeBy(call, commit, id),
  };
  await insertRows(commit.trx, 'assets', row);
  await announceAssets(commit, [id], true);
  return row;
}

/** For the office: 'Solo hay 3 dosis de Ivermectina al 12/09/2026'. */
export async function stockSentence(commit: Commit, shortage: StockShortage): Promise<string> {
  const { name, unit } = await byId(commit, shortage.asset_id, false);
  const what = `${formatNumber(fromThousandths(shortage.available))} ${unitWord(unit)} de ${name}`;
  return serverSentences.onlyStock(what, formatDay(shortage.day));
}
