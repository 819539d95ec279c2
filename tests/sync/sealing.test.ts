import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { type Disk, startingWith, tableNames } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { type FarmStore, StorageFailure } from '../../src/app/store/store.ts';
import { placesOfTeam, placesToSend } from '../../src/app/store/sealed-rows.ts';
import { openForAWhile, openSealed, sealFarm } from '../../src/app/sync/device/storage-key.ts';
import { account } from '../support/account.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openMortalDisk } from '../support/mortal-disk.ts';
import { jpegOf } from '../support/pictures.ts';
import { closesInOrder, testPassword } from '../support/server.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { asReply } from '../support/sim/core-farm.ts';

/** What stays on a phone when its person leaves it is sealed, and his again when he is back (trust.md row 107). */
let farm: FieldFarm;
let disk: Disk;
let ana: ServerPhone;

const disks = {
  memory: openMemoryDisk,
  'the browser’s database': () => openDexieDisk(`campo:${randomUUID()}`),
  'one with a journal': () => openMortalDisk(),
};

const store = (): FarmStore => openFarmStore(disk);
const phone = (): ServerPhone => openServerPhone(farm, 'ana', { store: store() });

/** Everything that can be read of a disk, bytes as figures. */
const readable = (of = disk): Promise<string> =>
  of.transact('read', tableNames, async (tables) => {
    const all: unknown[] = [];
    for (const name of tableNames) all.push(await tables[name].range(startingWith('')));
    return JSON.stringify(all, (_name, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    );
  });
const rain = async (mm: number): Promise<void> => {
  const saved = await ana.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm, detail: `lluvia propia ${mm}` });
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
};
const photo = jpegOf(7);
const pictureWords = Buffer.from(photo).toString('hex');

/** His own words: in what waits, what he typed, what was sent, and the names that they speak of. */
const words = ['lluvia propia', 'a medio escribir', 'El Bajo', 'Invernada', '"mm":11', '"mm":12', pictureWords];

/** What a person sees of his own on a phone without signal. */
const own = async (of = ana) => {
  const pending = await of.farm.views.pending();
  return {
    pending: pending.map(({ summary, opId }) => [summary, opId]),
    draft: await of.farm.views.draft('nota'),
    sent: (await store().archived(farm.organizationId, '2026', 50)).map(({ opId }) => opId),
    photos: (await store().blobs(farm.organizationId)).map(({ digest, state }) => [digest, state]),
    commits: await store().commits(farm.organizationId, 100),
  };
};

/** He goes: what the server has is forgotten, the rest is sealed. */
const leave = async (of = store()): Promise<string> => {
  await of.forget([]);
  return await of.seal('all');
};
const net = { call: (request: Parameters<ServerPhone['call']>[0]) => ana.call(request) };
const team = (): readonly string[] => placesOfTeam([farm.organizationId]);
const comeBack = async (): Promise<'away' | 'shut' | null> => {
  ana = phone();
  return await openSealed(store(), net, team());
};
/** A disk that dies after so many writes. */
const mortal = (whole: Disk, after: number): Disk => {
  let writes = 0;
  return {
    ...whole,
    transact: (mode, tables, run) => {
      if (mode === 'write') writes += 1;
      return writes > after ? Promise.reject(new StorageFailure('died')) : whole.transact(mode, tables, run);
    },
  };
};

/** What a disk that dies may come to. */
const dying = async (task: () => Promise<unknown>): Promise<void> => {
  try {
    await task();
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure)) throw thrown;
  }
};

async function settle(open: () => Disk): Promise<void> {
  farm = await createFieldFarm();
  disk = open();
  ana = phone();
  await ana.meet();
  await rain(11);
  await ana.meet();
  // The archive is what the feed has confirmed.
  await ana.meet();
  expect(await ana.farm.canBeLeft()).toBe(true);
  ana.link.isUp = false;
  await rain(12);
  const death = await ana.farm.acts.recordMovement('DEATH', {
    date: '2026-11-20',
    rodeo_id: farm.rodeos.invernada,
    lot_id: farm.lots.bajo,
    animals: [{ type: farm.cat('Novillito'), count: 1 }],
  });
  expect(death.ok).toBe(true);
  await ana.farm.saveDraft('nota', { text: 'a medio escribir' });
  expect((await ana.farm.blobs.keep(photo)).ok).toBe(true);
}

describe.each(Object.entries(disks))('What stays of somebody who leaves, on %s,', (_name, open) => {
  beforeEach(() => settle(open));
  closesInOrder(() => farm);

  test('cannot be read by anybody, and is his again as it was', async () => {
    const before = await own();
    expect(before.sent).not.toEqual([]);
    const all = await readable();
    for (const word of words) expect(all).toContain(word);
    expect(await leave()).toBe('sealed');
    const after = await readable();
    for (const word of words) expect(after).not.toContain(word);
    expect(await leave()).toBe('nothing');
    expect(await comeBack()).toBeNull();
    expect(await own()).toEqual(before);
    expect(await store().sealedUnder(team())).toEqual([]);
  });

  test('goes up once when there is signal', async () => {
    await leave();
    expect(await comeBack()).toBeNull();
    await ana.meet();
    expect(await ana.farm.views.pending()).toEqual([]);
    const rows = await farm.db.selectFrom('movements').select('type').execute();
    expect(rows.map(({ type }) => type).filter((type) => type === 'RAIN' || type === 'DEATH')).toHaveLength(3);
  });

  test('stays sealed where the server cannot be asked, and comes back when it can', async () => {
    const before = await own();
    await leave();
    ana = phone();
    ana.link.isUp = false;
    expect(await openSealed(store(), net, team())).toBe('away');
    expect(await ana.farm.views.pending()).toEqual([]);
    ana.link.isUp = true;
    expect(await openSealed(store(), net, team())).toBeNull();
    expect((await own()).pending).toEqual(before.pending);
  });

  test('is whole wherever the device dies while it is sealed, and while it comes back', async () => {
    const before = await own();
    await store().forget([]);
    for (let after = 0; after < 40; after += 1) await dying(() => openFarmStore(mortal(disk, after)).seal('all'));
    expect(await store().seal('all')).toBe('nothing');
    for (const word of words) expect(await readable()).not.toContain(word);
    for (let after = 0; after < 40; after += 1)
      await dying(() => openSealed(openFarmStore(mortal(disk, after)), net, team()));
    expect(await comeBack()).toBeNull();
    expect(await own()).toEqual(before);
  });
});

describe('What stays of somebody who leaves', () => {
  beforeEach(() => settle(openMemoryDisk));
  closesInOrder(() => farm);

  test('opens to nobody else: another person is told another key for the same name', async () => {
    await leave();
    const beto = openServerPhone(farm, 'beto', { store: store() });
    expect(await openSealed(store(), beto, team())).toBe('shut');
    for (const word of words) expect(await readable()).not.toContain(word);
  });

  test('stays readable rather than lost where no key could be had', async () => {
    await store().keepSealingKey(null);
    expect(await leave()).toBe('no-key');
    expect((await store().unsent()).map(({ movementType }) => movementType)).toEqual(['RAIN', 'DEATH']);
    expect(await readable()).toContain('lluvia propia');
  });

  test('is sealed by a new key the next time', async () => {
    const first = await store().sealingKey();
    await leave();
    await comeBack();
    expect(await store().sealingKey()).toBeNull();
    await ana.meet();
    expect(await ana.farm.canBeLeft()).toBe(true);
    expect((await store().sealingKey())?.name).not.toBe(first?.name);
  });

  test('keeps both where he typed and recorded before the old came back', async () => {
    await leave();
    ana = phone();
    ana.link.isUp = false;
    await rain(14);
    await ana.farm.saveDraft('nota', { text: 'más nuevo' });
    ana.link.isUp = true;
    expect(await openSealed(store(), net, team())).toBeNull();
    const pending = (await store().unsent()).map(({ body }) => body?.['mm'] ?? 'muerte');
    expect(new Set(pending)).toEqual(new Set([12, 14, 'muerte']));
    expect(new Set((await store().unsent()).map(({ n }) => n)).size).toBe(3);
    expect(await ana.farm.views.draft('nota')).toEqual({ text: 'más nuevo' });
  });

  test('leaves broken bytes where they are, and gives back the rest', async () => {
    await leave();
    await disk.transact('write', ['sealed'], async (tables) => {
      const rows = await tables.sealed.range<{ key: string; bytes: Uint8Array<ArrayBuffer> }>(startingWith(''));
      const [first] = rows.filter(({ key }) => key.startsWith('sent/'));
      if (!first) throw new Error('Nothing was sealed');
      await tables.sealed.put([
        { ...first, bytes: first.bytes.map((byte, at) => (at === 120 ? byte ^ 1 : byte)) },
      ] as never);
    });
    expect(await comeBack()).toBe('shut');
    expect((await own()).pending).toHaveLength(2);
    expect(await store().sealedUnder(team())).toHaveLength(1);
  });

  test('is thirty records that all arrive after 179 days, with another password and from a new session', async () => {
    for (let mm = 13; mm <= 40; mm += 1) await rain(mm);
    await leave();
    farm.clock.now += 179 * 86_400_000;
    const own = account(farm);
    const enter = async (password: string) => (await own.logIn('ana@campo.test', password)).body['token'];
    const changed = { current_password: testPassword, new_password: 'el molino nuevo 45' };
    await own.with(await enter(testPassword), 'POST', '/api/auth/change-password', changed);
    const token = await enter(changed.new_password);
    const as: FieldFarm['as'] = (_who, method, path, body, headers) =>
      farm.as(null, method, path, body, { ...headers, authorization: `Bearer ${String(token)}` });
    ana = openServerPhone({ ...farm, as }, 'ana', { store: store() });
    expect(await openSealed(store(), net, team())).toBeNull();
    expect(await ana.farm.views.pending()).toHaveLength(30);
    await ana.meet();
    expect(await ana.farm.views.pending()).toEqual([]);
    const rows = await farm.db.selectFrom('movements').select('type').where('type', '=', 'RAIN').execute();
    expect(rows).toHaveLength(30);
  });

  test('has no key from a backend that knows of none, and is asked of it no second time while it answers so', async () => {
    await store().keepSealingKey(null);
    let asked = 0;
    const strange = openServerPhone(farm, 'ana', {
      store: store(),
      onCall: ({ path }) => {
        if (path !== '/api/auth/storage-key') return null;
        asked += 1;
        return asReply({ status: 404, headers: {}, body: { ok: false, code: 'NOT_FOUND' } });
      },
    });
    expect(await strange.farm.canBeLeft()).toBe(false);
    expect(await strange.farm.canBeLeft()).toBe(false);
    expect(asked).toBe(1);
    expect(await leave()).toBe('no-key');
  });

  test('is offered again to a server that went back, also where it came back after the farm', async () => {
    await leave();
    const lost = await farm.db.selectFrom('movements').select('id').where('type', '=', 'RAIN').execute();
    expect(lost).toHaveLength(1);
    ana = phone();
    await ana.meet();
    const { sync } = await store().outbox(farm.organizationId);
    expect(sync.cursor).not.toBeNull();
    expect(await openSealed(store(), net, team())).toBeNull();
    expect((await store().outbox(farm.organizationId)).sync.cursor).toBeNull();
    await ana.meet();
    expect((await store().outbox(farm.organizationId)).sync.cursor).not.toBeNull();
    expect(await ana.farm.views.pending()).toEqual([]);
  });
});

describe('Of a farm that its person is not on any more', () => {
  beforeEach(() => settle(openMemoryDisk));
  closesInOrder(() => farm);

  test('all of it is sealed, and told by its number alone', async () => {
    const before = await own();
    await store().forget([]);
    expect(await store().seal({ but: [] })).toBe('sealed');
    for (const word of words) expect(await readable()).not.toContain(word);
    const { organizationId } = farm;
    expect(await store().sealedWaiting()).toEqual([{ organizationId, left: 2, refused: 0, isOwed: true }]);
    // He is on its team again.
    ana.link.isUp = true;
    expect(await openSealed(store(), net, team())).toBeNull();
    expect(await own()).toEqual(before);
    expect(await store().sealedWaiting()).toEqual([]);
  });

  test('what waits is opened to be sent, by a key that is had before, and sealed by it without signal', async () => {
    const places = placesToSend(farm.organizationId);
    await store().forget([]);
    await store().seal({ but: [] });
    expect(await openForAWhile(store(), net, places)).toBe('away');
    for (const word of words) expect(await readable()).not.toContain(word);
    ana.link.isUp = true;
    expect(await openForAWhile(store(), net, places)).toBeNull();
    ana.link.isUp = false;
    expect((await own()).pending).toHaveLength(2);
    // What he typed, and what he sent, is his where he is on the team alone.
    for (const word of ['a medio escribir', '"mm":11']) expect(await readable()).not.toContain(word);
    expect(await sealFarm(store(), net, farm.organizationId)).toBe('sealed');
    for (const word of words) expect(await readable()).not.toContain(word);
  });

  test('it stays readable rather than lost where no key could be had', async () => {
    await store().keepSealingKey(null);
    await store().forget([]);
    expect(await sealFarm(store(), net, farm.organizationId)).toBe('no-key');
    expect((await own()).pending).toHaveLength(2);
    ana.link.isUp = true;
    expect(await sealFarm(store(), net, farm.organizationId)).toBe('sealed');
    for (const word of words) expect(await readable()).not.toContain(word);
  });
});

test('A browser that throws its database away gives back what was sealed and waits', async () => {
  const mortalDisk = openMortalDisk();
  await settle(() => mortalDisk);
  const before = await own();
  await leave();
  expect(mortalDisk.written().filter((name) => name.startsWith('outbox/'))).toEqual([]);
  mortalDisk.throwAway();
  expect(await comeBack()).toBeNull();
  const after = await own();
  expect(after.pending).toEqual(before.pending);
  expect(after.draft).toEqual(before.draft);
  expect(after.photos).toEqual(before.photos);
  await farm.close();
});
