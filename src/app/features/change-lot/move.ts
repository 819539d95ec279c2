import { type Category, type Cell, evOf, headsIn, loadLight, loadOf, lotOf, netHeads, rodeoOf } from '#domain';
import { transfer, transferRodeo } from '#domain/movements/kinds/moves.ts';
import type { FarmViews, Habits, LotView, RodeoView } from '#sync/farm.ts';

/** The animals of one rodeo in one lot. */
export interface Source {
  readonly key: string;
  readonly lotId: string | null;
  readonly rodeoId: string | null;
  readonly cells: readonly Cell[];
  readonly heads: number;
}

export interface MoveFrom {
  readonly lotId?: string;
  readonly rodeoId?: string;
}

export interface MoveDraft {
  readonly source: string;
  readonly what: 'todo' | 'parte';
  readonly heads: Readonly<Record<string, number>>;
  readonly toLotId: string;
  readonly date: string;
}

const sourceKey = (cell: Pick<Cell, 'lot' | 'rodeo'>): string => `${cell.lot ?? ''}|${cell.rodeo ?? ''}`;

/** What can be moved from there, the largest first. */
export function sourcesOf(stock: readonly Cell[], from: MoveFrom): readonly Source[] {
  const here = stock.filter(
    (cell) =>
      cell.head > 0 &&
      (from.lotId === undefined || cell.lot === from.lotId) &&
      (from.rodeoId === undefined || cell.rodeo === from.rodeoId),
  );
  return [...new Set(here.map(sourceKey))]
    .map((key): Source => {
      const cells = here.filter((cell) => sourceKey(cell) === key);
      const [first] = cells;
      return {
        key,
        lotId: first?.lot ?? null,
        rodeoId: first?.rodeo ?? null,
        cells,
        heads: netHeads(cells),
      };
    })
    .toSorted((a, b) => b.heads - a.heads);
}

/** Lines that move: the whole source, or the counted part. */
export const movedLines = (
  draft: MoveDraft,
  source: Source,
): readonly { readonly type: string; readonly count: number }[] =>
  draft.what === 'todo'
    ? source.cells.map((cell) => ({ type: cell.category, count: cell.head }))
    : Object.entries(draft.heads)
        .filter(([, count]) => count > 0)
        .map(([type, count]) => ({ type, count }));

/** The record of the move (domain.md §1.2): a whole rodeo, and what of one is in no lot, by the rodeo's kind; all else from lot to lot. */
export function moveRecord(draft: MoveDraft, source: Source) {
  const { date, toLotId: to_lot_id } = draft;
  const { lotId: from_lot_id, rodeoId: rodeo_id } = source;
  const animals = movedLines(draft, source);
  if (rodeo_id !== null && draft.what === 'todo') {
    return { type: transferRodeo.type, payload: { date, rodeo_id, from_lot_id, to_lot_id, whole: true } } as const;
  }
  return from_lot_id === null && rodeo_id !== null
    ? ({ type: transferRodeo.type, payload: { date, rodeo_id, from_lot_id, to_lot_id, animals } } as const)
    : ({ type: transfer.type, payload: { date, from_lot_id, to_lot_id, rodeo_id, animals } } as const);
}

export interface Destination {
  readonly view: LotView;
  readonly before: number | null;
  readonly after: number | null;
  readonly light: ReturnType<typeof loadLight>;
  readonly occupants: readonly (string | null)[];
}

/** All other lots, with their load before and after (domain.md §2.17). */
export function destinationsOf(
  lines: ReturnType<typeof movedLines>,
  fromLotId: string | null,
  { lots, stock, categories }: Pick<FarmAround, 'lots' | 'stock' | 'categories'>,
): readonly Destination[] {
  const added = evOf(
    lines.map((line) => ({ category: line.type, head: line.count })),
    categories,
  );
  return lots
    .filter((view) => view.lot.id !== fromLotId)
    .map((view) => {
      const ev = evOf(headsIn(view.lot), categories);
      const after = loadOf(ev + added, view.lot);
      return {
        view,
        before: loadOf(ev, view.lot),
        after,
        light: loadLight(after, view.lot.receptivity_ev_ha),
        occupants: [
          ...new Set(stock.filter((cell) => cell.lot === view.lot.id && cell.head > 0).map((cell) => cell.rodeo)),
        ],
      };
    });
}

/** What a move chooses from, as this device knows it. */
export interface FarmAround {
  readonly lots: readonly LotView[];
  readonly rodeos: readonly RodeoView[];
  readonly categories: readonly Category[];
  readonly stock: readonly Cell[];
  readonly habits: Habits;
}

export async function readAround(views: FarmViews): Promise<FarmAround> {
  const [lots, rodeos, categories, stock, habits] = await Promise.all([
    views.lots(),
    views.rodeos(),
    views.categories(),
    views.stock(),
    views.habits(),
  ]);
  return { lots, rodeos, categories, stock, habits };
}

export const rodeoName = ({ rodeos }: FarmAround, id: string | null): string =>
  rodeoOf(rodeos, id)?.name ?? 'Sin rodeo';

export const lotName = ({ lots }: FarmAround, id: string | null): string => lotOf(lots, id)?.name ?? 'Sin lote';
