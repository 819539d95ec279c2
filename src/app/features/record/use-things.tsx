import { distinctNames } from '#domain';
import { useFarmStatus, useLiveForForm } from '#platform';
import { Notice, Sheet, type SheetProps, Skeleton } from '#ui';
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
      campos,
      categories,
      stock,
      habits,
      lots: lots.map((view) => ({ ...view, lot: { ...view.lot, name: lotNames.get(view.lot.id) ?? '' } })),
      rodeos: rodeos.map((view) => ({
        ...view,
        rodeo: { ...view.rodeo, name: rodeoNames.get(view.rodeo.id) ?? '' },
      })),
    };
  });
  return things && { ...things, isWhole };
}

/** Why there is no form for who lacks the right. */
export const mayNotRecord = 'Tu usuario no puede registrar esto. Pedíselo a un administrador.';

interface FormlessSheetProps extends Pick<SheetProps, 'title' | 'size' | 'onClose'> {
  /** Why there is no form; absent while it loads. */
  readonly why?: string | null;
}

/** The sheet of a form that is not there yet, or cannot be. */
export const FormlessSheet = ({ why = null, ...sheet }: FormlessSheetProps) => (
  <Sheet open {...sheet}>
    {why === null ? <Skeleton rows={4} /> : <Notice tone="warn">{why}</Notice>}
  </Sheet>
);
