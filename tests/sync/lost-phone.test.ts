import { beforeEach, describe, expect, test } from 'vitest';
import type { FarmStore } from '../../src/app/store/store.ts';
import { emptyLostPhone } from '../../src/app/sync/device/lost-phone.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { digestOf, jpegOf } from '../support/pictures.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { indexedDbStore } from '../support/stores.ts';

let farm: FieldFarm;
let store: FarmStore;
let caro: ServerPhone;

const day = '2026-11-20';
const rain = async (mm: number): Promise<void> => {
  const saved = await caro.farm.acts.recordMovement('RAIN', { date: day, mm });
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
};
const clock = { now: () => Date.parse('2026-11-21T12:00:00Z') };
const handOver = () => emptyLostPhone({ store, say: caro.call, userId: farm.userIds.caro, clock });

const photoState = {
  type: 'image/jpeg',
  addedAt: '2026-11-20T12:00:00.000Z',
  sentAt: null,
  epoch: null,
  attempts: 0,
  nextAt: 0,
  problem: null,
};
const noAnswer = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: '' } as const;
const emptied = (left: number, isWhole = true, photosLeft = 0) => ({ is: 'emptied', left, photosLeft, isWhole });

/** The owner marks the phone of his hand as lost. */
async function lose(): Promise<void> {
  const path = `/api/organization/${farm.organizationId}/session`;
  const { sessions } = (await farm.as('ana', 'GET', path)).body as { sessions: { id: string; user_id: string }[] };
  for (const { id, user_id } of sessions)
    if (user_id === farm.userIds.caro) await farm.as('ana', 'POST', `${path}/${id}/lost`);
}
const refused = async () =>
  (await farm.as('ana', 'GET', `/api/refused/${farm.organizationId}`)).body['refused'] as {
    id: string;
    from_lost_phone: boolean;
    body: { mm?: number };
  }[];

beforeEach(async () => {
  farm = await createFieldFarm();
  store = indexedDbStore();
  caro = openServerPhone(farm, 'caro', { store });
  await caro.meet();
  await rain(1);
  await caro.meet();
  caro.link.isUp = false;
  for (const mm of [11, 12, 13]) await rain(mm);
});

describe('A phone that its farm lost', () => {
  test('leaves its records for the office to decide on, and nothing on itself', async () => {
    await lose();
    caro.link.isUp = true;
    expect(await handOver()).toEqual(emptied(0));
    expect(await store.unsent()).toEqual([]);
    expect((await store.picture(farm.organizationId, { movements: { limit: 10 } })).movements).toEqual([]);
    expect((await refused()).map(({ body, from_lost_phone }) => [body.mm, from_lost_phone])).toEqual([
      [11, true],
      [12, true],
      [13, true],
    ]);
  });

  test('counts each once, also when the answer was lost and the office has taken one meanwhile', async () => {
    await lose();
    caro.link.isUp = true;
    const say = async (request: Parameters<ServerPhone['call']>[0]) => {
      const reply = await caro.call(request);
      // The signal goes before the answer comes.
      caro.link.isUp = false;
      return reply.outcome === 'unreachable' ? reply : noAnswer;
    };
    expect(await emptyLostPhone({ store, say, userId: farm.userIds.caro, clock })).toEqual({ is: 'later' });
    caro.link.isUp = true;
    expect(await store.unsent()).toHaveLength(3);
    const [first] = await refused();
    const applied = await farm.as('ana', 'POST', `/api/refused/${farm.organizationId}/${first?.id}/apply`, {});
    expect(applied.status).toBe(200);
    expect(await handOver()).toEqual(emptied(0));
    expect((await refused()).map(({ body }) => body.mm)).toEqual([12, 13]);
  });

  test('keeps everything while there is no signal, and where it was not lost after all', async () => {
    expect(await handOver()).toEqual({ is: 'later' });
    caro.link.isUp = true;
    expect(await handOver()).toEqual({ is: 'not-lost' });
    expect(await store.unsent()).toHaveLength(3);
    expect((await store.picture(farm.organizationId, { movements: { limit: 10 } })).movements).not.toEqual([]);
  });

  test('is emptied of everything but the record that a proxy stops, which goes where nothing stops it', async () => {
    await lose();
    caro.link.isUp = true;
    const stopped = (await store.unsent()).find(({ body }) => body?.['mm'] === 12)?.opId ?? '';
    const proxied: typeof caro.call = (request) =>
      JSON.stringify(request.body ?? '').includes(stopped) ? Promise.resolve(noAnswer) : caro.call(request);
    expect(await emptyLostPhone({ store, say: proxied, userId: farm.userIds.caro, clock })).toEqual(emptied(1, false));
    expect((await refused()).map(({ body }) => body.mm)).toEqual([11, 13]);
    expect((await store.unsent()).map(({ opId }) => opId)).toEqual([stopped]);
    expect((await store.picture(farm.organizationId, { movements: { limit: 10 } })).movements).toEqual([]);
    // Nothing else waits now: also alone it does not keep the phone from saying how it stands.
    expect(await emptyLostPhone({ store, say: proxied, userId: farm.userIds.caro, clock })).toEqual(emptied(1, false));
    expect(await handOver()).toEqual(emptied(0));
    expect(new Set((await refused()).map(({ body }) => body.mm))).toEqual(new Set([11, 12, 13]));
  });
});

describe('The photos of a phone that its farm lost', () => {
  const photo = async (mark: number): Promise<string> => {
    const outcome = await caro.farm.blobs.keep(jpegOf(mark));
    if (!outcome.ok) throw new Error(outcome.problem);
    return outcome.value;
  };
  const rainWith = async (mm: number, digest: string): Promise<void> => {
    const saved = await caro.farm.acts.recordMovement('RAIN', { date: day, mm, photos: [digest] });
    if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
  };
  const here = async (): Promise<readonly string[]> =>
    (await store.blobs(farm.organizationId)).map(({ digest }) => digest);
  const onServer = async (): Promise<ReadonlySet<string>> =>
    new Set((await farm.db.selectFrom('blobs').select('digest').execute()).map(({ digest }) => digest));
  const isPhoto = ({ path }: { readonly path: string }): boolean => path.startsWith('/api/blob/');
  let digests: readonly string[];

  beforeEach(async () => {
    digests = [await photo(1), await photo(2)];
    for (const [at, digest] of digests.entries()) await rainWith(20 + at, digest);
    const sent = { date: day, mm: 30, photos: [digestOf(jpegOf(4))] };
    await farm.as('caro', 'POST', `/api/movement/weather/rain/${farm.organizationId}`, sent);
    await lose();
    caro.link.isUp = true;
  });

  test('go after its records and then from the phone, with one that no record names', async () => {
    await photo(3);
    expect(await handOver()).toEqual(emptied(0));
    expect(await onServer()).toEqual(new Set(digests));
    expect(await here()).toEqual([]);
    for (const digest of digests)
      expect((await farm.as('ana', 'GET', `/api/blob/${farm.organizationId}/${digest}`)).status).toBe(200);
  });

  test('go also where the record was sent before and only the photo was waiting', async () => {
    const left = jpegOf(4);
    const digest = digestOf(left);
    const blob = { ...photoState, digest, size: left.length, state: 'named' } as const;
    await store.keepBlob(farm.organizationId, blob, left);
    expect(await handOver()).toEqual(emptied(0));
    expect(await here()).toEqual([]);
    expect(await onServer()).toContain(digest);
  });

  test('stay where a proxy stops them, though the farm goes, and go where nothing stops them', async () => {
    const [first] = digests;
    const proxied: typeof caro.call = (request) =>
      isPhoto(request) && request.path.includes(first ?? '-') ? Promise.resolve(noAnswer) : caro.call(request);
    expect(await emptyLostPhone({ store, say: proxied, userId: farm.userIds.caro, clock })).toEqual(
      emptied(0, false, 1),
    );
    expect(await here()).toEqual([first]);
    expect((await store.picture(farm.organizationId, { movements: { limit: 10 } })).movements).toEqual([]);
    expect(await handOver()).toEqual(emptied(0));
    expect(await onServer()).toEqual(new Set(digests));
    expect(await here()).toEqual([]);
  });

  test('are tried again with everything else where the signal goes, and nothing goes before', async () => {
    const say: typeof caro.call = (request) => {
      if (isPhoto(request)) caro.link.isUp = false;
      return caro.call(request);
    };
    expect(await emptyLostPhone({ store, say, userId: farm.userIds.caro, clock })).toEqual({ is: 'later' });
    expect(await here()).toHaveLength(2);
    caro.link.isUp = true;
    expect(await handOver()).toEqual(emptied(0));
    expect(await onServer()).toEqual(new Set(digests));
  });

  test('stay with a record that stays', async () => {
    const stopped = (await store.unsent()).find(({ body }) => body?.['mm'] === 20)?.opId ?? '';
    const proxied: typeof caro.call = (request) =>
      JSON.stringify(request.body ?? '').includes(stopped) ? Promise.resolve(noAnswer) : caro.call(request);
    expect(await emptyLostPhone({ store, say: proxied, userId: farm.userIds.caro, clock })).toEqual(emptied(1, false));
    expect(await here()).toEqual(digests.slice(0, 1));
    expect(await handOver()).toEqual(emptied(0));
    expect(await onServer()).toEqual(new Set(digests));
  });
});
