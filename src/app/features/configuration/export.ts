import { evOf } from '../../../domain/farm/load.ts';
import type { FarmViews, MovementView } from '../../sync/farm.ts';
import { csvOf } from '../../frame/csv.ts';
import { movementsCsv } from '../../frame/movement-csv.ts';

const rowsAtOnce = 500;

/** Every movement on this device as a file; of one person alone, where his role exports no more (domain.md §2.18). */
export async function exportMovements(views: FarmViews, onlyOf: string | null): Promise<string> {
  const wanted: MovementView[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<FarmViews['page']>> = await views.page({}, after, rowsAtOnce);
    wanted.push(...page.items.filter(({ movement }) => onlyOf === null || movement.created_by === onlyOf));
    after = page.next;
  } while (after !== null);
  return movementsCsv(views, wanted);
}

/** The herd as it stands on this device, cell by cell, with its EV and the coefficient that it is counted by (domain.md §2.4). */
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
    .map((cell) => {
      const category = categories.find(({ id }) => id === cell.category);
      return [
        nameIn(
          lots.map((view) => view.lot),
          cell.lot,
        ),
        nameIn(
          rodeos.map((view) => view.rodeo),
          cell.rodeo,
        ),
        category?.name ?? null,
        cell.head,
        category?.ev ?? null,
        category ? evOf([cell], categories) : null,
      ];
    });
  return csvOf([['Lote', 'Rodeo', 'Categoría', 'Cabezas', 'Coeficiente EV', 'EV'], ...rows]);
}
