import { addDays, type Day } from '../../domain/dates.ts';
import { randomOf } from './random.ts';
import { type DemoCall, DemoFarm, type DemoIds, type Habit } from './demo-farm.ts';
import { breedingHabits, expectCalves } from './habits-breeding.ts';
import { careHabits } from './habits-care.ts';
import { deskHabits, leaveTasks } from './habits-desk.ts';
import { herdHabits } from './habits-herd.ts';
import { moveHabits } from './habits-moves.ts';
import { skyHabits } from './habits-sky.ts';
import { storeHabits } from './habits-store.ts';
import { strays, tradeHabits } from './habits-trade.ts';
import { demoPeople } from './people.ts';
import { type RodeoKey, rodeos } from './places.ts';
import { settle } from './settle.ts';
import { type ItemName, itemOf, storeItems } from './store.ts';

/** Printed at the start. */
export const demoWelcome: readonly string[] = [
  'Campo de demostración: La Querencia, dos campañas completas y la que corre, todo inventado.',
  `Dueña:    ${demoPeople.owner.email}   contraseña: ${demoPeople.owner.password}`,
  `Usuario:  ${demoPeople.hand.email}  contraseña: ${demoPeople.hand.password}`,
];

/** In the order of a day: later ones depend on earlier. */
const habits: readonly Habit[] = [
  ...skyHabits,
  ...moveHabits,
  ...herdHabits,
  ...breedingHabits,
  ...storeHabits,
  ...careHabits,
  ...tradeHabits,
  ...deskHabits,
];

/** Runs the story, both days included. Returns the number of movements. */
export async function liveThrough(
  call: DemoCall,
  organization: string,
  categories: DemoIds['categories'],
  firstDay: Day,
  lastDay: Day,
): Promise<number> {
  const ids = { organization, categories, ...(await settle(call, organization, firstDay)) };
  const farm = new DemoFarm(call, ids, randomOf(20_261), firstDay);
  await open(farm);
  expectCalves(farm);
  farm.later(addDays(lastDay, -1), () => leaveTasks(farm));
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    farm.wake(day);
    await farm.doPlanned();
    for (const habit of habits) await habit(farm);
  }
  // Leaves something in 'A revisar'.
  await strays(farm, 'hand', 2);
  return farm.written;
}

/** The opening herd and stock. */
async function open(farm: DemoFarm): Promise<void> {
  for (const key of Object.keys(rodeos) as RodeoKey[]) {
    const { round, opening } = rodeos[key];
    await farm.record('owner', `/api/audit/${farm.ids.organization}`, {
      kind: 'opening',
      lot_id: farm.lot(round[0]),
      rodeo_id: farm.ids.rodeos[key],
      counted: Object.entries(opening).map(([category, count]) => ({ type: farm.category(category), count })),
      detail: 'Existencia al empezar con la app',
    });
  }
  for (const name of Object.keys(storeItems) as ItemName[]) farm.remember(`stock ${name}`, itemOf(name).opening);
}
