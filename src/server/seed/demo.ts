import { addDays, type Day } from '../../domain/dates.ts';
import { type DemoCall, DemoFarm, type DemoIds, type Habit, randomOf } from './demo-farm.ts';
import { breedingHabits, expectCalves } from './habits-breeding.ts';
import { careHabits } from './habits-care.ts';
import { deskHabits, leaveTasks } from './habits-desk.ts';
import { herdHabits } from './habits-herd.ts';
import { moveHabits } from './habits-moves.ts';
import { skyHabits } from './habits-sky.ts';
import { storeHabits } from './habits-store.ts';
import { strays, tradeHabits } from './habits-trade.ts';
import { campos, demoPeople, lots, type RodeoKey, rodeos } from './places.ts';
import { formOf, type ItemName, itemOf, storeItems } from './store.ts';
import { us } from './papers.ts';

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

interface Made {
  readonly id: string;
}

/** Creates the farm's tax data, campos, lots, rodeos and items. */
async function settle(
  call: DemoCall,
  organization: string,
  firstDay: Day,
): Promise<Pick<DemoIds, 'campos' | 'lots' | 'rodeos' | 'items'>> {
  const founded = Date.parse(`${firstDay}T10:00:00Z`);
  const make = async (path: string, body: object, part: string): Promise<string> =>
    ((await call('owner', founded, 'POST', path, body))[part] as Made).id;
  const { name: legal_name, cuit, vat_condition } = us;
  const settings = { legal_name, cuit, vat_condition, province: 'Buenos Aires' };
  await call('owner', founded, 'PUT', `/api/organization/${organization}`, { settings });
  const campoIds: Record<string, string> = {};
  for (const campo of campos) campoIds[campo.name] = await make(`/api/campo/${organization}`, campo, 'campo');
  const lotIds: Record<string, string> = {};
  for (const { campo, ...lot } of lots) {
    lotIds[lot.name] = await make(`/api/lot/create/${organization}`, { ...lot, campo_id: campoIds[campo] }, 'lot');
  }
  const rodeoIds: Partial<Record<RodeoKey, string>> = {};
  for (const key of Object.keys(rodeos) as RodeoKey[]) {
    const { name, activity, breed, ...rest } = rodeos[key];
    const target = 'target_daily_gain_kg' in rest ? { target_daily_gain_kg: rest.target_daily_gain_kg } : {};
    rodeoIds[key] = await make(`/api/rodeo/${organization}`, { name, activity, breed, ...target }, 'rodeo');
  }
  const items: Partial<Record<ItemName, string>> = {};
  for (const name of Object.keys(storeItems) as ItemName[]) {
    const { opening } = itemOf(name);
    const stock = opening > 0 ? { quantity: opening, date: firstDay } : {};
    items[name] = await make('/api/asset', { organization_id: organization, name, ...formOf(name), ...stock }, 'asset');
  }
  return {
    campos: campoIds,
    lots: lotIds,
    rodeos: rodeoIds as DemoIds['rodeos'],
    items: items as DemoIds['items'],
  };
}
