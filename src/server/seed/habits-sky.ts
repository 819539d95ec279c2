import type { DemoFarm, DemoPerson, Habit } from './demo-farm.ts';

/** Odds of rain per day, by month from January. */
const rainOdds = [0.13, 0.13, 0.15, 0.13, 0.09, 0.07, 0.07, 0.08, 0.11, 0.15, 0.14, 0.13];
/** The campos are an hour apart, so rain seldom misses one. */
const elsewhere = [
  ['San Ignacio', 0.92],
  ['El Retiro', 0.88],
] as const;
/** Longest dry spells, in days. */
const drySpell = { winter: 24, others: 13 } as const;

const gauge = (farm: DemoFarm): number =>
  farm.random.between(2, 22) + (farm.random.with(0.3) ? farm.random.between(8, 48) : 0);
const anybody = (farm: DemoFarm): DemoPerson => (farm.random.with(0.7) ? 'hand' : 'owner');

const rain: Habit = async (farm) => {
  const isWinter = farm.month >= 5 && farm.month <= 8;
  const dry = farm.recall('dry days') + 1;
  farm.remember('dry days', dry);
  const isDue = dry > (isWinter ? drySpell.winter : drySpell.others);
  if (!farm.random.with(rainOdds[farm.month - 1] ?? 0.1) && !isDue) return;
  farm.remember('dry days', 0);
  const mm = gauge(farm);
  const who = anybody(farm);
  const id = await farm.record(who, 'weather/rain', { campo_id: farm.campo('La Querencia'), mm });
  // Sometimes misread, to give a record some history.
  if (farm.random.with(0.07)) {
    const body = { campo_id: farm.campo('La Querencia'), mm: mm + 3, detail: 'Leí mal el pluviómetro' };
    await farm.correct(who, 'weather/rain', id, body);
  }
  for (const [campo, odds] of elsewhere) {
    if (!farm.random.with(odds)) continue;
    const fallen = Math.max(1, mm + farm.random.between(-6, 8));
    await farm.record('hand', 'weather/rain', { campo_id: farm.campo(campo), mm: fallen });
  }
};

const frost: Habit = async (farm) => {
  if (farm.month < 5 || farm.month > 9 || !farm.random.with(0.07)) return;
  const degrees = -farm.random.between(0, 50) / 10;
  const intensity = degrees < -3.5 ? 'fuerte' : degrees < -1.5 ? 'moderada' : 'leve';
  const body = { campo_id: farm.campo('La Querencia'), intensity, min_temperature: degrees };
  const id = await farm.record('hand', 'weather/frost', body);
  if (farm.random.with(0.12)) await farm.takeBack('hand', id);
};

const heat: Habit = async (farm) => {
  const isSummer = farm.month === 12 || farm.month <= 2;
  if (!isSummer || !farm.random.with(0.025)) return;
  await farm.record('hand', 'weather/extreme-temperature', {
    campo_id: farm.campo('San Ignacio'),
    extreme: 'calor',
    max_temperature: farm.random.between(370, 412) / 10,
  });
};

const hail: Habit = async (farm) => {
  if (farm.month > 3 && farm.month < 10) return;
  if (!farm.random.with(0.008)) return;
  await farm.record('hand', 'weather/hail', {
    campo_id: farm.campo('El Retiro'),
    intensity: farm.random.oneOf(['leve', 'moderada']),
    stone_mm: farm.random.between(8, 25),
    damage: farm.random.oneOf(['pasturas', 'ninguno']),
  });
};

export const skyHabits: readonly Habit[] = [rain, frost, heat, hail];
