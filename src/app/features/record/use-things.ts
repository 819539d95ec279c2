import { distinctNames } from '#domain';
import { useFarmStatus, useLiveForForm } from '#platform';
import type { FarmThings } from './start.ts';

/** What forms choose from; undefined while loading. */
export function useFarmThings(): FarmThings | undefined {
  const { ready: isWhole } = useFarmStatus();
  const things = useLiveForForm(async (views) => {
    const [lots, rodeos, campos, categories, stock, habits] = await Promise.all([
      views.lots(),
      views.rodeos(),
      views.campos(),
      views.categories(),
      views.stock(),
      views.habits(),
    ]);
    const lotNames = distinctNames(lots.map(({ lot }) => lot));
    const rodeoNames = distinctNames(rodeos.map(({ rodeo }) => rodeo));
    return {
      lots: lots.map((view) => ({ ...view, lot: { ...view.lot, name: lotNames.get(view.lot.id) ?? '' } })),
      rodeos: rodeos.map((view) => ({
        ...view,
        rodeo: { ...view.rodeo, name: rodeoNames.get(view.rodeo.id) ?? '' },
      })),
      campos,
      categories,
      stock,
      habits,
    };
  });
  return things && { ...things, isWhole };
}
