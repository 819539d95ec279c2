import { call, type StoryFarm } from './people.ts';
import type { ServerProcess } from './server-process.ts';

/** What stands on the farm of the stories before they begin. */
export interface Stock {
  readonly lots: Readonly<Record<'El Ombú' | 'El Bajo', string>>;
  readonly rodeo: string;
  readonly category: (name: string) => string;
  /** The purchase that brought the animals. */
  readonly purchase: string;
}

/** Two lots, a rodeo, and a purchase of 60 cows and 30 steers into El Ombú. */
export async function stockFarm(server: ServerProcess, farm: StoryFarm): Promise<Stock> {
  const token = farm.tokens.ana;
  const org = farm.organizationId;
  const { categories } = (await call(server, 'GET', `/api/animal-categories/${org}`, { token })) as {
    categories: { id: string; name: string }[];
  };
  const category = (name: string): string => categories.find((item) => item.name === name)?.id ?? '';
  const { rodeo } = (await call(server, 'POST', `/api/rodeo/${org}`, { token, body: { name: 'Cría' } })) as {
    rodeo: { id: string };
  };
  for (const name of ['El Ombú', 'El Bajo']) {
    await call(server, 'POST', `/api/lot/create/${org}`, { token, body: { name, hectares: 120 } });
  }
  const { lots } = (await call(server, 'GET', `/api/lot/info/${org}`, { token })) as {
    lots: { id: string; name: string }[];
  };
  const lotId = (name: string): string => lots.find((lot) => lot.name === name)?.id ?? '';
  const { movement } = (await call(server, 'POST', `/api/movement/purchase/${org}`, {
    token,
    body: {
      date: '2026-01-10',
      rodeo_id: rodeo.id,
      lot_id: lotId('El Ombú'),
      animals: [
        { type: category('Vaca'), count: 60 },
        { type: category('Novillo'), count: 30 },
      ],
    },
  })) as { movement: { id: string } };
  return {
    lots: { 'El Ombú': lotId('El Ombú'), 'El Bajo': lotId('El Bajo') },
    rodeo: rodeo.id,
    category,
    purchase: movement.id,
  };
}
