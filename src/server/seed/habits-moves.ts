import { addDays, type Cell, daysBetween } from '../../domain/index.ts';
import type { DemoFarm, Habit } from './demo-farm.ts';
import { type RodeoKey, rodeos } from './places.ts';

const home = 'Potrero de las Casas';

/** From every lot it stands in. */
async function moveWhole(farm: DemoFarm, rodeo: RodeoKey, toLot: string): Promise<void> {
  const from = new Set(farm.cells(rodeo).map((cell) => cell.lot));
  for (const lot of from) {
    if (lot === toLot) continue;
    await farm.record(farm.random.with(0.6) ? 'hand' : 'owner', 'rodeo/move', {
      rodeo_id: farm.ids.rodeos[rodeo],
      from_lot_id: lot,
      to_lot_id: toLot,
      whole: true,
    });
  }
}

/** Days in each lot of a rodeo's round. */
const everyDays = { cria: 55, criaRetiro: 70, hembras: 62, machos: 48, invernada: 26 } as const;
const epoch = '2020-01-01';

/** Rotational grazing. */
const rotation: Habit = async (farm) => {
  for (const rodeo of Object.keys(everyDays) as (keyof typeof everyDays)[]) {
    const age = daysBetween(epoch, farm.day);
    if (age % everyDays[rodeo] !== 0) continue;
    const round: readonly string[] = rodeos[rodeo].round;
    const next = round[(age / everyDays[rodeo]) % round.length];
    if (next) await moveWhole(farm, rodeo, farm.lot(next));
  }
};

/** Moves part of a cell into another rodeo, and to its lot. */
async function join(farm: DemoFarm, cell: Cell, to: RodeoKey, count: number): Promise<void> {
  const animals = [{ type: cell.category, count }];
  const toRodeo = farm.ids.rodeos[to];
  const toLot = farm.standsIn(to);
  await farm.record('owner', 'change-rodeo', {
    lot_id: cell.lot,
    from_rodeo_id: cell.rodeo,
    to_rodeo_id: toRodeo,
    animals,
  });
  if (toLot === cell.lot) return;
  await farm.record('hand', 'load-transfer', { from_lot_id: cell.lot, to_lot_id: toLot, rodeo_id: toRodeo, animals });
}

/** Kept at home as replacements. */
const spareBulls = 3;

/** Four bulls per hundred cows, from the tenth of October to January. */
const service: Habit = async (farm) => {
  if (farm.isDate('1-8')) {
    for (const rodeo of ['cria', 'criaRetiro'] as const) {
      for (const cell of farm.cells(rodeo, 'Toro')) await join(farm, cell, 'toros', cell.head);
    }
  }
  if (!farm.isDate('10-10')) return;
  const [bulls] = farm.cells('toros');
  if (!bulls) return;
  const serving = bulls.head - spareBulls;
  const others = Math.round(serving / 3);
  await join(farm, bulls, 'cria', serving - others);
  await join(farm, bulls, 'criaRetiro', others);
};

/** Date, from, category, to, share. Heifers join the cows a winter before service. */
const promoted = [
  ['8-20', 'machos', 'Novillito', 'invernada', 0.75],
  ['3-28', 'machos', 'Novillito', 'invernada', 1],
  ['6-20', 'hembras', 'Vaquillona', 'cria', 1],
] as const;

const promotion: Habit = async (farm) => {
  for (const [date, from, category, to, share] of promoted) {
    if (!farm.isDate(date)) continue;
    for (const cell of farm.cells(from, category)) await join(farm, cell, to, Math.ceil(cell.head * share));
  }
};

/** A few thin cows stay near the house for three weeks. */
const apart: Habit = async (farm) => {
  const near = farm.lot(home);
  const cows = farm.category('Vaca');
  if (farm.isDate('6-5', '8-12')) {
    const [cell] = farm.cells('cria', 'Vaca');
    if (!cell || cell.head < 40) return;
    const animals = [{ type: cows, count: farm.random.between(4, 9) }];
    const body = { from_lot_id: cell.lot, to_lot_id: near, rodeo_id: cell.rodeo, animals, detail: 'Vacas flacas' };
    await farm.record('hand', 'load-transfer', body);
  }
  const threeWeeksAgo = addDays(farm.day, -21).slice(5);
  if (threeWeeksAgo !== '06-05' && threeWeeksAgo !== '08-12') return;
  const kept = farm.cells('cria', 'Vaca').find((cell) => cell.lot === near);
  const others = farm.standsIn('cria');
  if (!kept || others === near) return;
  const animals = [{ type: cows, count: kept.head }];
  await farm.record('hand', 'load-transfer', { from_lot_id: near, to_lot_id: others, rodeo_id: kept.rodeo, animals });
};

export const moveHabits: readonly Habit[] = [rotation, service, promotion, apart];
