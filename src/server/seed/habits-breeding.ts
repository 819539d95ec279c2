import { addDays, daysBetween } from '../../domain/dates.ts';
import type { DemoFarm, Habit } from './demo-farm.ts';
import type { RodeoKey } from './places.ts';

const mothers = ['cria', 'criaRetiro'] as const;
type MotherKey = (typeof mothers)[number];

/** Dates of pregnancy check and weaning. */
const examined: Readonly<Record<MotherKey, string>> = { cria: '04-12', criaRetiro: '04-19' };
const weaned: Readonly<Record<MotherKey, string>> = { cria: '03-10', criaRetiro: '03-24' };

/** Service lasts ninety days from the tenth of October; calving is 283 days later. */
const serviceDays = 90;
const firstCalf = '07-20';
const lastCalf = '10-20';

/** Age of the cycle in days at each kind of record. */
const ages = {
  service: [1, 192],
  atFoot: [283, 531],
  diagnosis: [150, 192],
  pregnancy: [193, 270],
  weaning: [500, 540],
} as const;

/** Cows served before the story begins belong to no cycle. */
export function expectCalves(farm: DemoFarm): void {
  for (const rodeo of mothers) farm.remember(`due ${rodeo}`, Math.round(farm.heads(rodeo, 'Vaca') * 0.87));
}

/** Cows that calve today: more in the first weeks, all by the last day. */
function calvingToday(farm: DemoFarm, due: number): number {
  const left = daysBetween(farm.day, `${farm.year}-${lastCalf}`);
  if (left === 0) return due;
  if (!farm.random.with(0.45)) return 0;
  const share = (due / (left * 0.45)) * (farm.random.between(8, 22) / 10);
  return Math.min(due, Math.max(1, Math.round(share)));
}

const births: Habit = async (farm) => {
  const date = farm.day.slice(5);
  if (date < firstCalf || date > lastCalf) return;
  for (const rodeo of mothers) {
    const due = farm.recall(`due ${rodeo}`);
    const calved = due > 0 ? calvingToday(farm, due) : 0;
    if (calved === 0) continue;
    farm.remember(`due ${rodeo}`, due - calved);
    const stillborn = calved > 1 && farm.random.with(0.06) ? 1 : 0;
    const alive = calved - stillborn;
    const males = farm.random.between(Math.floor(alive / 2), Math.ceil(alive / 2));
    const animals = [
      { type: farm.category('Ternero al pie'), count: males },
      { type: farm.category('Ternera al pie'), count: alive - males },
    ].filter((line) => line.count > 0);
    await farm.record('hand', 'birth', {
      ...farm.placeOf(rodeo),
      animals,
      ...(stillborn && { stillborn }),
      ...farm.cycleOf(...ages.atFoot),
    });
  }
};

/** A death's cycle: of a calf, that of its birth; of a cow, the one whose service she leaves before the check. */
export function cycleOfDead(farm: DemoFarm, rodeo: RodeoKey, category: string): object {
  if (category.endsWith('al pie')) return farm.cycleOf(...ages.atFoot);
  if (category !== 'Vaca' || (rodeo !== 'cria' && rodeo !== 'criaRetiro')) return {};
  const date = farm.day.slice(5);
  const isOver = date > examined[rodeo] && date < '10-10';
  return isOver ? {} : farm.cycleOf(...ages.service);
}

const abortions: Habit = async (farm) => {
  if ((farm.month !== 5 && farm.month !== 6) || !farm.random.with(0.04)) return;
  const rodeo = farm.random.oneOf(mothers);
  const due = farm.recall(`due ${rodeo}`);
  if (due === 0) return;
  farm.remember(`due ${rodeo}`, due - 1);
  await farm.record('hand', 'abortion', {
    ...farm.placeOf(rodeo),
    count: 1,
    category: farm.category('Vaca'),
    gestation_months: farm.random.between(5, 8),
    ...farm.cycleOf(...ages.pregnancy),
  });
};

const nurseries = [
  ['Ternero al pie', 'machos', 178],
  ['Ternera al pie', 'hembras', 166],
] as const;

/** Males go to one rearing herd, females to the other. */
const weaning: Habit = async (farm) => {
  for (const rodeo of mothers) {
    if (farm.day.slice(5) !== weaned[rodeo]) continue;
    for (const [category, to, kilos] of nurseries) {
      for (const cell of farm.cells(rodeo, category)) {
        await farm.record('owner', 'weaning', {
          lot_id: cell.lot,
          rodeo_id: cell.rodeo,
          animals: [{ type: cell.category, count: cell.head }],
          to_lot_id: farm.standsIn(to),
          to_rodeo_id: farm.ids.rodeos[to],
          weaning_type: 'tradicional',
          total_kg: cell.head * (kilos + farm.random.between(-4, 4)),
          ...farm.cycleOf(...ages.weaning),
        });
      }
    }
  }
};

/** Of every served cow. The empty ones are sold in May; some pregnant ones lose the calf. */
const diagnosis: Habit = async (farm) => {
  for (const rodeo of mothers) {
    if (farm.day.slice(5) !== examined[rodeo]) continue;
    const cows = farm.heads(rodeo, 'Vaca');
    const empty = Math.round((cows * farm.random.between(7, 11)) / 100);
    const doubtful = farm.random.between(0, 2);
    const pregnant = cows - empty - doubtful;
    const head = Math.round(pregnant * 0.54);
    const body = Math.round(pregnant * 0.33);
    farm.remember(`empty ${rodeo}`, empty);
    farm.remember(`due ${rodeo}`, pregnant - Math.round((pregnant * farm.random.between(1, 3)) / 100));
    await farm.record('owner', 'pregnancy-diagnosis', {
      rodeo_id: farm.ids.rodeos[rodeo],
      examined: cows,
      pregnant_head: head,
      pregnant_body: body,
      pregnant_tail: pregnant - head - body,
      empty,
      doubtful,
      method: 'ecografia',
      vet: 'Dra. Inés Larralde',
      ...farm.cycleOf(...ages.diagnosis),
    });
  }
};

/** The cycle of both cow herds, and its steps that no record causes. */
const service: Habit = async (farm) => {
  if (!farm.isDate('10-10')) return;
  const end = addDays(farm.day, serviceDays);
  const made = await farm.write('owner', 'POST', '/api/reproductive-cycle/{org}', {
    rodeo_ids: mothers.map((rodeo) => farm.ids.rodeos[rodeo]),
    service_type: 'natural',
    service_start: farm.day,
    service_end: end,
    served: [
      { category_id: farm.category('Vaca'), count: farm.heads('cria', 'Vaca') + farm.heads('criaRetiro', 'Vaca') },
    ],
    bulls: farm.heads('cria', 'Toro') + farm.heads('criaRetiro', 'Toro'),
    vet: 'Dra. Inés Larralde',
    state: 'en_servicio',
  });
  const { id } = made.cycle as { readonly id: string };
  farm.keepCycle(farm.day, id);
  const becomes = (state: string) => async () => {
    await farm.write('owner', 'PUT', `/api/reproductive-cycle/{org}/${id}`, { state });
  };
  farm.later(addDays(end, 1), becomes('a_tactar'));
  farm.later(`${farm.year + 1}-10-25`, becomes('a_destetar'));
  farm.later(`${farm.year + 2}-04-05`, becomes('cerrado'));
};

export const breedingHabits: readonly Habit[] = [births, abortions, weaning, diagnosis, service];
