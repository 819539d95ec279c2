import type { DemoFarm, Habit } from './demo-farm.ts';
import type { RodeoKey } from './places.ts';

const mothers = ['cria', 'criaRetiro'] as const;
const calvesOf = (farm: DemoFarm, rodeo: RodeoKey): number =>
  farm.heads(rodeo, 'Ternero al pie') + farm.heads(rodeo, 'Ternera al pie');

/** Calving: from the twentieth of July to the end of October, a few calves at a time. */
const births: Habit = async (farm) => {
  const inSeason = (farm.month === 7 && farm.dayOfMonth >= 20) || (farm.month > 7 && farm.month < 11);
  if (!inSeason) return;
  for (const rodeo of mothers) {
    const missing = Math.floor(farm.heads(rodeo, 'Vaca') * 0.86) - calvesOf(farm, rodeo);
    if (missing <= 0 || !farm.chance.with(0.4)) continue;
    const born = Math.min(missing, farm.chance.between(1, rodeo === 'cria' ? 9 : 6));
    const males = farm.chance.between(0, born);
    const animals = [
      { type: farm.category('Ternero al pie'), count: males },
      { type: farm.category('Ternera al pie'), count: born - males },
    ].filter((line) => line.count > 0);
    const cycle = farm.cycleOf(270, 420);
    const body = { lot_id: farm.standsIn(rodeo), rodeo_id: farm.ids.rodeos[rodeo], animals, ...cycle };
    await farm.record('hand', 'birth', farm.chance.with(0.05) ? { ...body, stillborn: 1 } : body);
  }
};

const deadlyTo = {
  cria: ['Vaca', 'Ternero al pie', 'Ternera al pie'],
  criaRetiro: ['Vaca', 'Ternera al pie'],
  hembras: ['Vaquillona', 'Ternera'],
  machos: ['Novillito', 'Ternero'],
  invernada: ['Novillo', 'Novillito'],
} as const;
const risky = ['cria', 'cria', 'criaRetiro', 'criaRetiro', 'hembras', 'machos', 'invernada'] as const;

const deaths: Habit = async (farm) => {
  if (!farm.chance.with(farm.month > 6 && farm.month < 11 ? 0.07 : 0.04)) return;
  const rodeo = farm.chance.oneOf(risky);
  const category = farm.chance.oneOf(deadlyTo[rodeo]);
  const [cell] = farm.cells(rodeo, category);
  if (!cell || cell.head < 20) return;
  const cause = category.endsWith('al pie')
    ? farm.chance.oneOf(['frio', 'predador', 'desconocida', 'enfermedad'])
    : farm.chance.oneOf(['desconocida', 'enfermedad', 'empaste', 'rayo', 'accidente', 'consumo_propio']);
  await farm.record('hand', 'death', {
    lot_id: cell.lot,
    rodeo_id: cell.rodeo,
    animals: [{ type: cell.category, count: farm.chance.with(0.85) ? 1 : 2 }],
    cause,
  });
};

const abortions: Habit = async (farm) => {
  if ((farm.month !== 5 && farm.month !== 6) || !farm.chance.with(0.04)) return;
  const rodeo = farm.chance.oneOf(mothers);
  await farm.record('hand', 'abortion', {
    lot_id: farm.standsIn(rodeo),
    rodeo_id: farm.ids.rodeos[rodeo],
    count: farm.chance.between(1, 2),
    category: farm.category('Vaca'),
    gestation_months: farm.chance.between(5, 8),
  });
};

const nurseries = [
  ['Ternero al pie', 'machos', 178],
  ['Ternera al pie', 'hembras', 166],
] as const;

/** Weaning in March: males go to one rearing herd, females to the other. */
const weaning: Habit = async (farm) => {
  for (const rodeo of mothers) {
    if (!farm.isDate(rodeo === 'cria' ? '3-10' : '3-24')) continue;
    for (const [category, to, kilos] of nurseries) {
      for (const cell of farm.cells(rodeo, category)) {
        await farm.record('owner', 'weaning', {
          lot_id: cell.lot,
          rodeo_id: cell.rodeo,
          animals: [{ type: cell.category, count: cell.head }],
          to_lot_id: farm.standsIn(to),
          to_rodeo_id: farm.ids.rodeos[to],
          weaning_type: 'tradicional',
          total_kg: cell.head * (kilos + farm.chance.between(-9, 9)),
          ...farm.cycleOf(480, 560),
        });
      }
    }
  }
};

const diagnosis: Habit = async (farm) => {
  for (const rodeo of mothers) {
    if (!farm.isDate(rodeo === 'cria' ? '4-12' : '4-19')) continue;
    const examined = farm.heads(rodeo, 'Vaca');
    const empty = Math.round((examined * farm.chance.between(7, 12)) / 100);
    const doubtful = farm.chance.between(0, 2);
    const pregnant = examined - empty - doubtful;
    const head = Math.round(pregnant * 0.54);
    const body = Math.round(pregnant * 0.33);
    await farm.record('owner', 'pregnancy-diagnosis', {
      rodeo_id: farm.ids.rodeos[rodeo],
      examined,
      pregnant_head: head,
      pregnant_body: body,
      pregnant_tail: pregnant - head - body,
      empty,
      doubtful,
      method: 'ecografia',
      vet: 'Dra. Inés Larralde',
      ...farm.cycleOf(150, 230),
    });
  }
};

/** Who has grown up: date, rodeo, from, to. */
const growing = [
  ['7-1', 'machos', 'Ternero', 'Novillito'],
  ['7-2', 'hembras', 'Ternera', 'Vaquillona'],
  ['9-15', 'invernada', 'Novillito', 'Novillo'],
  ['11-4', 'cria', 'Vaquillona', 'Vaca'],
] as const;

const recategorization: Habit = async (farm) => {
  for (const [date, rodeo, from, to] of growing) {
    if (!farm.isDate(date)) continue;
    for (const cell of farm.cells(rodeo, from)) {
      await farm.record('owner', 'recategorization', {
        lot_id: cell.lot,
        rodeo_id: cell.rodeo,
        from_category: cell.category,
        to_category: farm.category(to),
        count: cell.head,
        reason: to === 'Vaca' ? 'servicio' : 'edad',
      });
    }
  }
};

export const herdHabits: readonly Habit[] = [births, deaths, abortions, weaning, diagnosis, recategorization];
