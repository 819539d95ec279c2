import type { Kysely } from 'kysely';
import { keeperRole } from '../../domain/people/roles.ts';
import { examineFeed } from './doctor-feed.ts';
import { examineInvoices } from './doctor-office.ts';
import { examineSupplies } from './doctor-supplies.ts';
import { danglingReferences } from './doctor-references.ts';
import { examineThings } from './doctor-things.ts';
import type { Finding } from './finding.ts';
import type { Tables } from './tables.ts';

/**
 * Examines a whole database: sums against postings, lines against living movements, invoices against payments, references, histories, the feed,
 * and that every farm has an owner.
 */
export async function examine(db: Kysely<Tables>): Promise<Finding[]> {
  return [
    ...(await wrongSums(db)),
    ...(await strayLines(db)),
    ...(await examineSupplies(db)),
    ...(await examineInvoices(db)),
    ...(await danglingReferences(db)),
    ...(await examineThings(db)),
    ...(await brokenHistories(db)),
    ...(await examineFeed(db)),
    ...(await withoutOwner(db)),
  ];
}

async function wrongSums(db: Kysely<Tables>): Promise<Finding[]> {
  const added = await db
    .selectFrom('postings')
    .select((select) => ['organization_id', 'cell_id', select.fn.sum<number>('head').as('head')])
    .groupBy(['organization_id', 'cell_id'])
    .execute();
  const stored = await db.selectFrom('cells').select(['organization_id', 'cell_id', 'head']).execute();
  const sums = new Map(added.map((row) => [`${row.organization_id} ${row.cell_id}`, Number(row.head)]));
  const cells = new Map(stored.map((row) => [`${row.organization_id} ${row.cell_id}`, row.head]));
  return [...new Set([...sums.keys(), ...cells.keys()])]
    .map((key): Finding => {
      const [organizationId = '', cell = ''] = key.split(' ');
      return { kind: 'sum', organizationId, cell, added: sums.get(key) ?? 0, kept: cells.get(key) ?? 0 };
    })
    .filter((finding) => finding.kind === 'sum' && finding.added !== finding.kept);
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
  return rows.map((row) => ({ kind: 'line', organizationId: row.organization_id, movement: row.movement_id }));
}

/** Edits are numbered 1, 2, 3 … per movement: a hole is a lost edit. */
async function brokenHistories(db: Kysely<Tables>): Promise<Finding[]> {
  const rows = await db
    .selectFrom('edits')
    .leftJoin('movements', (join) =>
      join
        .onRef('movements.id', '=', 'edits.movement_id')
        .onRef('movements.organization_id', '=', 'edits.organization_id'),
    )
    .select((select) => [
      'edits.organization_id',
      'edits.movement_id',
      'movements.id',
      select.fn.count<number>('edits.n').as('edits'),
      select.fn.min('edits.n').as('first'),
      select.fn.max('edits.n').as('last'),
    ])
    .groupBy(['edits.organization_id', 'edits.movement_id', 'movements.id'])
    .execute();
  return rows
    .filter((row) => row.id === null || row.first !== 1 || row.last !== Number(row.edits))
    .map((row) => ({ kind: 'history', organizationId: row.organization_id, movement: row.movement_id }));
}

async function withoutOwner(db: Kysely<Tables>): Promise<Finding[]> {
  const rows = await db
    .selectFrom('organizations')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.organization_id', '=', 'organizations.id')
        .on('memberships.role', '=', keeperRole)
        .on('memberships.removed_at', 'is', null),
    )
    .select('organizations.id')
    .where('organizations.deleted_at', 'is', null)
    .where('memberships.user_id', 'is', null)
    .execute();
  return rows.map((row) => ({ kind: 'owner', organizationId: row.id }));
}
