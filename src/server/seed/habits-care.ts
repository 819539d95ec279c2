import type { DemoFarm, Habit } from './demo-farm.ts';
import { owe } from './habits-office.ts';
import { type RodeoKey, rodeos } from './places.ts';

interface Campaign {
  readonly dates: readonly string[];
  readonly rodeos: readonly RodeoKey[];
  readonly reason: string;
  readonly product: string;
  readonly dose: string;
  readonly withdrawal?: number;
}

const everybody = Object.keys(rodeos) as RodeoKey[];

/** Never in the five weeks before animals of the rodeo are sold (`habits-trade.ts`): what was given would forbid it. */
const deworming = {
  reason: 'desparasitacion',
  product: 'Ivermectina 1 %',
  dose: '1 ml cada 50 kg',
  withdrawal: 35,
} as const;

const campaigns: readonly Campaign[] = [
  { dates: ['3-2', '11-6'], rodeos: everybody, reason: 'vacunacion', product: 'Vacuna antiaftosa', dose: '2 ml' },
  { ...deworming, dates: ['4-23', '8-5', '12-4'], rodeos: ['hembras', 'machos'] },
  { ...deworming, dates: ['7-2', '9-25'], rodeos: ['invernada'] },
  {
    dates: ['5-21'],
    rodeos: ['cria', 'criaRetiro'],
    reason: 'suplemento',
    product: 'Cobre y minerales inyectables',
    dose: '5 ml',
  },
  {
    dates: ['9-20'],
    rodeos: ['cria', 'criaRetiro'],
    reason: 'vacunacion',
    product: 'Vacuna reproductiva',
    dose: '3 ml',
  },
];

const treatments: Habit = async (farm) => {
  for (const campaign of campaigns) {
    if (!farm.isDate(...campaign.dates)) continue;
    for (const rodeo of campaign.rodeos) {
      const animals = farm.linesOf(rodeo);
      if (animals.length === 0) continue;
      const quantity = animals.reduce((sum, line) => sum + line.count, 0);
      await farm.record('hand', 'treatment', {
        lot_id: farm.standsIn(rodeo),
        rodeo_id: farm.ids.rodeos[rodeo],
        animals,
        reason: campaign.reason,
        products: [{ name: campaign.product, dose: campaign.dose, quantity, unit: 'dosis' }],
        ...(campaign.withdrawal && { withdrawal_days: campaign.withdrawal }),
      });
    }
  }
};

const cures = [
  ['antibiotico', 'Oxitetraciclina L.A.', 'Renguera'],
  ['curacion', 'Curabichera en aerosol', 'Bichera'],
  ['antibiotico', 'Colirio oftálmico', 'Queratoconjuntivitis'],
] as const;

const medicines: Habit = async (farm) => {
  if (!farm.chance.with(0.035)) return;
  const rodeo = farm.chance.oneOf(['cria', 'criaRetiro', 'hembras', 'machos', 'invernada']);
  const [cell] = farm.cells(rodeo);
  if (!cell) return;
  const [reason, product, detail] = farm.chance.oneOf(cures);
  await farm.record('hand', 'load-medicine', {
    lot_id: cell.lot,
    rodeo_id: cell.rodeo,
    animals: [{ type: cell.category, count: farm.chance.between(1, 3) }],
    reason,
    products: [{ name: product }],
    detail,
  });
};

/** Kilos of a category in the month in which it comes to be, what it gains a month, and that month: the weaning's, the recategorization's. */
const growth: Readonly<Record<string, readonly [number, number, number]>> = {
  Ternero: [178, 15, 3],
  Ternera: [166, 13, 3],
  Novillito: [226, 15, 7],
  Vaquillona: [212, 12, 7],
  Novillo: [346, 14, 9],
};
/** To be fattened they come a month after. */
const fattened: typeof growth = { ...growth, Novillito: [241, 15, 8] };

async function weigh(farm: DemoFarm, rodeo: RodeoKey): Promise<void> {
  const animals = Object.entries(rodeo === 'invernada' ? fattened : growth).flatMap(
    ([category, [kilos, gain, since]]) => {
      const count = farm.heads(rodeo, category);
      const average_kg = kilos + gain * ((farm.month - since + 12) % 12) + farm.chance.between(-5, 5);
      return count > 0 ? [{ type: farm.category(category), count, average_kg }] : [];
    },
  );
  if (animals.length === 0) return;
  const body = { rodeo_id: farm.ids.rodeos[rodeo], lot_id: farm.standsIn(rodeo), animals, weighing_type: 'control' };
  await farm.record('owner', 'weighing', body);
}

const weighings: Habit = async (farm) => {
  if (farm.dayOfMonth !== 25) return;
  await weigh(farm, 'invernada');
  if (farm.month % 2 === 0) await weigh(farm, 'machos');
  if (farm.month % 3 === 0) await weigh(farm, 'hembras');
};

/** Winter feed: silage for the fattening herd each week, bales for the young ones every other week. */
const feeding: Habit = async (farm) => {
  if (farm.month < 6 || farm.month > 8 || farm.dayOfMonth % 7 !== 0) return;
  await farm.record('hand', 'consumption', {
    lot_id: farm.standsIn('invernada'),
    rodeo_id: farm.ids.rodeos.invernada,
    product: 'Silo de maíz',
    quantity: farm.chance.between(44, 62) * 50,
    unit: 'kg',
  });
  if (farm.dayOfMonth % 14 !== 0) return;
  await farm.record('hand', 'consumption', {
    lot_id: farm.standsIn('machos'),
    rodeo_id: farm.ids.rodeos.machos,
    product: 'Rollo de alfalfa',
    quantity: farm.chance.between(4, 8),
    unit: 'rollo',
  });
};

/** The store room: deliveries by the season, fuel every month. */
const supplies: Habit = async (farm) => {
  const batch = `/api/asset/${farm.ids.organization}/batch`;
  if (farm.isDate('2-3', '8-3')) {
    const body = {
      name: 'Ivermectina 1 %',
      quantity: 12,
      unit: 'unidad',
      supplier: 'Veterinaria Rauch',
      total: '444000.00',
    };
    await owe(farm, await farm.record('owner', 'load-asset', body), body.supplier, body.name, body.total);
  }
  if (farm.isDate('3-7', '9-7')) {
    const lines = [
      { name: 'Alambre liso', quantity: 4, unit: 'unidad' },
      { name: 'Sal mineral', quantity: 40, unit: 'bolsa' },
      { name: 'Oxitetraciclina L.A.', quantity: 6, unit: 'unidad' },
    ];
    await farm.record('owner', batch, { lines, supplier: 'Cooperativa Agraria de Tandil', total: '918500.00' });
  }
  if (farm.dayOfMonth !== 16) return;
  const tank = {
    name: 'Gasoil',
    quantity: 200,
    unit: 'l',
    supplier: 'Cooperativa Agraria de Tandil',
    total: '254000.00',
  };
  await owe(farm, await farm.record('owner', 'load-asset', tank), tank.supplier, tank.name, tank.total);
  const fuel = { name: 'Gasoil', quantity: farm.chance.between(8, 20) * 10, unit: 'l' };
  await farm.record('hand', `/api/asset/${farm.ids.organization}/consume`, fuel);
};

export const careHabits: readonly Habit[] = [treatments, medicines, weighings, feeding, supplies];
