/**
 * Marks of commits and lives of farms (offline.md §2.5). A farm's present commit gets a deterministic mark, so two copies of one older database
 * agree on it. Until now lives began with the database.
 */
export const lives = [
  `alter table organizations add column mark text not null default ''`,
  `alter table organizations add column epoch text not null default ''`,
  `update organizations set mark = 'first-' || seq || '-' || id`,
  `update organizations set epoch = coalesce((select value from server_facts where name = 'epoch'), 'first-' || id)`,
  `delete from server_facts where name = 'epoch'`,
  `create table commits (
    organization_id text not null references organizations (id), seq integer not null, mark text not null, at text not null,
    primary key (organization_id, seq))`,
  `insert into commits (organization_id, seq, mark, at)
    select id, seq, mark, coalesce((select max(received_at) from operations where scope = organizations.id), created_at)
    from organizations`,
  `create table lives (
    organization_id text not null references organizations (id), epoch text not null, began_at text not null, is_copy integer not null,
    copy_seq integer, copy_at text, returned integer not null, primary key (organization_id, epoch))`,
  `create table edit_ranks (
    organization_id text not null references organizations (id), epoch text not null, row_id text not null, field text not null,
    rank bigint not null, primary key (organization_id, epoch, row_id, field))`,
  `insert into lives (organization_id, epoch, began_at, is_copy, copy_seq, copy_at, returned)
    select id, epoch, created_at, 0, null, null, 0 from organizations`,
];
