import type { Generated } from 'kysely';
import type { EntryKind } from '../../domain/supplies/stock.ts';

export interface Stored {
  id: string;
  organization_id: string;
  created_by: string | null;
  created_at: string;
  updated_at: string;
  version: number;
  deleted: number;
}

export interface Deletable extends Stored {
  deleted_by: string | null;
  deleted_at: string | null;
}

/** A stored office thing: the form is one JSON document; what queries need has a column. */
export interface OfficeRow extends Deletable {
  content: string;
  /** JSON of who changed which fields when: append-only. */
  edits: string;
}

export interface NoteRow extends OfficeRow {
  visibility: 'todos' | 'yo';
}

export interface TaskRow extends OfficeRow {
  state: string;
}

export interface CycleRow extends OfficeRow {
  state: string;
  /** The state last set by a person. */
  hand_state: string;
  /** How far its movements had brought it then (`domain/office/cycles.ts`). */
  seen_event: string | null;
  service_start: string;
  service_end: string;
}

export interface InvoiceRow extends OfficeRow {
  state: string;
  /** Issuer, letter, kind, point of sale and number; null until all are known. */
  identity: string | null;
}

export interface PlainRow extends OfficeRow {
  thing: string;
  name: string;
}

/** A second capture of an invoice: its id stands for the existing one. */
interface CaptureRow {
  organization_id: string;
  id: string;
  invoice_id: string;
}

/** A file of an invoice; its bytes lie in the data folder under its id. */
export interface FileRow {
  id: string;
  organization_id: string;
  invoice_id: string;
  name: string;
  type: string;
  size: number;
  digest: string;
  created_by: string | null;
  created_at: string;
}

/** A thread with a telephone (domain.md §1.10). Of no farm: `organization_id` is guessed from the telephone. */
interface ConversationRow {
  id: string;
  phone: string;
  user_id: string | null;
  organization_id: string | null;
  last_message: string | null;
  last_at: string;
  unread: number;
}

export interface MessageRow {
  id: string;
  conversation_id: string;
  provider_id: string | null;
  direction: 'in' | 'out';
  text: string | null;
  choice: string | null;
  audio_id: string | null;
  at: string;
  state: string;
  movement_id: string | null;
}

/** A message's attachment (voice, picture, document); its bytes lie in the data folder under its id. */
interface AudioRow {
  id: string;
  conversation_id: string;
  type: string;
  size: number;
  created_at: string;
}

/** Who of the platform looked at what (trust.md row 58): append-only. */
interface AccessRow {
  id: Generated<number>;
  at: string;
  user_id: string;
  session_id: string;
  what: string;
  thing_id: string | null;
}

export interface OfficeTables {
  notes: NoteRow;
  tasks: TaskRow;
  cycles: CycleRow;
  invoices: InvoiceRow;
  things: PlainRow;
  invoice_captures: CaptureRow;
  files: FileRow;
  conversations: ConversationRow;
  messages: MessageRow;
  audios: AudioRow;
  accesses: AccessRow;
}

/** A store room item (domain.md §2.5), without its stock. */
export interface AssetRow extends Deletable {
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
