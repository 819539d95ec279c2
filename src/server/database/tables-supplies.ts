import type { Generated } from 'kysely';
import type { EntryKind } from '../../domain/supplies/stock.ts';

/** An item of the store room (domain.md §2.5). How much there is of it is never in its row. */
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
  /** A photo by the name of its bytes; it comes after the item, so that it need not be here yet. */
  photo: string | null;
}

/** The store room's book: the lines of a movement that count today, replaced and taken out with it. */
export interface AssetEntryRow {
  id: Generated<number>;
  organization_id: string;
  movement_id: string;
  date: string;
  asset_id: string;
  kind: EntryKind;
  thousandths: number;
  /** Empty where the line names no batch. */
  batch: string;
  expires: string | null;
  /** What was paid for the line, a decimal string. */
  cost: string | null;
}

/** The kept sum of the lines of one batch of an item, and the first of the days on which they say that it expires. */
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
