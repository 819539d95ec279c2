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
