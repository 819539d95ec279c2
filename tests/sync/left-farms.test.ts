import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { createFarmHost, type FarmHost } from '../../src/app/farm-host.ts';
import { openDepartures } from '../../src/app/session/departures.ts';
import { type SessionState, signedOut } from '../../src/app/session/session.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { type Disk, startingWith, tableNames } from '../../src/app/store/disk.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { watchStorage } from '../../src/app/store/storage-watch.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import { openFarm } from '../../src/app/sync/engine/engine.ts';
import { letIn } from '../support/let-in.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { digestOf, jpegOf } from '../support/pictures.ts';
import { openTab } from '../support/phone-session.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let disk: Disk;
let store: FarmStore;
let caro: ServerPhone;
let unsent: Map<string, number>;
let isPhotoLost: boolean;

beforeEach(async () => {
  farm = await createFieldFarm();
  disk = openMemoryDisk();
  store = openFarmStore(disk);
  unsent = new Map();
  isPhotoLost = false;
  const noAnswer = { outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'lost' } as const;
  const onCall = ({ path }: { readonly path: string }) => (isPhotoLost && path.includes('/blob/') ? noAnswer : null);
  caro = openServerPhone(farm, 'caro', { store, onCall });
  await caro.meet();
  caro.link.isUp = false;
  const saved = await caro.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 12 });
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
});

/** The app of the same phone, as it starts with this list of farms. */
function start(organizations: SessionState['organizations'], selectedId?: string): FarmHost {
  const listeners = new Set<() => void>();
  const user = { ...userOf('caro'), id: farm.userIds.caro };
  const [first] = organizations;
  const state: SessionState = {
    ...signedOut,
    status: 'signed-in',
    user,
    organizations,
    selectedId: selectedId ?? first?.organization.id ?? null,
  };
  const host = createFarmHost({
    session: {
      call: caro.call,
      state: () => state,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
    loadEngine: async () => Promise.resolve({ openFarm }),
    newId: randomUUID,
    exclusive: async (_name, task) => task(),
    farmPorts: {
      net: { call: caro.call },
      clock: { now: () => farm.clock.now, after: (_ms, run) => soon(run) },
      locks: { run: async (_name, _steal, task) => task().then(() => true) },
      random: { fraction: () => 0.5, key: () => randomUUID(), entityId: () => randomUUID() },
      hints: { isVisible: () => true, isConnected: () => caro.link.isUp, subscribe: () => () => undefined },
      live: { subscribe: () => () => undefined },
      appBuild: 'test',
    },
    storage: {
      openStore: () => Promise.resolve(store),
      opened: async (task) => task(),
      watch: watchStorage(),
      departures: openDepartures(openTab()),
      forgetTab: () => undefined,
      eviction: {
        onOpen: () => null,
        onUnsent: (_userId, organizationId, count) => void unsent.set(organizationId, count),
        onAcknowledged: () => undefined,
        onEmptied: () => undefined,
        waitingOfOthers: () => ({ records: 0, people: 0 }),
      },
    },
  });
  for (const listener of listeners) listener();
  return host;
}
const userOf = (name: string) => ({
  email: `${name}@campo.test`,
  first_name: name,
  last_name: 'X',
  phone: null,
  is_super_admin: false,
});
/** Time passes by the hand of the test alone, but for what is put off by a moment. */
const soon = (run: () => void): (() => void) => {
  const timer = setTimeout(run, 5);
  timer.unref();
  return () => clearTimeout(timer);
};
const rains = async (): Promise<number> => {
  const rows = await farm.db.selectFrom('movements').select('id').where('type', '=', 'RAIN').execute();
  return rows.length;
};
const readable = (): Promise<string> =>
  disk.transact('read', tableNames, async (tables) => {
    const all: unknown[] = [];
    for (const name of tableNames) all.push(await tables[name].range(startingWith('')));
    return JSON.stringify(all);
  });
const takeOff = async (): Promise<void> => {
  farm.clock.now += 120_000;
  const body = { organization_id: farm.organizationId };
  await farm.as('ana', 'DELETE', `/api/organization/user/${farm.userIds.caro}`, body);
};

describe('A phone whose person is not listed on the farm any more', () => {
  test('says how many records wait, and that they are counted without a screen', async () => {
    const host = start([]);
    await expect.poll(() => host.left()).toMatchObject({ waiting: 1, withError: 0, elsewhere: 1 });
    expect(host.current()).toBeNull();
    await expect.poll(() => unsent.get(farm.organizationId)).toBe(1);
  });

  test('sends what was recorded before, although no screen opens that farm', async () => {
    await takeOff();
    caro.link.isUp = true;
    const host = start([]);
    await expect.poll(rains).toBe(1);
    await expect.poll(() => host.left()).toMatchObject({ waiting: 0, withError: 0, elsewhere: 0 });
  });

  test('sends a photo whose record went before the app was closed', async () => {
    const photo = await caro.farm.blobs.keep(jpegOf(1));
    await caro.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 13, photos: [photo.ok ? photo.value : ''] });
    await takeOff();
    isPhotoLost = true;
    await caro.meet();
    expect(await store.unsent()).toEqual([]);
    isPhotoLost = false;
    farm.clock.now += 60_000;
    start([]);
    const there = () => farm.db.selectFrom('blobs').select('digest').execute();
    await expect.poll(there).toEqual([{ digest: digestOf(jpegOf(1)) }]);
  });

  test('whose person is on it again offers by itself what was refused while he was not', async () => {
    await takeOff();
    farm.clock.now += 60_000;
    await caro.meet();
    caro.link.isUp = false;
    await caro.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 33 });
    farm.clock.now += 60_000;
    await caro.meet();
    const refused = async () => (await caro.farm.views.pending()).map(({ problem }) => problem?.code);
    expect(await refused()).toEqual(['NOT_FOUND']);
    const before = await rains();
    caro.farm.stop();
    await letIn(farm.as, farm.organizationId, 'caro', 'user');
    const mine = { organization: { id: farm.organizationId, name: 'La Esperanza' }, role: 'user' as const };
    start([mine]);
    await expect.poll(rains).toBe(before + 1);
    await expect.poll(refused).toEqual([]);
  });

  test('shows what it was that the server did not take, a deletion too', async () => {
    await caro.meet();
    const { body } = await farm.as('ana', 'GET', `/api/movement/all/${farm.organizationId}?type=RAIN`);
    const [rain] = body['movements'] as [{ id: string }];
    caro.link.isUp = false;
    await caro.farm.acts.deleteMovement(rain.id);
    await takeOff();
    farm.clock.now += 120_000;
    caro.link.isUp = true;
    const host = start([]);
    await expect.poll(() => host.left()).toMatchObject({ waiting: 0, withError: 1 });
    const left = await host.left().farms[0]?.see();
    expect(await left?.views.pending()).toMatchObject([
      { act: 'delete', title: 'Eliminar: Lluvia', summary: expect.stringContaining('12') as string, canCorrect: false },
    ]);
    await left?.acts.discard((await left.views.pending())[0]?.opId ?? '');
    await expect.poll(() => host.left()).toMatchObject({ waiting: 0, withError: 0, farms: [] });
  });

  test('says what the server did not take, and keeps it', async () => {
    await takeOff();
    farm.clock.now += 120_000;
    await caro.farm.acts.createThing('note', { text: 'Quedó abierta la tranquera' });
    farm.clock.now += 120_000;
    caro.link.isUp = true;
    const host = start([]);
    await expect.poll(() => host.left()).toMatchObject({ waiting: 0, withError: 1, elsewhere: 1 });
    await expect.poll(() => store.unsent()).toEqual([]);
    expect(await readable()).not.toContain('tranquera');
    const seen = await host.left().farms[0]?.see();
    expect(await seen?.views.pending()).toMatchObject([{ subject: 'note', state: 'con_error' }]);
    expect(host.left()).toMatchObject({ waiting: 0, withError: 1, elsewhere: 1 });
    host.left().farms[0]?.unsee();
    await expect.poll(readable).not.toContain('tranquera');
    expect(host.left()).toMatchObject({ waiting: 0, withError: 1, elsewhere: 1 });
  });

  test('seals what waits while it cannot go, and sends it when there is signal', async () => {
    caro.link.isUp = true;
    expect(await caro.farm.canBeLeft()).toBe(true);
    caro.link.isUp = false;
    await takeOff();
    expect(await readable()).toContain('"mm":12');
    const host = start([]);
    await expect.poll(() => host.left()).toMatchObject({ waiting: 1, withError: 0, elsewhere: 1 });
    await expect.poll(readable).not.toContain('"mm":12');
    expect(await host.left().farms[0]?.see()).toBeNull();
    expect(await rains()).toBe(0);
    caro.link.isUp = true;
    await expect.poll(rains).toBe(1);
    await expect.poll(() => host.left()).toMatchObject({ waiting: 0, withError: 0, elsewhere: 0 });
    await expect.poll(readable).not.toContain('"mm":12');
  });

  test('seals photos that no record on its way names, and has them again with the farm', async () => {
    const [typed, undone] = [await caro.farm.blobs.keep(jpegOf(1)), await caro.farm.blobs.keep(jpegOf(2))];
    const digests = [digestOf(jpegOf(1)), digestOf(jpegOf(2))];
    expect([typed, undone]).toMatchObject(digests.map((value) => ({ value })));
    await caro.farm.saveDraft('nota', { text: '', photos: digests.slice(0, 1) });
    await takeOff();
    caro.link.isUp = true;
    const opened = async (): Promise<number> => {
      const text = await readable();
      return digests.filter((digest) => text.includes(digest)).length;
    };
    const host = start([]);
    await expect.poll(rains).toBe(1);
    await expect.poll(opened).toBe(0);
    expect(host.left()).toMatchObject({ waiting: 0, withError: 0, elsewhere: 0 });
    for (let minute = 0; minute < 5; minute += 1) {
      farm.clock.now += 60_000;
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await opened()).toBe(0);
    }
    await letIn(farm.as, farm.organizationId, 'caro', 'user');
    start([{ organization: { id: farm.organizationId, name: 'La Esperanza' }, role: 'user' }]);
    await expect.poll(opened).toBe(2);
  });
});

describe('A phone whose person has opened another of his farms', () => {
  const listed = (id: string) => ({ organization: { id, name: 'Una' }, role: 'user' as const });

  test('sends what waits for the first one all the same', async () => {
    caro.link.isUp = true;
    farm.clock.now += 60_000;
    const other = randomUUID();
    const host = start([listed(farm.organizationId), listed(other)], other);
    await expect.poll(() => host.current()?.organizationId).toBe(other);
    await expect.poll(rains).toBe(1);
  });

  test('counts it among what he leaves behind, and says nothing of it as of a farm that he has left', async () => {
    const other = randomUUID();
    const host = start([listed(farm.organizationId), listed(other)], other);
    await expect.poll(() => unsent.get(farm.organizationId)).toBe(1);
    expect(host.left()).toMatchObject({ waiting: 0, withError: 0, elsewhere: 1 });
  });
});

describe('A phone whose person is on the farm', () => {
  test('opens it, and has nothing left of others', async () => {
    const host = start([{ organization: { id: farm.organizationId, name: 'La Esperanza' }, role: 'user' }]);
    await expect.poll(() => host.current()?.organizationId).toBe(farm.organizationId);
    expect(host.left()).toMatchObject({ waiting: 0, withError: 0, elsewhere: 0 });
  });
});
