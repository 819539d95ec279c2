const stored = `
  id text primary key, organization_id text not null, created_by text, created_at text not null, updated_at text not null,
  version integer not null, deleted integer not null`;

/** The first version's tables. Only text, integers, reals and `numbered` for auto-increment keys: the same step runs on both databases. */
export const firstPath = [
  `create table users (
    id text primary key, email text not null unique, password_hash text not null, first_name text not null,
    last_name text not null, phone text, is_super_admin integer not null, failed_logins integer not null,
    blocked_until text, created_at text not null)`,
  `create table sessions (
    id text primary key, user_id text not null references users (id), generation integer not null, attempt_id text,
    rotated_at text not null, created_at text not null, last_used_at text not null, ends_at text not null,
    ended_at text, device text)`,
  `create index sessions_of_user on sessions (user_id, last_used_at)`,
  `create table organizations (
    id text primary key, name text not null, settings text not null, seq integer not null, created_by text not null,
    created_at text not null)`,
  `create table memberships (
    organization_id text not null references organizations (id), user_id text not null references users (id),
    role text not null, created_at text not null, removed_at text, primary key (organization_id, user_id))`,
  `create index memberships_of_user on memberships (user_id)`,
  `create table categories (${stored},
    name text not null, sex text not null, min_age_months integer, max_age_months integer, next_id text, ev real not null,
    senasa_code text, is_breeding_female integer not null, "order" integer not null, active integer not null)`,
  `create index categories_of_organization on categories (organization_id)`,
  `create table campos (${stored},
    name text not null, total_hectares real, grazing_hectares real, renspa text, cuig text, province text, department text,
    locality text, latitude real, longitude real, tenure text, "order" integer not null)`,
  `create index campos_of_organization on campos (organization_id)`,
  `create table lots (${stored},
    name text not null, hectares real not null, "order" integer not null, campo_id text, "use" text,
    is_grazing integer not null, receptivity_ev_ha real, notes text)`,
  `create index lots_of_organization on lots (organization_id)`,
  `create table rodeos (${stored},
    name text not null, activity text, breed text, target_daily_gain_kg real, color text, active integer not null)`,
  `create index rodeos_of_organization on rodeos (organization_id)`,
  `create table movements (${stored},
    type text not null, date text not null, rodeo_id text, lot_id text, cycle_id text, detail text, reference text,
    animals text not null, payload text not null, was text, review text, offline integer not null, synced_at text not null,
    deleted_by text, deleted_at text)`,
  `create index movements_by_date on movements (organization_id, date, created_at, id)`,
  `create index movements_by_type on movements (organization_id, type, date)`,
  `create index movements_by_rodeo on movements (organization_id, rodeo_id, date)`,
  `create index movements_by_lot on movements (organization_id, lot_id, date)`,
  `create index movements_by_cycle on movements (organization_id, cycle_id, date)`,
  `create index movements_in_review on movements (organization_id) where review is not null`,
  `create table edits (
    organization_id text not null, movement_id text not null references movements (id), n integer not null, edited_by text, edited_at text not null,
    before text not null, after text not null, primary key (movement_id, n))`,
  `create table postings (
    id numbered, organization_id text not null, movement_id text not null references movements (id),
    date text not null, cell_id text not null, lot_id text, rodeo_id text, category_id text not null, head integer not null)`,
  `create index postings_of_cell on postings (organization_id, cell_id, date)`,
  `create index postings_of_movement on postings (movement_id)`,
  `create table cells (
    organization_id text not null, cell_id text not null, lot_id text, rodeo_id text, category_id text not null,
    head integer not null, primary key (organization_id, cell_id))`,
  `create index cells_of_lot on cells (organization_id, lot_id)`,
  `create table operations (
    scope text not null, key text not null, user_id text not null, fingerprint text not null, status integer not null,
    body text not null, seq integer, server_id text, received_at text not null, primary key (scope, key))`,
  `create index operations_by_seq on operations (scope, seq)`,
  `create table changes (
    organization_id text not null, seq integer not null, table_name text not null, row_id text not null, key text,
    primary key (organization_id, seq, table_name, row_id))`,
  `create table server_facts (name text primary key, value text not null)`,
];
