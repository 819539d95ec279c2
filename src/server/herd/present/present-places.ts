import { type CampoRow, type LotRow, type RodeoRow, rowsWhere, type Trx } from '../../database/tables.ts';

/** Lots for the wire; heads per category over all rodeos (domain.md §1.1). */
export async function presentLots(
  db: Trx,
  organizationId: string,
  rows: readonly LotRow[],
): Promise<Record<string, unknown>[]> {
  // A new farm has none, and PostgreSQL rejects an empty list.
  if (rows.length === 0) return [];
  const lotIds = rows.map((row) => row.id);
  const cells = await db
    .selectFrom('cells')
    .innerJoin('categories', 'categories.id', 'cells.category_id')
    .select((select) => ['lot_id', 'category_id', 'categories.name as name', select.fn.sum<number>('head').as('count')])
    .where('cells.organization_id', '=', organizationId)
    .$if(lotIds.length <= 100, (query) => query.where('lot_id', 'in', lotIds))
    .groupBy(['lot_id', 'category_id', 'categories.name', 'categories.order'])
    .orderBy('categories.order')
    .execute();
  const byLot = new Map<string, Record<string, unknown>[]>();
  for (const { lot_id, category_id, name, count } of cells) {
    if (lot_id === null || count === 0) continue;
    const animal = { id: `${lot_id}|${category_id}`, count, category: { id: category_id, name } };
    byLot.set(lot_id, [...(byLot.get(lot_id) ?? []), animal]);
  }
  return rows.map((row) => ({ ...presentLot(row), animals: byLot.get(row.id) ?? [] }));
}

const presentLot = (row: LotRow): Record<string, unknown> => ({
  id: row.id,
  cid: row.id,
  organization_id: row.organization_id,
  name: row.name,
  hectares: row.hectares,
  order: row.order,
  deleted: row.deleted === 1,
  campo_id: row.campo_id,
  use: row.use,
  is_grazing: row.is_grazing === 1,
  receptivity_ev_ha: row.receptivity_ev_ha,
  notes: row.notes,
  water: row.water,
  water_on: row.water_on,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
});

/** Rodeos for the wire, with their cells. */
export async function presentRodeos(
  db: Trx,
  organizationId: string,
  rows: readonly RodeoRow[],
): Promise<Record<string, unknown>[]> {
  const cells = await rowsWhere(db, 'cells', { organization_id: organizationId })
    .select(['rodeo_id', 'lot_id', 'category_id', 'head'])
    .where('head', '!=', 0)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    cid: row.id,
    organization_id: row.organization_id,
    name: row.name,
    activity: row.activity,
    breed: row.breed,
    target_daily_gain_kg: row.target_daily_gain_kg,
    color: row.color,
    active: row.active === 1,
    deleted: row.deleted === 1,
    created_by: row.created_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    animals: cells
      .filter((cell) => cell.rodeo_id === row.id)
      .map(({ lot_id, category_id, head }) => ({ lot_id, category_id, count: head })),
  }));
}

export const presentCampo = ({ deleted, ...row }: CampoRow): Record<string, unknown> => ({
  ...row,
  cid: row.id,
  deleted: deleted === 1,
});
