import { addDays } from '../../domain/dates.ts';
import type { DemoFarm, Habit } from './demo-farm.ts';
import { type Bought, owe, totalOf } from './papers.ts';
import { type ItemName, itemOf } from './store.ts';

const stockOf = (farm: DemoFarm, name: ItemName): number => farm.recall(`stock ${name}`);
const move = (farm: DemoFarm, name: ItemName, quantity: number): void =>
  farm.remember(`stock ${name}`, stockOf(farm, name) + quantity);

const lineOf = (farm: DemoFarm, name: ItemName, quantity: number) => ({
  asset_id: farm.ids.items[name],
  name,
  quantity,
  unit: itemOf(name).unit,
});

/** Only for items with batches. */
const batchOf = (farm: DemoFarm, name: ItemName): object =>
  itemOf(name).expires
    ? { batch: `L${farm.day.slice(2, 4)}${farm.day.slice(5, 7)}`, expires: addDays(farm.day, 700) }
    : {};

const packsFor = (name: ItemName, quantity: number): number =>
  Math.ceil(quantity / itemOf(name).pack) * itemOf(name).pack;
const priceOf = (farm: DemoFarm, name: ItemName): number => Math.round(itemOf(name).price * farm.priceLevel);

/** Buys with an invoice. */
async function buy(farm: DemoFarm, name: ItemName, quantity: number): Promise<void> {
  const { supplier } = itemOf(name);
  const lines: Bought[] = [{ concept: name, quantity, price: priceOf(farm, name) }];
  const id = await farm.record('owner', 'load-asset', {
    ...lineOf(farm, name, quantity),
    ...batchOf(farm, name),
    supplier,
    total: totalOf(lines),
  });
  move(farm, name, quantity);
  await owe(farm, id, supplier, lines);
}

/** Buys whole packs for a need plus the minimum stock. */
export async function provide(farm: DemoFarm, name: ItemName, need: number): Promise<void> {
  const missing = need + (itemOf(name).minimum ?? 0) - stockOf(farm, name);
  if (missing > 0) await buy(farm, name, packsFor(name, missing));
}

/** Takes a product for a treatment. */
export async function given(farm: DemoFarm, name: ItemName, quantity: number, dose: string): Promise<object> {
  if (stockOf(farm, name) < quantity) await provide(farm, name, quantity);
  move(farm, name, -quantity);
  return { ...lineOf(farm, name, quantity), dose };
}

/** Opened vaccines are discarded the same day. */
export async function discardRest(farm: DemoFarm, name: ItemName): Promise<void> {
  const quantity = stockOf(farm, name);
  if (quantity <= 0) return;
  move(farm, name, -quantity);
  const body = { ...lineOf(farm, name, quantity), entry_kind: 'merma', reason: 'Sobrante de frascos abiertos' };
  await farm.record('owner', `/api/asset/${farm.ids.organization}/consume`, body);
}

/** Never more than the stock. */
async function consume(farm: DemoFarm, name: ItemName, wanted: number, where: object = {}): Promise<void> {
  const quantity = Math.min(wanted, stockOf(farm, name));
  if (quantity <= 0) return;
  move(farm, name, -quantity);
  const body = { ...lineOf(farm, name, quantity), ...where };
  await farm.record('hand', `/api/asset/${farm.ids.organization}/consume`, body);
}

async function feed(farm: DemoFarm, rodeo: 'invernada' | 'machos', name: ItemName, quantity: number): Promise<void> {
  const { asset_id, unit } = lineOf(farm, name, quantity);
  if (stockOf(farm, name) < quantity) await provide(farm, name, quantity);
  move(farm, name, -quantity);
  const where = { ...farm.placeOf(rodeo) };
  await farm.record('hand', 'consumption', { ...where, asset_id, product: name, quantity, unit });
}

/** Winter feed, bought in May: weekly silage for fattening, bales for the young every other week. */
const feeding: Habit = async (farm) => {
  if (farm.isDate('5-20')) {
    await provide(farm, 'Silo de maíz', 34_000);
    await provide(farm, 'Rollo de alfalfa', 40);
  }
  if (farm.month < 6 || farm.month > 8 || farm.dayOfMonth % 7 !== 0) return;
  await feed(farm, 'invernada', 'Silo de maíz', farm.random.between(44, 62) * 50);
  if (farm.dayOfMonth % 14 === 0) await feed(farm, 'machos', 'Rollo de alfalfa', farm.random.between(4, 8));
};

/** Twice a year, one delivery note. */
const delivery: Habit = async (farm) => {
  if (!farm.isDate('3-7', '9-7')) return;
  const order = [
    ['Sal mineral', 40],
    ['Alambre liso', 2],
  ] as const;
  const bought = order.map(([name, quantity]) => ({ concept: name, quantity, price: priceOf(farm, name) }));
  const supplier = 'Cooperativa Agraria de Tandil';
  const id = await farm.record('owner', `/api/asset/${farm.ids.organization}/batch`, {
    lines: order.map(([name, quantity]) => lineOf(farm, name, quantity)),
    supplier,
    total: totalOf(bought),
  });
  for (const [name, quantity] of order) move(farm, name, quantity);
  await owe(farm, id, supplier, bought);
};

const cabinet = ['Oxitetraciclina L.A.', 'Curabichera en aerosol', 'Colirio oftálmico'] as const;

/** Monthly salt and fuel, and wire for fallen fences. */
const everyday: Habit = async (farm) => {
  if (farm.dayOfMonth === 1) {
    await consume(farm, 'Sal mineral', 7, { ...farm.placeOf('cria') });
  }
  if (farm.isDate('1-20', '4-18', '7-22', '10-30'))
    await consume(farm, 'Alambre liso', 1, { lot_id: farm.lot('Los Talas') });
  if (farm.dayOfMonth === 5) for (const name of cabinet) await provide(farm, name, 0);
  if (farm.dayOfMonth !== 16) return;
  await buy(farm, 'Gasoil', 200);
  await consume(farm, 'Gasoil', farm.random.between(16, 24) * 10);
};

/** Once a year a torn bag is found. */
const stocktake: Habit = async (farm) => {
  if (!farm.isDate('12-28')) return;
  const counted = stockOf(farm, 'Sal mineral') - 1;
  if (counted < 0) return;
  move(farm, 'Sal mineral', -1);
  const asset_id = farm.ids.items['Sal mineral'];
  await farm.write('owner', 'POST', '/api/asset/{org}/adjust', {
    asset_id,
    counted,
    date: farm.day,
    reason: 'Bolsa rota',
  });
};

export const storeHabits: readonly Habit[] = [delivery, everyday, feeding, stocktake];
