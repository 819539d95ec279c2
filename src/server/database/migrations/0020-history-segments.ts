/** Cached history as phones fetch it; never the only copy of anything. */
export const historySegments = [
  `create table history_bases (
    organization_id text not null references organizations (id), sight text not null, seq integer not null, mark text not null,
    made_by text not null, primary key (organization_id, sight))`,
  `create table history_segments (
    organization_id text not null references organizations (id), sight text not null, tag text not null, month text not null,
    part integer not null, begins_after text, ends_at text, rows integer not null, ids blob, body blob,
    primary key (organization_id, sight, tag))`,
];
