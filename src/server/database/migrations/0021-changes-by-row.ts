/**
 * Makes a feed page cost only its own size: whether a row changed again is looked up, not counted over the backlog. A record only created is not
 * in that index, and a cell stores its last commit. An operation's key is with its answer, by commit.
 */
export const changesByRow = [
  `create table changes_by_row (
    organization_id text not null, seq integer not null, table_name text not null, row_id text not null, again integer not null,
    primary key (organization_id, seq, table_name, row_id)) without rowid`,
  `insert into changes_by_row (organization_id, seq, table_name, row_id, again)
    select organization_id, seq, table_name, row_id,
      case when table_name = 'cells' or row_number() over (
        partition by organization_id, table_name, row_id order by seq) = 1 then 0 else 1 end
    from changes order by organization_id, seq, table_name, row_id`,
  `alter table cells add column seq integer not null default 0`,
  `update cells set seq = coalesce((
    select last.seq from (
      select organization_id, row_id, max(seq) as seq from changes where table_name = 'cells' group by organization_id, row_id) as last
    where last.organization_id = cells.organization_id and last.row_id = cells.cell_id), 0)`,
  `drop table changes`,
  `alter table changes_by_row rename to changes`,
  `create index changes_of_row on changes (organization_id, table_name, row_id, seq) where again = 1`,
];
