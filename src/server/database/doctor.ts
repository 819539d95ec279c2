import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Something in the book that does not add up. */
export interface Finding {
  readonly organizationId: string;
  readonly what: string;
}

/** Re-adds every posting and compares with the kept sums; checks that lines belong to living movements and that the feed has no holes. */
export async function examine(db: Kysely<Tables>): Promise<Finding[]> {
  return [...(await wrongSums(db)), ...(await strayLines(db)), ...(await holesInFeed(db))];
}

async function wrongSums(db: Kysely<Tables>): Promise<Finding[]> {
  const added = await db
    .selectFrom('postings')
    .select((select) => ['organization_id', 'cell_id', select.fn.sum<number>('head').as('head')])
    .groupBy(['organization_id', 'cell_id'])
    .execute();
  const kept = await db.selectFrom('cells').select(['organization_id', 'cell_id', 'head']).execute();
  const sums = new Map(added.map((row) => [`${row.organization_id} ${row.cell_id}`, Number(row.head)]));
  const cells = new Map(kept.map((row) => [`${row.organization_id} ${row.cell_id}`, row.head]));
  return [...new Set([...sums.keys(), ...cells.keys()])]
    .filter((key) => (sums.get(key) ?? 0) !== (cells.get(key) ?? 0))
    .map((key) => ({
      organizationId: key.split(' ')[0] ?? '',
      what: `cell ${key.slice(key.indexOf(' ') + 1)}: the lines add up to ${sums.get(key) ?? 0}, the sum kept is ${cells.get(key) ?? 0}`,
    }));
}

async function strayLines(db: Kysely<Tables>): Promise<Finding[]> {
  const rows = await db
    .selectFrom('postings')
    .leftJoin('movements', 'movements.id', 'postings.movement_id')
    .select(['postings.organization_id', 'postings.movement_id'])
    .where((where) =>
      where.or([
        where('movements.id', 'is', null),
        where('movements.deleted', '=', 1),
        where('movements.organization_id', '!=', where.ref('postings.organization_id')),
        where('movements.date', '!=', where.ref('postings.date')),
      ]),
    )
    .execute();
  return rows.map((row) => ({
    organizationId: row.organization_id,
    what: `a line of movement ${row.movement_id} has no living movement of its day`,
  }));
}

async function holesInFeed(db: Kysely<Tables>): Promise<Finding[]> {
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
    .filter((row) => Number(row.commits) !== row.seq || Number(row.last ?? 0) !== row.seq)
    .map((row) => ({
      organizationId: row.id,
      what: `the feed holds ${row.commits} commits up to ${row.last ?? 0}, the sequence stands at ${row.seq}`,
    }));
}
