import type { Category, Cell } from '#domain';
import type { FarmViews, Habits, LotView, RodeoView } from '#sync/farm.ts';

/** What a move is chosen from, as this device knows it. */
export interface FarmAround {
  readonly lots: readonly LotView[];
  readonly rodeos: readonly RodeoView[];
  readonly categories: readonly Category[];
  readonly stock: readonly Cell[];
  readonly habits: Habits;
}

/** Reads it in one go. */
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

/** The name of a rodeo for a person. */
export const rodeoName = ({ rodeos }: FarmAround, id: string | null): string =>
  rodeos.find((view) => view.rodeo.id === id)?.rodeo.name ?? 'Sin rodeo';

/** The name of a lot for a person. */
export const lotName = ({ lots }: FarmAround, id: string | null): string =>
  lots.find((view) => view.lot.id === id)?.lot.name ?? 'Sin lote';
