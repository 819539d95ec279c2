import { addDays, type Day } from '../../domain/dates.ts';
import { chanceOf } from './chance.ts';
import { type DemoCall, DemoFarm, type DemoIds, type Habit } from './demo-farm.ts';
import { careHabits } from './habits-care.ts';
import { herdHabits } from './habits-herd.ts';
import { moveHabits } from './habits-moves.ts';
import { officeHabits, serve } from './habits-office.ts';
import { skyHabits } from './habits-sky.ts';
import { strays, tradeHabits } from './habits-trade.ts';
import { campos, lots, type RodeoKey, rodeos } from './places.ts';

/** The two people of the demonstration. Their passwords are no secret: the program prints them whenever it starts. */
export const demoPeople = {
  owner: {
    email: 'laura@tranquera.demo',
    password: 'mate-bajo-el-ombu-7',
    first_name: 'Laura',
    last_name: 'Etcheverry',
    phone: '+5492494551201',
  },
  hand: {
    email: 'martin@tranquera.demo',
    password: 'recorrida-al-alba-7',
    first_name: 'Martín',
    last_name: 'Sosa',
    phone: '+5492494551202',
  },
} as const;

/** What the program says when it starts with the demonstration, in lines. */
export const demoWelcome: readonly string[] = [
  'Campo de demostración: La Querencia, dos años de registros inventados.',
  `Dueña:    ${demoPeople.owner.email}   contraseña: ${demoPeople.owner.password}`,
  `Usuario:  ${demoPeople.hand.email}  contraseña: ${demoPeople.hand.password}`,
];

const habits: readonly Habit[] = [
  ...skyHabits,
  ...herdHabits,
  ...moveHabits,
  ...tradeHabits,
  ...careHabits,
  ...officeHabits,
];

interface Made {
  readonly id: string;
}

/** Lets the farm of `places.ts` live from one day to another, both included. Gives how many movements its people recorded. */
export async function liveThrough(
  call: DemoCall,
  organization: string,
  categories: Readonly<Record<string, string>>,
  firstDay: Day,
  lastDay: Day,
): Promise<number> {
  const founded = Date.parse(`${firstDay}T10:00:00Z`);
  const make = async (path: string, body: object, part: string): Promise<string> =>
    ((await call('owner', founded, 'POST', `${path}/${organization}`, body))[part] as Made).id;
  const ids: DemoIds = { organization, categories, ...(await settle(make)) };
  const farm = new DemoFarm(call, ids, chanceOf(20_261), firstDay);
  await open(farm);
  await serve(farm, lastService(firstDay));
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    farm.wake(day);
    await farm.doPlanned();
    for (const habit of habits) await habit(farm);
  }
  // The newest record waits for a look, so that 'A revisar' has something to show.
  await strays(farm, 'hand', 2);
  return farm.written;
}

/** The tenth of October before a day: the service that was under way or over when the farm began to use the app. */
const lastService = (day: Day): Day => {
  const thisYear = `${day.slice(0, 4)}-10-10`;
  return thisYear <= day ? thisYear : `${Number(day.slice(0, 4)) - 1}-10-10`;
};

type Make = (path: string, body: object, part: string) => Promise<string>;

async function settle(make: Make): Promise<Pick<DemoIds, 'campos' | 'lots' | 'rodeos'>> {
  const campoIds: Record<string, string> = {};
  for (const campo of campos) campoIds[campo.name] = await make('/api/campo', campo, 'campo');
  const lotIds: Record<string, string> = {};
  for (const { campo, ...lot } of lots) {
    lotIds[lot.name] = await make('/api/lot/create', { ...lot, campo_id: campoIds[campo] }, 'lot');
  }
  const rodeoIds: Partial<Record<RodeoKey, string>> = {};
  for (const key of Object.keys(rodeos) as RodeoKey[]) {
    const { name, activity, breed } = rodeos[key];
    rodeoIds[key] = await make('/api/rodeo', { name, activity, breed }, 'rodeo');
  }
  return { campos: campoIds, lots: lotIds, rodeos: rodeoIds as DemoIds['rodeos'] };
}

/** The herd that was there when the farm began to use the app. */
async function open(farm: DemoFarm): Promise<void> {
  for (const key of Object.keys(rodeos) as RodeoKey[]) {
    const { round, opening } = rodeos[key];
    await farm.record('owner', 'transfer/incoming', {
      lot_id: farm.lot(round[0]),
      rodeo_id: farm.ids.rodeos[key],
      animals: Object.entries(opening).map(([category, count]) => ({ type: farm.category(category), count })),
      origin: 'otro_campo',
      detail: 'Existencia al empezar con la app',
    });
  }
}
