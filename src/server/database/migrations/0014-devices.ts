/** Public keys of the devices that sign members' records (trust.md row 110). */
export const deviceKeys = [
  `create table device_keys (
    organization_id text not null references organizations (id), user_id text not null, id text not null, session_id text not null,
    public_key text not null, registered_at text not null, primary key (organization_id, user_id, id))`,
];

/** Devices that somebody has signed in on: strangers' tries no longer block them (trust.md row 5). */
export const knownDevices = [
  `create table known_devices (
    id text primary key, user_id text not null references users (id), failed_logins integer not null, blocked_until text,
    used_at text not null)`,
  `create index devices_of_user on known_devices (user_id, used_at)`,
  `alter table sessions add column known_device text`,
  `alter table one_time_codes add column device_id text`,
];

/** How much waited on each phone, by farm, when last reported (trust.md row 86). */
export const outboxes = [
  `create table outboxes (
    organization_id text not null references organizations (id), session_id text not null, waiting integer not null,
    heard_at text not null, primary key (organization_id, session_id))`,
];

/** Which sessions have opened a farm: its owner ends those that never recorded anything too (trust.md row 34). */
export const openings = [
  `create table openings (
    organization_id text not null references organizations (id), session_id text not null,
    primary key (organization_id, session_id))`,
  'insert into openings (organization_id, session_id) select organization_id, session_id from outboxes',
];
