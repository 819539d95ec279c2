import type { DemoFarm, DemoPerson, Habit } from './demo-farm.ts';
import { settle } from './habits-office.ts';
import type { RodeoKey } from './places.ts';

const money = (amount: number): string => `${Math.round(amount)}.00`;

interface Sale {
  readonly rodeo: RodeoKey;
  readonly category: string;
  readonly most: number;
  readonly kilos: number;
  readonly pricePerKg: number;
  readonly buyer: string;
  readonly destination: string;
}

async function sell(farm: DemoFarm, sale: Sale): Promise<void> {
  const [cell] = farm.cells(sale.rodeo, sale.category);
  if (!cell || cell.head < 6 || sale.most < 1) return;
  const count = Math.min(cell.head, sale.most);
  const gross = count * sale.kilos;
  const id = await farm.record('owner', 'sell', {
    rodeo_id: cell.rodeo,
    lot_id: cell.lot,
    animals: [{ type: cell.category, count }],
    buyer: sale.buyer,
    destination: sale.destination,
    gross_kg: gross,
    shrink_pct: 5,
    price_per_kg: money(sale.pricePerKg),
    total: money(gross * 0.95 * sale.pricePerKg),
    dte: `0${farm.chance.between(20_000_000, 29_999_999)}-${farm.chance.between(1, 9)}`,
  });
  const { buyer, category, pricePerKg: price } = sale;
  await settle(farm, id, { buyer, category, count, kg: Math.round(gross * 0.95), price });
}

/** Fat steers in the middle of each month from November to June, calves in April, cows that stayed empty in May. */
const sales: Habit = async (farm) => {
  if (farm.dayOfMonth === 15 && (farm.month >= 11 || farm.month <= 6)) {
    await sell(farm, {
      rodeo: 'invernada',
      category: 'Novillo',
      most: farm.chance.between(18, 34),
      kilos: farm.chance.between(418, 455),
      pricePerKg: farm.chance.between(2450, 2900),
      buyer: farm.chance.oneOf(['Frigorífico Gorina', 'Consignataria Sáenz Valiente', 'Frigorífico Azul']),
      destination: 'faena',
    });
  }
  if (farm.isDate('4-22')) {
    const most = Math.floor(farm.heads('machos', 'Ternero') * 0.35);
    const buyer = 'Feria de Rauch';
    await sell(farm, {
      rodeo: 'machos',
      category: 'Ternero',
      most,
      kilos: 182,
      pricePerKg: 3300,
      buyer,
      destination: 'feria',
    });
  }
  if (farm.isDate('9-10')) {
    const most = Math.max(0, farm.heads('hembras', 'Vaquillona') - 70);
    const buyer = 'Feria de Ayacucho';
    const sale = { category: 'Vaquillona', kilos: 265, pricePerKg: 2700, buyer, destination: 'directa' };
    await sell(farm, { ...sale, rodeo: 'hembras', most });
  }
  if (farm.isDate('5-9')) {
    const sale = { category: 'Vaca', kilos: 410, pricePerKg: 1750, buyer: 'Frigorífico Azul', destination: 'faena' };
    await sell(farm, { ...sale, rodeo: 'cria', most: 24 });
    await sell(farm, { ...sale, rodeo: 'criaRetiro', most: 11 });
  }
};

async function buy(farm: DemoFarm, rodeo: RodeoKey, category: string, count: number, price: number, supplier: string) {
  await farm.record('owner', 'purchase', {
    rodeo_id: farm.ids.rodeos[rodeo],
    lot_id: farm.standsIn(rodeo),
    animals: [{ type: farm.category(category), count }],
    supplier,
    unit_price: money(price),
    total: money(count * price),
  });
}

const purchases: Habit = async (farm) => {
  if (farm.isDate('8-27')) await buy(farm, 'toros', 'Toro', 3, 5_200_000, 'Cabaña La Rubeta');
  if (farm.isDate('3-18')) await buy(farm, 'invernada', 'Novillito', 42, 890_000, 'Feria de Tandil');
  if (farm.isDate('6-24')) await buy(farm, 'criaRetiro', 'Vaca', 14, 1_350_000, 'Establecimiento Santa Rita');
};

/** Animals that come and go without being bought or sold. */
const passage: Habit = async (farm) => {
  if (farm.isDate('12-3')) {
    const [cell] = farm.cells('hembras', 'Vaquillona');
    if (cell && cell.head > 12) {
      await farm.record('owner', 'transfer/outgoing', {
        lot_id: cell.lot,
        rodeo_id: cell.rodeo,
        animals: [{ type: cell.category, count: 8 }],
        destination: 'Capitalización en Los Pinos',
        carrier: 'Transporte Urruty',
      });
    }
  }
  if (farm.isDate('2-16')) {
    const [cell] = farm.cells('toros');
    if (cell && cell.head > 12) {
      await farm.record('owner', 'sell', {
        rodeo_id: cell.rodeo,
        lot_id: cell.lot,
        animals: [{ type: cell.category, count: 3 }],
        buyer: 'Frigorífico Azul',
        destination: 'faena',
        detail: 'Toros viejos',
      });
    }
  }
  if (farm.isDate('6-10')) await strays(farm, 'owner', 3);
};

/** Animals that turned up. Told by a hand, they wait for the office's look. */
export const strays = (farm: DemoFarm, who: DemoPerson, count: number): Promise<string> =>
  farm.record(who, 'transfer/incoming', {
    lot_id: farm.standsIn('criaRetiro'),
    rodeo_id: farm.ids.rodeos.criaRetiro,
    animals: [{ type: farm.category('Vaca'), count }],
    origin: 'aparecidos',
    detail: 'Estaban del otro lado del alambrado',
  });

export const tradeHabits: readonly Habit[] = [sales, purchases, passage];
