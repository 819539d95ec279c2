/** Refused records from phones; sessions of lost phones. */
export const refused = [
  `create table refused (
    organization_id text not null references organizations (id), key text not null, user_id text not null,
    session_id text not null, method text not null, path text not null, body text not null, cid text, type text, code text not null, message text not null,
    issues text not null, recorded_at text, received_at text not null, position integer not null,
    from_lost_phone integer not null, state text not null, decided_by text, decided_at text,
    primary key (organization_id, key))`,
  `create index refused_waiting on refused (organization_id, user_id) where state = 'en_espera'`,
  `alter table sessions add column lost_at text`,
  `alter table sessions add column lost_by text`,
];
