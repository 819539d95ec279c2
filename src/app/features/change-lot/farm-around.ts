import type { Category, Cell } from '#domain';
import type { FarmViews, Habits, LotView, RodeoView } from '#sync/farm.ts';

/** What a move chooses from, as this device knows it. */
export interface FarmAround {
  readonly lots: readonly LotView[];
  readonly rodeos: readonly RodeoView[];
  readonly categories: readonly Category[];
  readonly stock: readonly Cell[];
  readonly habits: Habits;
}

/** Reads it. */
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

/** A rodeo's name. */
export const rodeoName = ({ rodeos }: FarmAround, id: string | null): string =>
  rodeos.find((view) => view.rodeo.id === id)?.rodeo.name ?? 'Sin rodeo';

/** A lot's name. */
export const lotName = ({ lots }: FarmAround, id: string | null): string =>
  lots.find((view) => view.lot.id === id)?.lot.name ?? 'Sin lote';
