const rest = `method, path, body, cid, type, code, message, issues, recorded_at, received_at, position, from_lost_phone, state, decided_by,
  decided_at`;

/**
 * A refused record is its sender's, with the author he names. Two people's of one key coexist, so that nobody takes the place of what a colleague
 * still has to bring.
 */
export const refusedBySender = [
  'drop index refused_waiting',
  'alter table refused rename to refused_before',
  `create table refused (
    organization_id text not null references organizations (id), id text not null, key text not null, user_id text not null, author_id text,
    session_id text not null, method text not null, path text not null, body text not null, cid text, type text, code text not null, message text not null,
    issues text not null, recorded_at text, received_at text not null, position integer not null,
    from_lost_phone integer not null, state text not null, decided_by text, decided_at text,
    primary key (organization_id, id), unique (organization_id, key, user_id))`,
  `insert into refused (organization_id, id, key, user_id, author_id, session_id, ${rest})
    select organization_id, key, key, coalesce(sessions.user_id, refused_before.user_id),
      case when sessions.user_id <> refused_before.user_id then refused_before.user_id end, session_id, ${rest}
    from refused_before left join sessions on sessions.id = refused_before.session_id`,
  'drop table refused_before',
  `create index refused_waiting on refused (organization_id, user_id) where state = 'en_espera'`,
];
