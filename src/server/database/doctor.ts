import { identityOf, keeperRole, paymentState, plainThings, type StoredInvoice, sumsOf } from '../../domain/index.ts';
import { danglingReferences, examineThings, farmColumns } from './doctor-references.ts';
import type { Finding } from './finding.ts';
import { type Db, rowsWhere } from './tables.ts';
import type { InvoiceRow } from './tables-office.ts';
import { sql } from 'kysely';

/**
 * Examines a whole database: sums against postings, lines against living movements, invoices against payments, references, histories, the feed,
 * and that every farm has an owner.
 */
export async function examine(db: Db): Promise<Finding[]> {
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

async function wrongSums(db: Db): Promise<Finding[]> {
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

async function strayLines(db: Db): Promise<Finding[]> {
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
async function brokenHistories(db: Db): Promise<Finding[]> {
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

async function withoutOwner(db: Db): Promise<Finding[]> {
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

/** Invoices whose state disagrees with their payments, whose number disagrees with the form, or that name missing records. */
async function examineInvoices(db: Db): Promise<Finding[]> {
  const invoices = await rowsWhere(db, 'invoices', { deleted: 0 }).selectAll().execute();
  const movements = await db.selectFrom('movements').select(['id', 'organization_id']).execute();
  const there = new Set(movements.map((row) => `${row.organization_id} ${row.id}`));
  return invoices
    .filter((row) => {
      const stored = JSON.parse(row.content) as StoredInvoice;
      const isLinked = stored.movement_ids.every((id) => there.has(`${row.organization_id} ${id}`));
      return !isLinked || row.state !== stateOf(row, stored) || row.identity !== numberOf(row, stored);
    })
    .map((row) => ({ kind: 'invoice', organizationId: row.organization_id, invoice: row.id }));
}

/** A person sets 'draft' and 'annulled'; the payments decide the rest. */
const stateOf = ({ state }: InvoiceRow, stored: StoredInvoice): string =>
  state === 'borrador' || state === 'anulada' ? state : paymentState(sumsOf(stored));

/** An annulled invoice frees its number. */
const numberOf = ({ state }: InvoiceRow, stored: StoredInvoice): string | null =>
  state === 'anulada' ? null : identityOf(stored);

/** Re-adds the store rooms' books and compares with the stored sums; lines must belong to living movements of their day. */
const examineSupplies = async (db: Db): Promise<Finding[]> => [
  ...(await wrongStocks(db)),
  ...(await strayEntries(db)),
  ...(await strayChildren(db)),
];

async function wrongStocks(db: Db): Promise<Finding[]> {
  const added = await db
    .selectFrom('asset_entries')
    .select((select) => [
      'organization_id',
      'asset_id',
      'batch',
      select.fn.sum<number>('thousandths').as('thousandths'),
      select.fn.min<string | null>('expires').as('expires'),
    ])
    .groupBy(['organization_id', 'asset_id', 'batch'])
    .execute();
  const stored = await db.selectFrom('asset_stocks').selectAll().execute();
  const keyOf = (row: { organization_id: string; asset_id: string; batch: string }): string =>
    `${row.organization_id} ${row.asset_id} ${row.batch}`;
  const textOf = (row: { thousandths: number; expires: string | null } | undefined): string =>
    `${(row?.thousandths ?? 0) / 1000} (${row?.expires ?? '-'})`;
  const sums = new Map(added.map((row) => [keyOf(row), textOf(row)]));
  const stocks = new Map(stored.map((row) => [keyOf(row), textOf(row)]));
  const none = textOf(undefined);
  return [...new Set([...sums.keys(), ...stocks.keys()])]
    .filter((key) => (sums.get(key) ?? none) !== (stocks.get(key) ?? none))
    .map((key) => ({
      kind: 'stock',
      organizationId: key.split(' ')[0] ?? '',
      asset: key.slice(key.indexOf(' ') + 1),
      added: sums.get(key) ?? none,
      kept: stocks.get(key) ?? none,
    }));
}

async function strayEntries(db: Db): Promise<Finding[]> {
  const rows = await db
    .selectFrom('asset_entries')
    .leftJoin('movements', 'movements.id', 'asset_entries.movement_id')
    .leftJoin('assets', 'assets.id', 'asset_entries.asset_id')
    .select(['asset_entries.organization_id', 'asset_entries.movement_id'])
    .where((where) =>
      where.or([
        where('movements.id', 'is', null),
        where('movements.deleted', '=', 1),
        where('movements.organization_id', '!=', where.ref('asset_entries.organization_id')),
        where('movements.date', '!=', where.ref('asset_entries.date')),
        where('assets.id', 'is', null),
        where('assets.organization_id', '!=', where.ref('asset_entries.organization_id')),
      ]),
    )
    .execute();
  return rows.map((row) => ({ kind: 'stock-line', organizationId: row.organization_id, movement: row.movement_id }));
}

/** What another movement made lives and dies with it. */
async function strayChildren(db: Db): Promise<Finding[]> {
  const rows = await db
    .selectFrom('movements')
    .leftJoin('movements as parents', 'parents.id', 'movements.parent_id')
    .select(['movements.organization_id', 'movements.id'])
    .where('movements.parent_id', 'is not', null)
    .where('movements.deleted', '=', 0)
    .where((where) =>
      where.or([
        where('parents.id', 'is', null),
        where('parents.deleted', '=', 1),
        where('parents.organization_id', '!=', where.ref('movements.organization_id')),
      ]),
    )
    .execute();
  return rows.map((row) => ({ kind: 'child', organizationId: row.organization_id, movement: row.id }));
}

/** Checks the feed: commit numbers without holes, each change of an existing row and findable by it, each answer's commit. */
async function examineFeed(db: Db): Promise<Finding[]> {
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
