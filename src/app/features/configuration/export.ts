import { evOf } from '#domain';
import type { FarmViews } from '#sync/farm.ts';
import { csvOf } from '#platform';
import type { MovementCsv } from '#farm/movement-csv.ts';

const rowsAtOnce = 500;
/** Records that are put into words before the screen has its turn again. */
const writtenAtOnce = 100;

/** Lets the screen draw and hear what is touched. */
const breath = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

interface Asked {
  /** Of one person alone, where his role exports no more (domain.md §2.18). */
  readonly onlyOf: string | null;
  /** Told after each page how many records are in the file; false ends it. */
  readonly onPage?: (records: number) => boolean;
}

/** Every movement on this device as the pieces of a file, page by page, so that memory and screen bear it. Null where `onPage` ended it. */
export async function exportMovements(
  views: Pick<FarmViews, 'page'>,
  csv: MovementCsv,
  { onlyOf, onPage = () => true }: Asked,
): Promise<readonly string[] | null> {
  const pieces = [csv.head];
  let records = 0;
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<FarmViews['page']>> = await views.page({}, after, rowsAtOnce);
    const wanted = page.items.filter(({ movement }) => onlyOf === null || movement.created_by === onlyOf);
    for (let start = 0; start < wanted.length; start += writtenAtOnce) {
      pieces.push(csv.rows(wanted.slice(start, start + writtenAtOnce)));
      await breath();
    }
    records += wanted.length;
    after = page.next;
    if (!onPage(records)) return null;
  } while (after !== null);
  return pieces;
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
