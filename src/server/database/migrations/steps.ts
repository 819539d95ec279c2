import { firstPath } from './0001-first-path.ts';
import { accounts } from './0002-accounts.ts';
import { supplies } from './0003-supplies.ts';
import { office } from './0004-office.ts';
import { refused } from './0005-refused.ts';
import { lives } from './0010-lives.ts';
import { keptAnswers } from './0011-kept-answers.ts';
import { refusedBySender } from './0012-refused-by-sender.ts';
import { deviceKeys, knownDevices, openings, outboxes } from './0014-devices.ts';
import { historySegments } from './0020-history-segments.ts';
import { changesByRow } from './0021-changes-by-row.ts';

/** Photos and voice notes of records: their bytes lie in the data folder under `place`. */
const blobs = [
  `create table blobs (
    organization_id text not null references organizations (id), digest text not null, type text not null,
    size integer not null, place text not null, created_by text not null, created_at text not null,
    primary key (organization_id, digest))`,
];

/** The app version a session was last used with (wire.md, things on the wire). */
const appVersion = ['alter table sessions add column app_version text'];

/** A lot's water as last seen, and the day (domain.md §2.2). */
const lotWater = ['alter table lots add column water text', 'alter table lots add column water_on text'];

/** The photo of a store room item (domain.md §2.5). */
const assetPhoto = ['alter table assets add column photo text'];

/** Rate limits shared by several processes. Rows live as long as their window. */
const limitWindows = [
  'create table limit_windows (name text primary key, hits integer not null, ends_at bigint not null)',
];

/** A lot's counts by time: an earlier record has them derived anew (domain.md §3.7). */
const countsOfLot = [
  `create index counts_of_lot on movements (organization_id, lot_id, date) where type = 'AUDIT_RECORD'`,
];

/** Declared things (src/domain/things): one table for all, with the thing's kind and name beside its form. */
const things = [
  `create table things (
    id text primary key, organization_id text not null, created_by text, created_at text not null, updated_at text not null,
    version integer not null, deleted integer not null, deleted_by text, deleted_at text, content text not null,
    edits text not null, thing text not null, name text not null)`,
  `create index things_of_organization on things (organization_id, thing, id)`,
];

/** Logins other than an address, and invitations by name (domain.md §2.12). */
const logins = [
  `create table logins (login text primary key, user_id text not null, kind text not null, created_at text not null)`,
  `create index logins_of_user on logins (user_id)`,
  ...['first_name', 'last_name', 'phone', 'user_id'].map(
    (column) => `alter table invitations add column ${column} text`,
  ),
];

/** The commit up to which a farm's old answers were shortened. */
const shortAnswers = ['alter table organizations add column answers_short_to integer not null default 0'];

/** A column for packed answers, and indexes of only the records they are used for. */
const packedAnswers = [
  'alter table operations add column packed blob',
  'drop index movements_by_cycle',
  'create index movements_by_cycle on movements (organization_id, cycle_id, date) where cycle_id is not null',
  'drop index movements_by_parent',
  'create index movements_by_parent on movements (organization_id, parent_id) where parent_id is not null',
];

/** The steps in order; a database stores how many it has run. A released step never changes: add another. */
export const steps: readonly (readonly string[])[] = [
  firstPath,
  accounts,
  supplies,
  office,
  refused,
  blobs,
  appVersion,
  lotWater,
  assetPhoto,
  lives,
  keptAnswers,
  refusedBySender,
  limitWindows,
  deviceKeys,
  knownDevices,
  countsOfLot,
  outboxes,
  things,
  logins,
  historySegments,
  changesByRow,
  shortAnswers,
  packedAnswers,
  openings,
];
