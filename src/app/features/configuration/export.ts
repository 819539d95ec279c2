import { evOf } from '#domain';
import type { FarmViews } from '#sync/farm.ts';
import { csvOf } from '#platform';
import type { MovementCsv } from '#farm/movement-csv.ts';

const rowsAtOnce = 500;
/** Records formatted before the screen may draw again. */
const writtenAtOnce = 100;

/** Lets the screen draw and handle input. */
const breath = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve);
  });

interface Asked {
  /** Of one person, where the role exports no more (domain.md §2.18). */
  readonly onlyOf: string | null;
  /** Called after each page with the records written; false stops. */
  readonly onPage?: (records: number) => boolean;
}

/** All movements on this device as pieces of a file, page by page to spare memory. Null if `onPage` stopped it. */
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

/** The herd on this device, cell by cell, with its EV and coefficient (domain.md §2.4). */
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
