import { sql } from 'kysely';
import { plainThings } from '../../domain/things/registry.ts';
import { farmColumns } from './farm-columns.ts';
import type { Finding } from './finding.ts';
import type { Db } from './tables.ts';

/** Checks the feed: commit numbers without holes, each change of an existing row and findable by it, each answer's commit. */
export async function examineFeed(db: Db): Promise<Finding[]> {
  return [
    ...(await holes(db)),
    ...(await changesOfNothing(db)),
    ...(await hiddenChanges(db)),
    ...(await answersOfNothing(db)),
  ];
}

async function holes(db: Db): Promise<Finding[]> {
  const rows = await db
    .selectFrom('organizations')
    .leftJoin('changes', 'changes.organization_id', 'organizations.id')
    .select((select) => [
      'organizations.id',
      'organizations.seq',
      select.fn.count<number>('changes.seq').distinct().as('commits'),
      select.fn.max('changes.seq').as('last'),
    ])
    .groupBy(['organizations.id', 'organizations.seq'])
    .execute();
  return rows
    .map(({ id, seq, commits, last }) => ({ organizationId: id, seq, commits: Number(commits), last: last ?? 0 }))
    .filter(({ seq, commits, last }) => commits !== seq || last !== seq)
    .map((row) => ({ kind: 'feed', ...row }));
}

/** Feed tables whose own name or id column differs. */
const otherNames: Readonly<Record<string, { readonly table: string; readonly column: string } | undefined>> = {
  organization: { table: 'organizations', column: 'id' },
  members: { table: 'memberships', column: 'user_id' },
  cells: { table: 'cells', column: 'cell_id' },
  ...Object.fromEntries(plainThings.map(({ table }) => [table, { table: 'things', column: 'id' }])),
};

async function changesOfNothing(db: Db): Promise<Finding[]> {
  const names = await db.selectFrom('changes').select('table_name').distinct().execute();
  const withIds = new Set((await farmColumns(db)).filter(({ column }) => column === 'id').map(({ table }) => table));
  const found: Finding[] = [];
  for (const { table_name: name } of names) {
    const place = otherNames[name] ?? (withIds.has(name) ? { table: name, column: 'id' } : null);
    const missing =
      place === null
        ? sql`select organization_id, seq, row_id from changes where table_name = ${name}`
        : sql`select c.organization_id, c.seq, c.row_id from changes as c
            where c.table_name = ${name} and not exists (
              select 1 from ${sql.table(place.table)} as t
              where ${sql.ref(`t.${place.column}`)} = c.row_id
                and ${sql.ref(name === 'organization' ? 't.id' : 't.organization_id')} = c.organization_id)`;
    const { rows } = await sql<{ organization_id: string; seq: number; row_id: string }>`${missing}`.execute(db);
    for (const row of rows)
      found.push({ kind: 'change', organizationId: row.organization_id, seq: row.seq, table: name, row: row.row_id });
  }
  return found;
}

/** A later change that a lookup by row misses: a phone would get the row before its place in the feed. */
async function hiddenChanges(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ organization_id: string; seq: number; table_name: string; row_id: string }>`
    select organization_id, max(case when again = 0 then seq end) as seq, table_name, row_id from changes
    where table_name <> 'cells' group by organization_id, table_name, row_id
    having max(case when again = 0 then seq end) > min(seq)
    union all
    select k.organization_id, k.seq, 'cells', k.cell_id from cells as k
    join (select organization_id, row_id, max(seq) as seq from changes where table_name = 'cells' group by organization_id, row_id) as l
      on l.organization_id = k.organization_id and l.row_id = k.cell_id
    where k.seq <> l.seq`.execute(db);
  return rows.map((row) => ({
    kind: 'hidden',
    organizationId: row.organization_id,
    seq: row.seq,
    table: row.table_name,
    row: row.row_id,
  }));
}

/** The commit that a stored answer names must be in the feed. */
async function answersOfNothing(db: Db): Promise<Finding[]> {
  const rows = await db
    .selectFrom('operations')
    .leftJoin('changes', (join) =>
      join.onRef('changes.organization_id', '=', 'operations.scope').onRef('changes.seq', '=', 'operations.seq'),
    )
    .select(['operations.scope', 'operations.key', 'operations.seq'])
    .where('operations.seq', 'is not', null)
    .where('changes.seq', 'is', null)
    .execute();
  return rows.map((row) => ({ kind: 'answer', organizationId: row.scope, key: row.key, seq: row.seq ?? 0 }));
}
