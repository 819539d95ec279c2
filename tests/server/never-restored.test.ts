import { rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import type { KyselyPlugin, RootOperationNode } from 'kysely';
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
const folder = newFolder();
const call = async (method: string, path: string, body: unknown): Promise<Readonly<Record<string, unknown>>> => {
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
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The tables that the statements of an edit begin with. */
async function tablesOfAnEdit(): Promise<readonly string[]> {
  const movement = await call('POST', `/api/movement/weather/rain/${org}`, { date: '2026-11-20', mm: 5 });
  made.length = 0;
  await call('PUT', `/api/movement/weather/rain/${org}/${idIn(movement, 'movement')}`, { date: '2026-11-20', mm: 7 });
  return made.map((node) => /"name":"(\w+)"/.exec(JSON.stringify(node))?.[1] ?? '');
}
const aboutRestores = (tables: readonly string[]): readonly string[] =>
  tables.filter((table) => table === 'lives' || table === 'edit_ranks');

describe('An edit', () => {
  let before: readonly string[];
  test('of a farm that was never restored makes no statement for those that were', async () => {
    before = await tablesOfAnEdit();
    expect(before).toContain('organizations');
    expect(aboutRestores(before)).toEqual([]);
  });

  test('of a restored one reads and writes how late edits were, and asks for nothing else', async () => {
    await server.db().updateTable('lives').set({ is_copy: 1 }).where('organization_id', '=', org).execute();
    const after = await tablesOfAnEdit();
    expect(aboutRestores(after)).toEqual(['edit_ranks', 'edit_ranks']);
    expect(after).toHaveLength(before.length + 2);
  });
});

closesInOrder(() => ({ db: server.db(), bugs: server.bugs, close: server.close }));
