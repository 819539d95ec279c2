import { lot as lotThing } from '#domain/things/lot.ts';
import { useNavigate } from '@tanstack/react-router';
import { sheetToCorrect } from '#features/cycles/sheets.ts';
import { type DescribedName, thingOf } from '#domain/things/registry.ts';
import { useFarm } from '#platform';
import { screenOf } from '#farm/things/screen-of.ts';

type Way = (id: string) => Promise<void>;

interface Sheets {
  readonly onRefused: (opId: string) => void;
  readonly onWaiting: (movementId: string) => void;
}

/** Opens an operation for correction: things on their own screen, records and refused lots in the sheet over any screen. */
export function useCorrect({ onRefused, onWaiting }: Sheets): (opId: string) => void {
  const farm = useFarm();
  const navigate = useNavigate();
  const replace = true;
  const ways: Readonly<Record<Exclude<DescribedName, 'lot'>, Way>> = {
    task: async (id) => navigate({ to: '/tasks', search: { hoja: id }, replace }),
    note: async (id) => navigate({ to: '/notes', search: { hoja: id }, replace }),
    cycle: async (id) => {
      const hoja = await sheetToCorrect(farm.views, id);
      await navigate({ to: '/ciclos-reproductivos/$id', params: { id }, search: { hoja }, replace });
    },
    invoice: async (id) => navigate({ to: '/billing/$id', params: { id }, search: { hoja: 'editar' }, replace }),
    rodeo: async (id) => navigate({ to: '/rodeos/$id', params: { id }, search: { hoja: 'editar' }, replace }),
    campo: async (id) => navigate({ to: '/campos', search: { hoja: id }, replace }),
    asset: async (id) => navigate({ to: '/stock/$id', params: { id }, search: {}, replace }),
    category: async (id) => navigate({ to: '/configuration', search: { seccion: 'categorias', hoja: id }, replace }),
  };
  const go = async (opId: string): Promise<void> => {
    const item = (await farm.views.pending()).find((one) => one.opId === opId);
    const subject = item?.subject ?? 'movement';
    if (item?.problem === null && subject === 'movement') return onWaiting(item.entityId);
    if (item?.problem === null && subject === lotThing.name)
      return await navigate({ to: '/lots/$id/edit', params: { id: item.entityId }, replace });
    if (!item || subject === 'movement' || subject === lotThing.name) return onRefused(opId);
    const way = (ways as Readonly<Record<string, Way | undefined>>)[subject];
    if (way) return await way(item.entityId);
    await navigate({ to: screenOf(thingOf(subject)), search: { hoja: item.entityId }, replace });
  };
  return (opId) => void go(opId);
}
