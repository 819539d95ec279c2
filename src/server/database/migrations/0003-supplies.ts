/**
 * The store room: items, book lines and stored sums. Quantities are whole thousandths of the unit in a `real`: exact up to nine thousand million
 * of them a sum, which a 32-bit integer is not.
 */
export const supplies = [
  `create table assets (
    id text primary key, organization_id text not null, created_by text, created_at text not null, updated_at text not null,
    version integer not null, deleted integer not null, deleted_by text, deleted_at text,
    name text not null, kind text not null, unit text not null, kg_per_unit real, minimum real, active_ingredient text,
    laboratory text, standard_dose real, standard_dose_unit text, route text, meat_withdrawal_days integer,
    milk_withdrawal_days integer, storage text, notes text)`,
  `create index assets_of_organization on assets (organization_id)`,
  `create table asset_entries (
    id numbered, organization_id text not null, movement_id text not null references movements (id), date text not null,
    asset_id text not null references assets (id), kind text not null, thousandths real not null, batch text not null,
    expires text, cost text)`,
  `create index asset_entries_of_asset on asset_entries (organization_id, asset_id, date)`,
  `create index asset_entries_of_movement on asset_entries (movement_id)`,
  `create table asset_stocks (
    organization_id text not null, asset_id text not null, batch text not null, expires text, thousandths real not null,
    primary key (organization_id, asset_id, batch))`,
  `alter table movements add column parent_id text`,
  `create index movements_by_parent on movements (organization_id, parent_id)`,
];
