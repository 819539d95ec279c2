import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { allHandlers } from '../../src/server/handlers.ts';
import { authenticate } from '../../src/server/kernel/authenticate.ts';
import { createCore } from '../../src/server/kernel/core.ts';
import { openGate, type LongAnswer, mostLongReads } from '../../src/server/kernel/long-reads.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName, recordingPorts } from '../support/server.ts';

/** Works that end when they are told to, and which of them have begun. */
function works() {
  const begun: string[] = [];
  const ending = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      ending.set(name, (error) => (error ? reject(error) : resolve(name)));
    });
  return { begun, work, end: (name: string, error?: Error) => ending.get(name)?.(error) };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('A gate', () => {
  test('lets so many in at once, and the others in their order', async () => {
    const { begun, work, end } = works();
    const gate = openGate(2);
    const all = ['a', 'b', 'c', 'd'].map((name) => gate(work(name)));
    await turn();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    await turn();
    expect(begun).toEqual(['a', 'b', 'c']);
    // Whoever comes now waits behind the one who has waited longer.
    const last = gate(work('e'));
    for (const name of ['a', 'c', 'd', 'e']) {
      end(name);
      await turn();
    }
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await Promise.all([...all, last])).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('lets farm after farm in: who comes often waits behind who comes seldom', async () => {
    const { begun, work, end } = works();
    const gate = openGate(1);
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => gate(work(name), { whose: name.slice(0, 1) }));
    for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'b2']) {
      await turn();
      end(name);
    }
    await Promise.all(all);
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
  });

  test('keeps the place of a work that goes on after it was answered, also where that fails', async () => {
    const gate = openGate(1);
    let made = (_error?: Error): void => undefined;
    const going = new Promise<void>((resolve, reject) => (made = (error) => (error ? reject(error) : resolve())));
    expect(await gate(async () => Promise.resolve('begun'), { until: () => going })).toBe('begun');
    const seen: boolean[] = [];
    const next = gate(async (hasWaited) => {
      seen.push(hasWaited);
      return Promise.resolve();
    });
    await turn();
    expect(seen).toEqual([]);
    made(new Error('broken off'));
    await next;
    await gate(async (hasWaited) => Promise.resolve(seen.push(hasWaited)));
    expect(seen).toEqual([true, false]);
  });

  test('gives the place of one that fails to the next', async () => {
    const { begun, work, end } = works();
    const gate = openGate(1);
    const failed = gate(work('a'));
    const next = gate(work('b'));
    await turn();
    end('a', new Error('no'));
    await expect(failed).rejects.toThrow('no');
    await turn();
    expect(begun).toEqual(['a', 'b']);
    end('b');
    expect(await next).toBe('b');
  });
});

describe('Long reads', () => {
  let farm: FieldFarm;
  beforeAll(async () => {
    farm = await createFieldFarm();
  });

  /** A backend over the farm's database, whose long reads end when they are told to. */
  function backend() {
    const reading: ((answer: LongAnswer) => void)[] = [];
    const secrets = { access: new Uint8Array(32).fill(1), refresh: new Uint8Array(32).fill(2) };
    const core = createCore({
      db: farm.db,
      farmDb: farm.farmDb,
      handlers: allHandlers({ secrets, newId: randomUUID, publicUrl: 'https://campo.test', ...recordingPorts().ports }),
      longReads: { inTurn: openGate(mostLongReads), run: () => new Promise((resolve) => reading.push(resolve)) },
      newId: randomUUID,
      now: () => farm.clock.now,
      leastAppVersion: '',
      onRefused: () => undefined,
      authenticate: (token, now, place) => authenticate(farm.db, secrets, token, now, place),
      onBug: (error) => farm.bugs.push(error),
      onCommit: () => undefined,
    });
    const ask = (who: PersonName, method: string, path: string, body: unknown = null) =>
      core.dispatch({
        method,
        path,
        query: {},
        headers: {
          authorization: `Bearer ${farm.tokens[who]}`,
          ...(body !== null && { 'idempotency-key': randomUUID() }),
        },
        body,
      });
    return { ask, reading };
  }

  test('of fifty phones are served four at a time, and a record and a refusal wait for none of them', async () => {
    const { ask, reading } = backend();
    const path = `/api/movement/all/${farm.organizationId}`;
    const asked = Array.from({ length: 50 }, () => ask('ana', 'GET', path));
    await expect.poll(() => reading.length).toBe(4);
    const rain = await ask('caro', 'POST', `/api/movement/weather/rain/${farm.organizationId}`, {
      date: '2026-11-20',
      mm: 3,
    });
    expect(rain.status).toBe(200);
    expect((await ask('ana', 'GET', `/api/movement/last-10/${farm.organizationId}`)).status).toBe(200);
    // Who may not read takes nobody's place.
    expect((await ask('dana', 'GET', path)).status).toBe(404);
    expect(reading.length).toBe(4);
    const bytes = new TextEncoder().encode('{"ok":true,"movements":[]}');
    for (let ended = 0; ended < 50; ended += 1) {
      await expect.poll(() => reading.length).toBe(Math.min(50, ended + 4));
      reading[ended]?.({ json: bytes, keep: null });
    }
    expect((await Promise.all(asked)).map(({ status, json }) => [status, json])).toEqual(
      Array.from({ length: 50 }, () => [200, bytes]),
    );
  });

  test('look again at who had to wait: what he may not see any more he is not given', async () => {
    const { ask, reading } = backend();
    const path = `/api/movement/all/${farm.organizationId}`;
    const before = Array.from({ length: 4 }, () => ask('ana', 'GET', path));
    await expect.poll(() => reading.length).toBe(4);
    const waits = ask('beto', 'GET', path);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const gone = { removed_at: new Date(farm.clock.now).toISOString() };
    const change = (to: { removed_at: string | null }) =>
      farm.db
        .updateTable('memberships')
        .set(to)
        .where('organization_id', '=', farm.organizationId)
        .where('role', '=', 'admin')
        .execute();
    await change(gone);
    const bytes = new TextEncoder().encode('{"ok":true,"movements":[]}');
    for (const done of reading) done({ json: bytes, keep: null });
    expect((await waits).status).toBe(404);
    expect(reading.length).toBe(4);
    expect((await Promise.all(before)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await change({ removed_at: null });
  });

  closesInOrder(() => farm);
});
