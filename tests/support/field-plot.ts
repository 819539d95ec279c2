import { randomUUID } from 'node:crypto';
import { defaultCategories } from '../../src/domain/farm/categories.ts';
import { must, type Plot } from './sim/core-farm.ts';
import { farmRows, organizationId } from './sim/farm-rows.ts';
import type { Person, SimServer } from './sim/sim-server.ts';

type Row = Readonly<Record<string, unknown>>;

/** The life that the farm is made in. */
export const firstEpoch = 'epoch-1';

/** When it was made: long before what a test does there. */
export const madeOn = '2026-01-10';

/** Whether a test recorded a movement: the others came with the farm. */
export const isOfTest = ({ movement }: { readonly movement: { readonly date: string } }): boolean =>
  movement.date > madeOn;
const madeAt = `${madeOn}T12:00:00.000Z`;

const people: readonly Person[] = ['ana', 'beto', 'caro', 'juan'].map((id) => ({
  id,
  first_name: id,
  last_name: id === 'ana' ? 'PAZ' : 'sosa',
}));

/** Ids that a test can name. The core asks for one for the call itself, then for the things that the call makes. */
class Words {
  private left: readonly string[] = [];
  readonly newId = (): string => {
    const [next, ...rest] = this.left;
    this.left = rest;
    return next ?? randomUUID();
  };
  say(...words: readonly string[]): void {
    this.left = [randomUUID(), ...words];
  }
}

/** Every id is its own word. */
const ids = {
  ombu: 'ombu',
  cria: 'cria',
  invernada: 'invernada',
  sur: 'sur',
  vaca: 'vaca',
  novillito: 'novillito',
  ternero: 'ternero',
} as const;

/** The word that a category goes by in tests, which name few of them. */
const wordOf = ({ name }: { readonly name: string }): string =>
  farmRows.categories.find((category) => category.name === name)?.id ?? `otra-${name}`;

/** The farm of `farmRows` as the server itself makes it: each thing has the id that tests know it by, its cells stand on purchases. */
export function fieldPlot(): Plot {
  const words = new Words();
  const settle: Plot['settle'] = async (server) => {
    const post = (path: string, body: object): Promise<Row> => must(server, 'ana', 'POST', path, { body });
    const make = async (path: string, body: object, ...ids: readonly [string, ...string[]]): Promise<void> => {
      words.say(...ids);
      const made = Object.values(await post(path, body)).find((part) => typeof part === 'object');
      if ((made as Row | undefined)?.['id'] !== ids[0]) throw new Error(`${path} made ${JSON.stringify(made)}`);
    };
    await make('/api/organization', { name: 'El Campo' }, organizationId, firstEpoch, ...defaultCategories.map(wordOf));
    await joinAll(server);
    const land = { total_hectares: 500, grazing_hectares: 400 };
    await make(`/api/campo/${organizationId}`, { name: 'Campo Sur', ...land }, 'sur');
    const lot = { hectares: 100, campo_id: 'sur' };
    await make(`/api/lot/create/${organizationId}`, { name: 'El Ombú', ...lot }, 'ombu');
    await make(`/api/lot/create/${organizationId}`, { name: 'El Bajo', ...lot }, 'bajo');
    await make(`/api/rodeo/${organizationId}`, { name: 'Cría' }, 'cria');
    await make(`/api/rodeo/${organizationId}`, { name: 'Invernada' }, 'invernada');
    for (const { lot_id, rodeo_id, category_id, head } of farmRows.cells) {
      const animals = [{ type: category_id, count: head }];
      await post(`/api/movement/purchase/${organizationId}`, { date: madeOn, lot_id, rodeo_id, animals });
    }
    return { organizationId, ids };
  };
  return { people, owner: 'ana', at: madeAt, newId: words.newId, settle };
}

/** Beto is admin, the others are hands. */
async function joinAll(server: SimServer): Promise<void> {
  const members = people.slice(1).map(({ id }) => ({
    organization_id: organizationId,
    user_id: id,
    role: id === 'beto' ? ('admin' as const) : ('user' as const),
    created_at: madeAt,
    removed_at: null,
  }));
  await server.db().insertInto('memberships').values(members).execute();
}
