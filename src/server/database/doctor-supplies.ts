import type { Kysely } from 'kysely';
import type { Finding } from './finding.ts';
import type { Tables } from './tables.ts';

/** Re-adds the store rooms' books and compares with the stored sums; lines must belong to living movements of their day. */
export const examineSupplies = async (db: Kysely<Tables>): Promise<Finding[]> => [
  ...(await wrongStocks(db)),
  ...(await strayEntries(db)),
  ...(await strayChildren(db)),
];

async function wrongStocks(db: Kysely<Tables>): Promise<Finding[]> {
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

async function strayEntries(db: Kysely<Tables>): Promise<Finding[]> {
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
async function strayChildren(db: Kysely<Tables>): Promise<Finding[]> {
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
