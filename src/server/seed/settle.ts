import type { Day } from '../../domain/dates.ts';
import type { DemoCall, DemoIds } from './demo-farm.ts';
import { us } from './papers.ts';
import { campos, lots, type RodeoKey, rodeos } from './places.ts';
import { formOf, type ItemName, itemOf, storeItems } from './store.ts';

interface Made {
  readonly id: string;
}

/** Creates the farm's tax data, campos, lots, rodeos and items. */
export async function settle(
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
