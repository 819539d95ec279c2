import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { workedExamples } from '../../src/domain/movements/kinds/examples/worked-examples.ts';
import type { RecordedType } from '../../src/domain/movements/types.ts';
import { createTestServer, type PersonName, type TestServer } from './server.ts';

/** The test farm with land and herd: Cría in El Ombú (60 vacas, 2 toros), Invernada in El Bajo (80 novillitos). */
export interface FieldFarm extends TestServer {
  readonly lots: Readonly<Record<'ombu' | 'bajo', string>>;
  readonly rodeos: Readonly<Record<'cria' | 'invernada', string>>;
  readonly campo: string;
  readonly cat: (name: string) => string;
  /** Records a movement through its path under /api/movement. */
  readonly record: (
    who: PersonName,
    path: string,
    body: object,
    headers?: Record<string, string>,
  ) => Promise<CoreResponse>;
  /** The worked example of a kind, with this farm's ids in place of the example's words. */
  readonly example: (type: RecordedType) => Record<string, unknown>;
  /** Everything that any farm has, to be held against what it was. */
  readonly everything: () => Promise<string>;
  /** Heads in a cell, as the kept sums say. */
  readonly heads: (lot: string | null, rodeo: string | null, category: string) => Promise<number>;
}

interface Made {
  readonly id: string;
}

export async function createFieldFarm(): Promise<FieldFarm> {
  const server = await createTestServer();
  const org = server.organizationId;
  const made = async (path: string, body: object, part: string): Promise<string> => {
    const answer = await server.as('ana', 'POST', path, body);
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return (answer.body[part] as Made).id;
  };
  const cat = (name: string): string => server.categories[name] ?? `no category ${name}`;
  const record: FieldFarm['record'] = (who, path, body, headers) =>
    server.as(who, 'POST', `/api/movement/${path}/${org}`, body, headers);
  const lots = {
    ombu: await made(`/api/lot/create/${org}`, { name: 'El Ombú', hectares: 120 }, 'lot'),
    bajo: await made(`/api/lot/create/${org}`, { name: 'El Bajo', hectares: 80.5 }, 'lot'),
  };
  const rodeos = {
    cria: await made(`/api/rodeo/${org}`, { name: 'Cría' }, 'rodeo'),
    invernada: await made(`/api/rodeo/${org}`, { name: 'Invernada' }, 'rodeo'),
  };
  const campo = await made(`/api/campo/${org}`, { name: 'Campo Sur' }, 'campo');
  await record('ana', 'purchase', {
    date: '2026-01-10',
    rodeo_id: rodeos.cria,
    lot_id: lots.ombu,
    animals: [
      { type: cat('Vaca'), count: 60 },
      { type: cat('Toro'), count: 2 },
    ],
  });
  await record('ana', 'purchase', {
    date: '2026-01-10',
    rodeo_id: rodeos.invernada,
    lot_id: lots.bajo,
    animals: [{ type: cat('Novillito'), count: 80 }],
  });
  const heads: FieldFarm['heads'] = async (lot, rodeo, category) => {
    const id = `${lot ?? ''}|${rodeo ?? ''}|${category}`;
    const row = await server.db
      .selectFrom('cells')
      .select('head')
      .where('organization_id', '=', org)
      .where('cell_id', '=', id)
      .executeTakeFirst();
    return row?.head ?? 0;
  };
  const ids = wordsOf({ lots, rodeos, campo, cat });
  return {
    ...server,
    lots,
    rodeos,
    campo,
    cat,
    record,
    heads,
    example: (type) => translate(workedExamples[type].body, ids) as Record<string, unknown>,
    everything: () => everythingIn(server.db),
  };
}

/** The words of the worked examples, with the ids that they stand for here. */
export const wordsOf = (
  farm: Pick<FieldFarm, 'lots' | 'rodeos' | 'campo' | 'cat'>,
): Readonly<Record<string, string>> => ({
  ombu: farm.lots.ombu,
  bajo: farm.lots.bajo,
  cria: farm.rodeos.cria,
  invernada: farm.rodeos.invernada,
  sur: farm.campo,
  'ternero-pie': farm.cat('Ternero al pie'),
  'ternera-pie': farm.cat('Ternera al pie'),
  ternero: farm.cat('Ternero'),
  vaca: farm.cat('Vaca'),
  vaquillona: farm.cat('Vaquillona'),
  novillito: farm.cat('Novillito'),
  novillo: farm.cat('Novillo'),
  toro: farm.cat('Toro'),
});

/** A value with words replaced, however deep they are. */
export function translate(value: unknown, words: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return words[value] ?? value;
  if (Array.isArray(value)) return value.map((part) => translate(part, words));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, translate(part, words)]));
}

const tables = [
  'users',
  'invitations',
  'one_time_tokens',
  'security_events',
  'organizations',
  'memberships',
  'categories',
  'campos',
  'lots',
  'rodeos',
  'movements',
  'edits',
  'postings',
  'cells',
  'assets',
  'asset_entries',
  'asset_stocks',
  'notes',
  'tasks',
  'cycles',
  'invoices',
  'things',
  'files',
  'blobs',
  'operations',
  'changes',
] as const;

async function everythingIn(db: FieldFarm['db']): Promise<string> {
  const rows: unknown[] = [];
  for (const table of tables) rows.push(await db.selectFrom(table).selectAll().execute());
  return JSON.stringify(rows);
}
