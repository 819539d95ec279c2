import { formatDay } from '../../domain/dates.ts';
import { kindOf } from '../../domain/movements/registry.ts';
import type { FarmViews, MovementView } from '../sync/farm.ts';
import { csvOf } from './csv.ts';

const headings = ['Fecha', 'Tipo', 'Resumen', 'Cabezas', 'Lote', 'Rodeo', 'Detalle', 'Cargado por', 'Estado'];

/** What a browser is told that such a file is. */
export const csvType = 'text/csv;charset=utf-8';

/** Movements as a file for a spreadsheet, one a row, in the order in which they are given. */
export async function movementsCsv(
  views: Pick<FarmViews, 'lots' | 'rodeos'>,
  movements: readonly MovementView[],
): Promise<string> {
  const [lots, rodeos] = await Promise.all([views.lots(), views.rodeos()]);
  const lotNames = new Map(lots.map(({ lot }) => [lot.id, lot.name]));
  const rodeoNames = new Map(rodeos.map(({ rodeo }) => [rodeo.id, rodeo.name]));
  const row = ({ movement, summary, author }: MovementView) => [
    formatDay(movement.date),
    kindOf(movement.type).label,
    summary,
    movement.animals.reduce((sum, line) => sum + line.count, 0) || null,
    lotNames.get(movement.metadata.lot_id ?? '') ?? null,
    rodeoNames.get(movement.rodeoId ?? '') ?? null,
    movement.detail,
    author,
    movement.metadata.deletedBy ? 'Eliminado' : 'Activo',
  ];
  return csvOf([headings, ...movements.map(row)]);
}
