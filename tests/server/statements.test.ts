import { rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closesInOrder } from '../support/server.ts';
import { bearServer, dayStart, newFolder, simPeople, type SimServer } from '../support/sim/sim-server.ts';

/** Every statement that the core made, in order. */
const made: RootOperationNode[] = [];
const counting: KyselyPlugin = {
  transformQuery: ({ node }) => {
    made.push(node);
    return node;
  },
  transformResult: async ({ result }) => result,
};

let server: SimServer;
let org: string;
let place: { lot_id: string; rodeo_id: string };
let categories: readonly string[];
const folder = newFolder();

const call = async (method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>> => {
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await server.call(simPeople.ana, { method, path, headers, body });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
};
const idIn = (body: Readonly<Record<string, unknown>>, part: string): string => (body[part] as { id: string }).id;

beforeAll(async () => {
  server = await bearServer({
    folder,
    newId: randomUUID,
    now: () => Date.parse(dayStart),
    around: ({ all, farm, ...rest }) => ({ ...rest, all: all.withPlugin(counting), farm: farm.withPlugin(counting) }),
  });
  org = idIn(await call('POST', '/api/organization', { name: 'La Esperanza' }), 'organization');
  place = {
    lot_id: idIn(await call('POST', `/api/lot/create/${org}`, { name: 'El Bajo', hectares: 80 }), 'lot'),
    rodeo_id: idIn(await call('POST', `/api/rodeo/${org}`, { name: 'Cría' }), 'rodeo'),
  };
  const listed = (await call('GET', `/api/animal-categories/${org}`))['categories'] as readonly { id: string }[];
  categories = listed.slice(0, 3).map(({ id }) => id);
});
afterAll(() => rmSync(folder, { recursive: true }));

const buy = (counts: readonly number[]) =>
  call('POST', `/api/movement/purchase/${org}`, {
    ...place,
    date: '2026-11-20',
    animals: counts.map((count, n) => ({ type: categories[n], count })),
  });

/** The statements of a purchase by somebody alone, after others like it: each what it does, and the table that it names first. */
async function statementsOf(counts: readonly number[]): Promise<readonly string[]> {
  await buy(counts);
  made.length = 0;
  await buy(counts);
  return made.map(
    (node) => `${node.kind.replace('QueryNode', '')} ${/"name":"(\w+)"/.exec(JSON.stringify(node))?.[1]}`,
  );
}

const headsNow = async (): Promise<readonly (number | undefined)[]> => {
  const rows = await server.db().selectFrom('cells').select(['category_id', 'head']).execute();
  return categories.map((id) => rows.find(({ category_id }) => category_id === id)?.head);
};

describe('A record of somebody alone', () => {
  test('moves all its cells in one statement, each by its own heads', async () => {
    const [before, statements] = [await headsNow(), await statementsOf([7, 2, 5])];
    expect(statements.filter((one) => one === 'Insert cells')).toEqual(['Insert cells']);
    expect(await headsNow()).toEqual([7, 2, 5].map((count, n) => (before[n] ?? 0) + 2 * count));
  });

  test('asks for who sees prices with the farm’s row, and not once more', async () => {
    const statements = await statementsOf([1, 1]);
    expect(statements.filter((one) => one === 'Select organizations')).toHaveLength(1);
  });

  test('is as many statements with three cells as with one, but for the days of each', async () => {
    const [one, three] = [await statementsOf([4]), await statementsOf([4, 4, 4])];
    expect(three.length - one.length).toBeLessThanOrEqual(2);
  });
});

describe('A phone that comes back', () => {
  /** How the database goes about the statements of a call that read movements. */
  async function stepsOf(path: string, query: Readonly<Record<string, string>>): Promise<readonly string[]> {
    made.length = 0;
    const answer = await server.call(simPeople.ana, { method: 'GET', path, query });
    expect(answer.status).toBe(200);
    const db = server.db();
    const steps: string[] = [];
    const reading = made.filter((node) => /"name":"(\w+)"/.exec(JSON.stringify(node))?.[1] === 'movements');
    for (const node of reading) {
      const { sql: text, parameters } = db.getExecutor().compileQuery(node, createQueryId());
      const { rows } = await db.executeQuery<{ detail: string }>(
        CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
      );
      steps.push(...rows.map(({ detail }) => detail));
    }
    return steps;
  }

  test('has the records that changed looked up by their ids, however many others the farm has', async () => {
    for (let n = 0; n < 12; n += 1) await buy([1]);
    const steps = await stepsOf(`/api/sync/${org}`, { since: '0' });
    expect(steps.length).toBeGreaterThan(0);
    expect(steps.filter((step) => !step.includes('sqlite_autoindex_movements_1 (id=?)'))).toEqual([]);
  });
});

closesInOrder(() => ({ db: server.db(), bugs: server.bugs, close: server.close }));
