import type { Generated } from 'kysely';
import type { AccountTables } from './tables-accounts.ts';
import type { BlobTables } from './tables-blobs.ts';
import type { DeviceKeyTables } from './tables-device-keys.ts';
import type { HistoryTables } from './tables-history.ts';
import type { OfficeTables } from './tables-office.ts';
import type { RefusedTables } from './tables-refused.ts';
import type { SupplyTables } from './tables-supplies.ts';

/** 0 or 1: both databases keep truths as small integers. */
type Flag = number;
/** A JSON document as text: parsed where the row becomes wire. */
type Json = string;
/** An instant, ISO 8601 UTC. */
type Instant = string;

interface Stored {
  id: string;
  organization_id: string;
  created_by: string | null;
  created_at: Instant;
  updated_at: Instant;
  version: number;
  deleted: Flag;
}

export interface UserRow {
  id: string;
  email: string;
  password_hash: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  is_super_admin: Flag;
  failed_logins: number;
  blocked_until: Instant | null;
  created_at: Instant;
}

/** One log-in of one device: a family of refresh tokens (trust.md §5). */
export interface SessionRow {
  id: string;
  user_id: string;
  generation: number;
  /** The attempt that made the current generation out of the one before, and when. */
  attempt_id: string | null;
  rotated_at: Instant;
  created_at: Instant;
  last_used_at: Instant;
  ends_at: Instant;
  ended_at: Instant | null;
  device: string | null;
  /** Which version of the app it was used with last; null for what says none. */
  app_version: string | null;
  /** How often an old refresh token was forgiven within its grace, and since when it is counted: often is strange (trust.md §5, rule 5). */
  forgiven: number;
  forgiven_since: Instant | null;
  /** The phone was lost: what it still sends is kept apart, and it is told to empty itself (trust.md row 112). */
  lost_at: Instant | null;
  lost_by: string | null;
  /** The known device that it was opened on. */
  known_device: string | null;
}

interface OrganizationRow {
  id: string;
  name: string;
  settings: Json;
  /** The last commit of the organization: one number a commit, taken under the row's lock. */
  seq: number;
  /** The mark of that commit: no other history has it. */
  mark: string;
  /** Which life of this farm's history it is. */
  epoch: string;
  /** Up to which commit old answers were looked at, to be kept short (`short-answers.ts`). */
  answers_short_to: Generated<number>;
  created_by: string;
  created_at: Instant;
  /** A deleted organization answers to nobody any more; its rows stay. */
  deleted_at: Instant | null;
  deleted_by: string | null;
}

interface MembershipRow {
  organization_id: string;
  user_id: string;
  role: 'user' | 'admin' | 'owner';
  created_at: Instant;
  /** Membership that ended is kept: its author's name stays on the records. */
  removed_at: Instant | null;
}

export interface CategoryRow extends Stored {
  name: string;
  sex: 'm' | 'h' | 'mixto';
  min_age_months: number | null;
  max_age_months: number | null;
  next_id: string | null;
  ev: number;
  senasa_code: string | null;
  is_breeding_female: Flag;
  order: number;
  active: Flag;
}

export interface CampoRow extends Stored {
  name: string;
  total_hectares: number | null;
  grazing_hectares: number | null;
  renspa: string | null;
  cuig: string | null;
  province: string | null;
  department: string | null;
  locality: string | null;
  latitude: number | null;
  longitude: number | null;
  tenure: string | null;
  order: number;
}

export interface LotRow extends Stored {
  name: string;
  hectares: number;
  order: number;
  campo_id: string | null;
  use: string | null;
  is_grazing: Flag;
  receptivity_ev_ha: number | null;
  notes: string | null;
  water: string | null;
  water_on: string | null;
}

export interface RodeoRow extends Stored {
  name: string;
  activity: string | null;
  breed: string | null;
  target_daily_gain_kg: number | null;
  color: string | null;
  active: Flag;
}

export interface MovementRow extends Stored {
  type: string;
  date: string;
  rodeo_id: string | null;
  lot_id: string | null;
  cycle_id: string | null;
  detail: string | null;
  reference: string | null;
  animals: Json;
  /** The whole prepared payload: what an edit form starts from. */
  payload: Json;
  /** Names of things that were gone when the record arrived: `{ lot_id: 'El Ombú' }`. */
  was: Json | null;
  review: Json | null;
  offline: Flag;
  synced_at: Instant;
  deleted_by: string | null;
  deleted_at: Instant | null;
  /** The movement that made this one: it lives and dies with it (domain.md §3.0, cascades). */
  parent_id: string | null;
}

/** One edit of a movement: append only. */
export interface EditRow {
  organization_id: string;
  movement_id: string;
  n: number;
  edited_by: string | null;
  edited_at: Instant;
  before: Json;
  after: Json;
}

/** The ledger: the lines of a movement that count today. Deleting a movement takes its lines out, editing replaces them. */
export interface PostingRow {
  id: Generated<number>;
  organization_id: string;
  movement_id: string;
  date: string;
  cell_id: string;
  lot_id: string | null;
  rodeo_id: string | null;
  category_id: string;
  head: number;
}

/** The kept sum of the postings of one cell. */
interface CellRow {
  organization_id: string;
  cell_id: string;
  lot_id: string | null;
  rodeo_id: string | null;
  category_id: string;
  head: number;
  /** The last commit that changed it: the feed gives a row in the place of its last change. */
  seq: number;
}

/** A write that was answered for good: the second arrival of its key gets the same answer (wire.md §Everywhere). */
export interface OperationRow {
  /** The organization, or `user:{id}` for calls outside one. */
  scope: string;
  key: string;
  user_id: string;
  /** What its author was in the farm when it was answered, and whether he saw money; null outside farms and where nobody wrote it down. */
  role: MembershipRow['role'] | null;
  saw_money: Flag | null;
  fingerprint: string;
  status: number;
  /** The answer as it was said; empty where it is packed, or old and kept no more (`packed-answers.ts`, `short-answers.ts`). */
  body: Json;
  packed: Uint8Array | null;
  seq: number | null;
  server_id: string | null;
  received_at: Instant;
}

/** What a commit touched, by sequence: the feed that phones pull. */
interface ChangeRow {
  organization_id: string;
  seq: number;
  table_name: string;
  row_id: string;
  /** 0 where the feed held nothing of the row before, and for cells: all others are looked up by it. */
  again: Flag;
}

/** A commit of a farm: kept for ever, so that what a phone knows can be held against it (offline.md §2.5). */
interface CommitRow {
  organization_id: string;
  seq: number;
  mark: string;
  at: Instant;
}

/** A life of a farm's history: another one begins when a phone shows that this database is an older copy. */
interface LifeRow {
  organization_id: string;
  epoch: string;
  began_at: Instant;
  /** Whether it began because the database is an older copy. */
  is_copy: Flag;
  /** The newest commit that phones of the life before still know, and when it was made; null where none has told. */
  copy_seq: number | null;
  copy_at: Instant | null;
  /** How many records phones brought back. */
  returned: number;
}

/** How late the edit was that set a field of a row, in a farm that was restored: phones bring edits back in an order of their own. */
interface EditRankRow {
  organization_id: string;
  epoch: string;
  row_id: string;
  field: string;
  /** The sequence that it had in the life that was lost. */
  rank: number;
}

interface ServerFactRow {
  name: string;
  value: string;
}

export interface Tables
  extends AccountTables, BlobTables, DeviceKeyTables, HistoryTables, SupplyTables, OfficeTables, RefusedTables {
  users: UserRow;
  sessions: SessionRow;
  organizations: OrganizationRow;
  memberships: MembershipRow;
  categories: CategoryRow;
  campos: CampoRow;
  lots: LotRow;
  rodeos: RodeoRow;
  movements: MovementRow;
  edits: EditRow;
  postings: PostingRow;
  cells: CellRow;
  operations: OperationRow;
  changes: ChangeRow;
  commits: CommitRow;
  lives: LifeRow;
  edit_ranks: EditRankRow;
  server_facts: ServerFactRow;
}
