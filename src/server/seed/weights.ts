import type { DemoFarm, Habit } from './demo-farm.ts';
import type { RodeoKey } from './places.ts';

/** Kilos per head on the 25th of each month from January, one crop of calves after the other. */
const kilos: Readonly<Partial<Record<RodeoKey, Readonly<Record<string, readonly number[]>>>>> = {
  machos: {
    Ternero: [150, 165, 181, 192, 204, 216, 226, 226, 226, 226, 226, 226],
    // From August on the tail of the crop.
    Novillito: [315, 330, 342, 350, 350, 350, 228, 234, 248, 264, 282, 300],
  },
  hembras: {
    Ternera: [140, 155, 169, 178, 188, 198, 206, 206, 206, 206, 206, 206],
    Vaquillona: [298, 311, 323, 333, 341, 346, 210, 218, 232, 248, 266, 283],
  },
  invernada: {
    // The tail and bought ones join in March, so the mean hardly grows.
    Novillito: [352, 371, 378, 390, 405, 420, 434, 246, 260, 282, 308, 332],
    Novillo: [500, 500, 500, 500, 500, 500, 500, 447, 459, 474, 487, 498],
  },
};
/** Never weighed here. */
const usual: Readonly<Record<string, number>> = {
  Vaca: 420,
  Vaquillona: 340,
  Toro: 640,
  'Ternero al pie': 130,
  'Ternera al pie': 122,
};

export const kilosOf = (farm: DemoFarm, rodeo: RodeoKey, category: string): number =>
  kilos[rodeo]?.[category]?.[farm.month - 1] ?? usual[category] ?? 300;

async function weigh(farm: DemoFarm, rodeo: RodeoKey): Promise<void> {
  const animals = Object.keys(kilos[rodeo] ?? {}).flatMap((category) => {
    const count = farm.heads(rodeo, category);
    const average_kg = kilosOf(farm, rodeo, category) + farm.random.between(-2, 2);
    return count > 0 ? [{ type: farm.category(category), count, average_kg }] : [];
  });
  if (animals.length === 0) return;
  const body = { rodeo_id: farm.ids.rodeos[rodeo], lot_id: farm.standsIn(rodeo), animals, weighing_type: 'control' };
  await farm.record('owner', 'weighing', body);
}

export const weighings: Habit = async (farm) => {
  if (farm.dayOfMonth !== 25) return;
  await weigh(farm, 'invernada');
  if (farm.month % 2 === 0) await weigh(farm, 'machos');
  if (farm.month % 3 === 0) await weigh(farm, 'hembras');
};
