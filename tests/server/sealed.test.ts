import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OperationSeal, WireOperation } from '../../src/contract/seal.ts';
import { examine } from '../../src/server/database/doctor.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { createTestDevice, type TestDevice } from '../support/seals.ts';
import type { PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;
let device: TestDevice;
const register = (who: PersonName, { key }: TestDevice) =>
  farm.as(who, 'POST', `/api/sync/${org}/device-key`, { public_key: key.public_key });

beforeEach(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
  device = await createTestDevice();
  await register('ana', device);
});
afterEach(async () => {
  const wrong = [...(await examine(farm.db)), ...farm.bugs];
  await farm.close();
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

type Brought = WireOperation & { readonly seal?: OperationSeal };
interface Result {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const birth = (count = 2, cid: string = randomUUID()) => ({
  key: randomUUID(),
  method: 'POST',
  path: `/api/movement/birth/${org}`,
  body: {
    date: '2026-11-20',
    lot_id: farm.lots.ombu,
    rodeo_id: farm.rodeos.cria,
    animals: [{ type: farm.cat('Ternero al pie'), count }],
    offline: true,
    cid,
  },
});
const bring = async (who: PersonName, author: PersonName, brought: readonly Brought[]): Promise<readonly Result[]> => {
  const operations = brought.map((one) => ({ ...one, author: farm.userIds[author] }));
  const { status, body } = await farm.as(who, 'POST', `/api/sync/${org}/ops`, { operations });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body['results'] as readonly Result[];
};
const anas = () => ({ organizationId: org, author: farm.userIds.ana });
const sealed = (operations: readonly WireOperation[]): Promise<Brought[]> => device.seal(anas(), operations);
const calves = () => farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Ternero al pie'));
const waiting = async () => (await farm.as('ana', 'GET', `/api/refused/${org}`)).body['refused'];

/** Nothing is booked; the office has it, and whoever brought it is told that it is safe there. */
async function isStoredRejection(result: Result | undefined, { key }: WireOperation): Promise<void> {
  expect([result?.status, result?.body['code'], result?.body['kept']]).toEqual([403, 'FORBIDDEN', [key]]);
  expect(await calves()).toBe(0);
  expect(await waiting()).toMatchObject([
    { id: key, author: { id: farm.userIds.caro }, said_author: { id: farm.userIds.ana } },
  ]);
}

describe('What a companion brings under the seal of its author’s device', () => {
  test('is booked, each operation by itself, in whatever batches it comes', async () => {
    const brought = await sealed([birth(1), birth(2), birth(3), birth(4), birth(5)]);
    for (const part of [brought.slice(3), brought.slice(0, 1), brought.slice(1, 3)])
      expect((await bring('caro', 'ana', part)).map(({ status }) => status)).toEqual(part.map(() => 200));
    expect(await calves()).toBe(15);
  });

  test('counts once however often and by whomever it comes', async () => {
    const [one] = await sealed([birth(2)]);
    if (!one) throw new Error('nothing sealed');
    for (const who of ['caro', 'beto', 'caro'] as const)
      expect((await bring(who, 'ana', [one])).map(({ status }) => status)).toEqual([200]);
    const own = await farm.as('ana', 'POST', one.path, one.body, { 'idempotency-key': one.key });
    expect([own.status, own.headers['idempotency-status']]).toEqual([200, 'replayed']);
    expect(await calves()).toBe(2);
  });

  test('is the same whatever order its names stand in', async () => {
    const [one] = await sealed([birth(2)]);
    if (!one) throw new Error('nothing sealed');
    const body = Object.fromEntries(Object.entries(one.body as object).toReversed());
    expect((await bring('caro', 'ana', [{ ...one, body }])).map(({ status }) => status)).toEqual([200]);
  });

  test('still holds after its phone made another key, and after it logged out', async () => {
    const [one] = await sealed([birth(2)]);
    await register('ana', await createTestDevice());
    await farm.db
      .updateTable('sessions')
      .set({ ended_at: new Date(farm.clock.now).toISOString() })
      .where('user_id', '=', farm.userIds.ana)
      .execute();
    expect((await bring('caro', 'ana', one ? [one] : [])).map(({ status }) => status)).toEqual([200]);
  });
});

describe('A forged operation is kept aside for the office, never booked and never dropped', () => {
  const forgeries: Readonly<Record<string, (one: Brought) => Promise<Brought>>> = {
    'without a seal, as older apps hand it over': async ({ seal: _, ...bare }) => bare,
    'with other amounts': async (one) => ({
      ...one,
      body: { ...birth(9).body, cid: (one.body as { cid: string }).cid },
    }),
    'under another key': async (one) => ({ ...one, key: randomUUID() }),
    'as another call': async (one) => ({ ...one, path: `/api/movement/death/${org}` }),
    'signed by another’s device': async ({ seal: _, ...bare }) => {
      const caros = await createTestDevice();
      await register('caro', caros);
      return (await caros.seal(anas(), [bare]))[0] ?? bare;
    },
    'signed by a device that nobody knows': async ({ seal: _, ...bare }) =>
      (await (await createTestDevice()).seal(anas(), [bare]))[0] ?? bare,
    'signed for another farm': async ({ seal: _, ...bare }) =>
      (await device.seal({ ...anas(), organizationId: randomUUID() }, [bare]))[0] ?? bare,
    'signed for another author': async ({ seal: _, ...bare }) =>
      (await device.seal({ ...anas(), author: farm.userIds.caro }, [bare]))[0] ?? bare,
    'with the seal of another package': async (one) => {
      const [other] = await sealed([birth(1)]);
      return { ...one, ...(other?.seal && { seal: other.seal }) };
    },
    'with a proof that leads nowhere': async (one) =>
      one.seal ? { ...one, seal: { ...one.seal, proof: one.seal.proof.toReversed().slice(1) } } : one,
  };

  test.each(Object.keys(forgeries))('%s', async (title) => {
    const [one] = await sealed([birth(2), birth(3)]);
    const forged = one && (await forgeries[title]?.(one));
    if (!forged) throw new Error('no forgery');
    const results = await bring('caro', 'ana', [forged]);
    expect(results).toHaveLength(1);
    await isStoredRejection(results[0], forged);
  });

  test('signed by a phone that was lost', async () => {
    const [one] = await sealed([birth(2)]);
    await farm.db
      .updateTable('sessions')
      .set({ lost_at: new Date(farm.clock.now).toISOString() })
      .where('user_id', '=', farm.userIds.ana)
      .execute();
    const [result] = await bring('caro', 'ana', one ? [one] : []);
    expect([result?.status, result?.body['kept']]).toEqual([403, [one?.key]]);
    expect(await calves()).toBe(0);
    expect(await farm.db.selectFrom('refused').select('key').execute()).toEqual([{ key: one?.key }]);
  });

  test('and does not stand in the way of the true one, which its author’s own phone brings', async () => {
    const [one] = await sealed([birth(2)]);
    if (!one) throw new Error('nothing sealed');
    const forged = { ...one, body: { ...birth(9).body } };
    await isStoredRejection((await bring('caro', 'ana', [forged]))[0], forged);
    expect((await farm.as('ana', 'POST', one.path, one.body, { 'idempotency-key': one.key })).status).toBe(200);
    expect([await calves(), await waiting()]).toEqual([2, []]);
  });

  test('and is told apart by the words that the office reads', async () => {
    const { key, ...rest } = birth(2);
    await bring('caro', 'ana', [{ key, ...rest }]);
    expect(JSON.stringify(await waiting())).toContain('sin una firma que valga');
  });

  test('and one whose key a restored server has lost is booked once the office says so, or its author’s phone comes', async () => {
    const [one] = await sealed([birth(2)]);
    if (!one) throw new Error('nothing sealed');
    await farm.db.deleteFrom('device_keys').execute();
    await isStoredRejection((await bring('caro', 'ana', [one]))[0], one);
    expect((await farm.as('ana', 'POST', `/api/refused/${org}/${one.key}/apply`, {})).status).toBe(200);
    expect((await farm.as('ana', 'POST', one.path, one.body, { 'idempotency-key': one.key })).status).toBe(200);
    expect(await calves()).toBe(2);
  });
});

describe('The keys of a farm’s devices', () => {
  const keysOf = async (who: PersonName, of: PersonName): Promise<unknown> => {
    const { body } = await farm.as(who, 'GET', `/api/sync/${org}?since=0`);
    const changes = body['changes'] as { table: string; id: string; row: Readonly<Record<string, unknown>> }[];
    return changes.findLast(({ table, id }) => table === 'members' && id === farm.userIds[of])?.row['device_keys'];
  };

  test('reach every phone of it with the feed', async () => {
    expect(await keysOf('caro', 'ana')).toEqual([device.key]);
    const second = await createTestDevice();
    farm.clock.now += 1000;
    await register('ana', second);
    expect(await keysOf('beto', 'ana')).toEqual([second.key, device.key]);
  });

  test('are registered once, however often a phone says its own', async () => {
    expect((await register('ana', device)).body['device_key']).toEqual({ id: device.key.id });
    expect(await keysOf('caro', 'ana')).toEqual([device.key]);
  });

  test('are of its members alone', async () => {
    expect((await register('dana', await createTestDevice())).status).toBe(404);
  });

  test.each(['', 'A'.repeat(87), 'B'.repeat(87)])('are points of the curve: %s is none', async (public_key) => {
    const { status, body } = await farm.as('ana', 'POST', `/api/sync/${org}/device-key`, { public_key });
    expect([status, body['code']]).toEqual([400, 'INVALID_BODY']);
  });

  test('are kept up to a hundred a person, the newest, and shown up to eight', async () => {
    const made: string[] = [];
    for (let n = 0; n < 101; n += 1) {
      const one = await createTestDevice();
      farm.clock.now += 1000;
      await register('caro', one);
      made.push(one.key.id);
    }
    const rows = await farm.db
      .selectFrom('device_keys')
      .select('id')
      .where('user_id', '=', farm.userIds.caro)
      .execute();
    expect([rows.length, rows.some(({ id }) => id === made[0])]).toEqual([100, false]);
    expect(await keysOf('ana', 'caro')).toHaveLength(8);
  });
});
