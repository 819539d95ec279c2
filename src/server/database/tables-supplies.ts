import type { Generated } from 'kysely';
import type { EntryKind } from '../../domain/supplies/stock.ts';

/** A store room item (domain.md §2.5), without its stock. */
export interface AssetRow {
  id: string;
  organization_id: string;
  created_by: string | null;
  created_at: string;
  updated_at: string;
  version: number;
  deleted: number;
  deleted_by: string | null;
  deleted_at: string | null;
  name: string;
  kind: string;
  unit: string;
  kg_per_unit: number | null;
  minimum: number | null;
  active_ingredient: string | null;
  laboratory: string | null;
  standard_dose: number | null;
  standard_dose_unit: string | null;
  route: string | null;
  meat_withdrawal_days: number | null;
  milk_withdrawal_days: number | null;
  storage: string | null;
  notes: string | null;
  /** A photo by its digest; it may arrive after the item. */
  photo: string | null;
}

/** The store room's book: a movement's current lines, replaced and deleted with it. */
export interface AssetEntryRow {
  id: Generated<number>;
  organization_id: string;
  movement_id: string;
  date: string;
  asset_id: string;
  kind: EntryKind;
  thousandths: number;
  /** Empty: no batch named. */
  batch: string;
  expires: string | null;
  /** What was paid, a decimal string. */
  cost: string | null;
}

/** The stored sum of an item's batch, and its earliest expiry. */
interface AssetStockRow {
  organization_id: string;
  asset_id: string;
  batch: string;
  expires: string | null;
  thousandths: number;
}

export interface SupplyTables {
  assets: AssetRow;
  asset_entries: AssetEntryRow;
  asset_stocks: AssetStockRow;
}
