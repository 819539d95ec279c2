import type { DemoFarm, DemoPerson, Habit } from './demo-farm.ts';
import { money, oweForAnimals, settle } from './papers.ts';
import type { RodeoKey } from './places.ts';
import { kilosOf } from './weights.ts';

const slaughterers = ['Frigorífico Gorina', 'Consignataria Sáenz Valiente', 'Frigorífico Azul'] as const;

interface Sale {
  readonly dates: readonly string[];
  readonly rodeo: RodeoKey;
  readonly category: string;
  readonly count: (farm: DemoFarm) => number;
  /** Kilos above the mean. */
  readonly heavier?: number;
  /** Pesos per kilo in the winter of 2024. */
  readonly price: number;
  readonly buyers: readonly [string, ...string[]];
  readonly destination: string;
  readonly detail?: string;
}

const cull = {
  dates: ['5-9'],
  category: 'Vaca',
  price: 1350,
  buyers: ['Frigorífico Azul'],
  destination: 'faena',
  detail: 'Vacías del tacto',
} as const;

const sales: readonly Sale[] = [
  {
    dates: ['3-15', '4-15', '5-15', '6-15', '7-15'],
    rodeo: 'invernada',
    category: 'Novillito',
    count: (farm) => farm.random.between(15, 19),
    heavier: 14,
    price: 2200,
    buyers: slaughterers,
    destination: 'faena',
  },
  {
    dates: ['10-15', '11-15', '12-15'],
    rodeo: 'invernada',
    category: 'Novillo',
    // The rest of a crop goes before Christmas.
    count: (farm) => (farm.month === 12 ? Infinity : farm.random.between(12, 18)),
    heavier: 8,
    price: 2050,
    buyers: slaughterers,
    destination: 'faena',
  },
  {
    dates: ['4-22'],
    rodeo: 'machos',
    category: 'Ternero',
    count: (farm) => Math.floor(farm.heads('machos', 'Ternero') * 0.35),
    price: 2700,
    buyers: ['Feria de Rauch'],
    destination: 'feria',
  },
  {
    dates: ['9-10'],
    rodeo: 'hembras',
    category: 'Vaquillona',
    count: (farm) => farm.heads('hembras', 'Vaquillona') - 38,
    price: 2400,
    buyers: ['Feria de Ayacucho'],
    destination: 'invernada',
  },
  { ...cull, rodeo: 'cria', count: (farm) => farm.recall('empty cria') },
  { ...cull, rodeo: 'criaRetiro', count: (farm) => farm.recall('empty criaRetiro') },
  {
    dates: ['2-16'],
    rodeo: 'toros',
    category: 'Toro',
    count: (farm) => farm.heads('toros') - 15,
    price: 1300,
    buyers: ['Frigorífico Azul'],
    destination: 'faena',
    detail: 'Toros viejos',
  },
];

/** The rodeos that reared animals may be sold from. */
const soldFrom: Readonly<Partial<Record<RodeoKey, readonly RodeoKey[]>>> = {
  machos: ['machos', 'invernada'],
  hembras: ['hembras', 'cria'],
};

/** Whether a rodeo's animals leave within these days: a withdrawal would forbid it. */
export function leaveWithin(farm: DemoFarm, rodeo: RodeoKey, days: number): boolean {
  const from = soldFrom[rodeo] ?? [rodeo];
  const dates = sales.filter((sale) => from.includes(sale.rodeo)).flatMap((sale) => sale.dates);
  if (from.includes('hembras')) dates.push(lent);
  return Array.from({ length: days + 1 }, (_, ahead) => ahead).some((ahead) => farm.isDateIn(ahead, ...dates));
}

/** A few left over go along. */
const lorryLoad = (wanted: number, there: number): number => (wanted > 0 && there - wanted < 6 ? there : wanted);

async function sell(farm: DemoFarm, sale: Sale): Promise<void> {
  const [cell] = farm.cells(sale.rodeo, sale.category);
  if (!cell) return;
  const count = lorryLoad(sale.count(farm), cell.head);
  if (count < 1) return;
  const gross = count * (kilosOf(farm, sale.rodeo, sale.category) + (sale.heavier ?? 0) + farm.random.between(-4, 6));
  const kg = Math.round(gross * 95) / 100;
  const price = Math.round(sale.price * farm.priceLevel);
  const firm = farm.random.oneOf(sale.buyers);
  const id = await farm.record('owner', 'sell', {
    rodeo_id: cell.rodeo,
    lot_id: cell.lot,
    animals: [{ type: cell.category, count }],
    buyer: firm,
    destination: sale.destination,
    gross_kg: gross,
    shrink_pct: 5,
    price_per_kg: money(price),
    total: money(kg * price),
    dte: `0${farm.random.between(20_000_000, 29_999_999)}-${farm.random.between(1, 9)}`,
    ...(sale.detail && { detail: sale.detail }),
  });
  await settle(farm, id, { firm, category: sale.category, count, kg, price });
}

const selling: Habit = async (farm) => {
  for (const sale of sales) if (farm.isDate(...sale.dates)) await sell(farm, sale);
};

/** Bulls are bought by the head, others by the kilo. */
const bought = [
  {
    date: '8-27',
    rodeo: 'toros',
    category: 'Toro',
    count: 3,
    kilos: null,
    price: 3_300_000,
    supplier: 'Cabaña La Rubeta',
  },
  {
    date: '3-18',
    rodeo: 'invernada',
    category: 'Novillito',
    count: 30,
    kilos: 338,
    price: 2300,
    supplier: 'Feria de Tandil',
  },
  {
    date: '9-24',
    rodeo: 'criaRetiro',
    category: 'Vaquillona',
    count: 12,
    kilos: 312,
    price: 2350,
    supplier: 'Establecimiento Santa Rita',
  },
] as const;

const purchases: Habit = async (farm) => {
  for (const { date, rodeo, category, count, kilos, price: first, supplier } of bought) {
    if (!farm.isDate(date)) continue;
    // Bulls sell at round prices.
    const step = kilos === null ? 50_000 : 1;
    const price = Math.round((first * farm.priceLevel) / step) * step;
    const each = (kilos ?? 1) * price;
    const id = await farm.record('owner', 'purchase', {
      rodeo_id: farm.ids.rodeos[rodeo],
      lot_id: farm.standsIn(rodeo),
      animals: [{ type: farm.category(category), count }],
      supplier,
      dte: `0${farm.random.between(20_000_000, 29_999_999)}-${farm.random.between(1, 9)}`,
      unit_price: money(each),
      total: money(each * count),
    });
    const kg = kilos === null ? {} : { kg: kilos * count };
    await oweForAnimals(farm, id, { firm: supplier, category, count, price, ...kg });
  }
};

const lent = '12-3';

/** Eight heifers graze elsewhere for the summer. */
const passage: Habit = async (farm) => {
  const heifers = { rodeo_id: farm.ids.rodeos.hembras, detail: 'Capitalización en Los Pinos' };
  const animals = (count: number) => [{ type: farm.category('Vaquillona'), count }];
  if (farm.isDate(lent)) {
    const [cell] = farm.cells('hembras', 'Vaquillona');
    if (!cell || cell.head < 20) return;
    farm.remember('lent', 8);
    const where = { lot_id: cell.lot, destination: 'Los Pinos', carrier: 'Transporte Urruty' };
    await farm.record('owner', 'transfer/outgoing', { ...heifers, ...where, animals: animals(8) });
  }
  if (farm.isDate('5-30') && farm.recall('lent') > 0) {
    const where = { lot_id: farm.standsIn('hembras'), origin: 'capitalizacion' };
    await farm.record('owner', 'transfer/incoming', { ...heifers, ...where, animals: animals(farm.recall('lent')) });
    farm.remember('lent', 0);
  }
};

/** Recorded by a hand, they await review. */
export const strays = (farm: DemoFarm, who: DemoPerson, count: number): Promise<string> =>
  farm.record(who, 'transfer/incoming', {
    ...farm.placeOf('criaRetiro'),
    animals: [{ type: farm.category('Vaca'), count }],
    origin: 'aparecidos',
    detail: 'Estaban del otro lado del alambrado',
  });

export const tradeHabits: readonly Habit[] = [selling, purchases, passage];
