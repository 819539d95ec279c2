import { formatDay } from '../../../domain/dates.ts';
import { kindOf } from '../../../domain/movements/registry.ts';
import type { FarmViews, MovementView } from '../../sync/farm.ts';
import { csvOf } from '../../frame/csv.ts';

const rowsAtOnce = 500;

const movementHeadings = ['Fecha', 'Tipo', 'Resumen', 'Cabezas', 'Lote', 'Rodeo', 'Detalle', 'Cargado por', 'Estado'];

/** Every movement on this device as a file; of one person alone, where his role exports no more (domain.md §2.18). */
export async function exportMovements(views: FarmViews, onlyOf: string | null): Promise<string> {
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
  const rows = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<FarmViews['page']>> = await views.page({}, after, rowsAtOnce);
    rows.push(...page.items.filter(({ movement }) => onlyOf === null || movement.created_by === onlyOf).map(row));
    after = page.next;
  } while (after !== null);
  return csvOf([movementHeadings, ...rows]);
}

/** The herd as it stands on this device, cell by cell. */
export async function exportHerd(views: FarmViews): Promise<string> {
  const [lots, rodeos, categories, cells] = await Promise.all([
    views.lots(),
    views.rodeos(),
    views.categories(),
    views.stock(),
  ]);
  const nameIn = (
    things: readonly { readonly id: string; readonly name: string }[],
    id: string | null,
  ): string | null => things.find((thing) => thing.id === id)?.name ?? null;
  const rows = cells
    .filter((cell) => cell.head !== 0)
    .map((cell) => [
      nameIn(
        lots.map((view) => view.lot),
        cell.lot,
      ),
      nameIn(
        rodeos.map((view) => view.rodeo),
        cell.rodeo,
      ),
      nameIn(categories, cell.category),
      cell.head,
    ]);
  return csvOf([['Lote', 'Rodeo', 'Categoría', 'Cabezas'], ...rows]);
}
