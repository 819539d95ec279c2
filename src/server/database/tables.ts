import type {
  DeleteQueryBuilder,
  DeleteResult,
  Generated,
  Insertable,
  Kysely,
  SelectQueryBuilder,
  SelectType,
  Transaction,
  Updateable,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { AccountTables } from './tables-accounts.ts';
import type { BlobTables, DeviceKeyTables, HistoryTables, RefusedTables } from './tables-phones.ts';
import type { Deletable, OfficeTables, Stored, SupplyTables } from './tables-office.ts';

/** 0 or 1, in both databases. */
type Flag = number;
/** JSON as text. */
type Json = string;
/** ISO 8601 UTC. */
type Instant = string;

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

/** A log-in of a device: a family of refresh tokens (trust.md §5). */
export interface SessionRow {
  id: string;
  user_id: string;
  generation: number;
  attempt_id: string | null;
  rotated_at: Instant;
  created_at: Instant;
  last_used_at: Instant;
  ends_at: Instant;
  ended_at: Instant | null;
  device: string | null;
  app_version: string | null;
  /** How often, and since when, an old refresh token was accepted within its grace: often is suspicious (trust.md §5, rule 5). */
  forgiven: number;
  forgiven_since: Instant | null;
  /** The phone was lost: what it sends is stored apart, and it is told to erase itself (trust.md row 112). */
  lost_at: Instant | null;
  lost_by: string | null;
  known_device: string | null;
}

interface OrganizationRow {
  id: string;
  name: string;
  settings: Json;
  /** The last commit, numbered under the row's lock. */
  seq: number;
  mark: string;
  epoch: string;
  /** The commit up to which answers were shortened (`short-answers.ts`). */
  answers_short_to: Generated<number>;
  created_by: string;
  created_at: Instant;
  /** A deleted organization answers to nobody; its rows stay. */
  deleted_at: Instant | null;
  deleted_by: string | null;
}

interface MembershipRow {
  organization_id: string;
  user_id: string;
  role: 'user' | 'admin' | 'owner';
  created_at: Instant;
  /** A former membership stays: its person's name is on records. */
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

export interface MovementRow extends Deletable {
  type: string;
  date: string;
  rodeo_id: string | null;
  lot_id: string | null;
  cycle_id: string | null;
  detail: string | null;
  reference: string | null;
  animals: Json;
  payload: Json;
  /** Names of things gone when the record arrived: `{ lot_id: 'El Ombú' }`. */
  was: Json | null;
  review: Json | null;
  offline: Flag;
  synced_at: Instant;
  /** The movement that made this one: it lives and dies with it (domain.md §3.0, cascades). */
  parent_id: string | null;
}

export interface EditRow {
  organization_id: string;
  movement_id: string;
  n: number;
  edited_by: string | null;
  edited_at: Instant;
  before: Json;
  after: Json;
}

/** The ledger: a movement's current postings, deleted with it and replaced by edits. */
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

interface CellRow {
  organization_id: string;
  cell_id: string;
  lot_id: string | null;
  rodeo_id: string | null;
  category_id: string;
  head: number;
  /** The last commit that changed it: its place in the feed. */
  seq: number;
}

/** An answered write: its key's second arrival gets the same answer (wire.md §Everywhere). */
export interface OperationRow {
  /** The organization, or `user:{id}` outside one. */
  scope: string;
  key: string;
  user_id: string;
  /** The author's role when answered, and whether he saw money; null outside farms and in old rows. */
  role: MembershipRow['role'] | null;
  saw_money: Flag | null;
  fingerprint: string;
  status: number;
  /** The answer; empty where packed or shortened (`operations.ts`, `short-answers.ts`). */
  body: Json;
  packed: Uint8Array | null;
  seq: number | null;
  server_id: string | null;
  received_at: Instant;
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
  server_facts: ServerFactRow;
}

/** The database, or a transaction of it. */
export type Db = Kysely<Tables>;
export type Trx = Transaction<Tables>;

type Columns<T extends keyof Tables, C extends keyof Tables[T]> = { readonly [N in C]: SelectType<Tables[T][N]> };

interface Filtered {
  where(column: string, operator: '=' | 'is', value: unknown): this;
}

const only = <Q>(query: unknown, columns: object): Q =>
  Object.entries(columns).reduce(
    (rest, [column, value]) => rest.where(column, value === null ? 'is' : '=', value),
    query as Filtered,
  ) as Q;

/** Selects from the rows with these values (null: without one). */
export const rowsWhere = <T extends keyof Tables, C extends keyof Tables[T]>(
  db: Db,
  table: T,
  columns: Columns<T, C>,
): SelectQueryBuilder<Tables, T, object> => only(db.selectFrom(table), columns);

type FarmTable = { [T in keyof Tables]: Tables[T] extends { organization_id: string } ? T : never }[keyof Tables];

/** Selects from such rows of a farm. */
export const farmRows = <T extends FarmTable, C extends Exclude<keyof Tables[T], 'organization_id'>>(
  { trx, organizationId }: { readonly trx: Trx; readonly organizationId: string },
  table: T,
  columns?: Columns<T, C>,
): SelectQueryBuilder<Tables, T, object> =>
  only(trx.selectFrom(table), { organization_id: organizationId, ...columns });

export async function countOf<T extends keyof Tables>(rows: SelectQueryBuilder<Tables, T, object>): Promise<number> {
  const { count } = await rows.select((select) => select.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return Number(count);
}

/** Changes such rows. */
export const updateWhere = <T extends keyof Tables, C extends keyof Tables[T]>(
  db: Db,
  table: T,
  columns: Columns<T, C>,
): UpdateQueryBuilder<Tables, T, T, UpdateResult> => only(db.updateTable(table), columns);

/** Changes them at once. */
export const setWhere = <T extends keyof Tables, C extends keyof Tables[T]>(
  db: Db,
  table: T,
  columns: Columns<T, C>,
  values: Updateable<Tables[T]>,
): Promise<unknown> =>
  updateWhere(db, table, columns)
    .set(values as never)
    .execute();

/** Deletes them. */
export const deleteWhere = <T extends keyof Tables, C extends keyof Tables[T]>(
  db: Db,
  table: T,
  columns: Columns<T, C>,
): DeleteQueryBuilder<Tables, T, DeleteResult> => only(db.deleteFrom(table), columns);

export const insertRows = <T extends keyof Tables>(
  db: Db,
  table: T,
  rows: Insertable<Tables[T]> | readonly Insertable<Tables[T]>[],
): Promise<unknown> => db.insertInto(table).values(rows).execute();
