import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { type Disk, startingWith, tableNames } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { StorageFailure } from '../../src/app/store/store.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';

let farm: FieldFarm;
let disk: Disk;
let ana: ServerPhone;

const disks = { memory: openMemoryDisk, 'the browser’s database': () => openDexieDisk(`campo:${randomUUID()}`) };

/** Everything that a person who opens the browser's tools can read of a disk. */
const written = async (): Promise<string> =>
  disk.transact('read', tableNames, async (tables) => {
    const all: unknown[] = [];
    for (const name of tableNames) all.push(await tables[name].range(startingWith('')));
    return JSON.stringify(all);
  });
const store = () => openFarmStore(disk);
const rain = async (mm: number): Promise<void> => {
  const saved = await ana.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm, detail: 'lluvia propia' });
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem));
};
/** A failing disk: it stops in the middle of what is done to it. */
const mortal = (whole: Disk, after: number): Disk => {
  let writes = 0;
  return {
    ...whole,
    transact: (mode, tables, run) => {
      if (mode === 'write') writes += 1;
      if (writes > after) return Promise.reject(new StorageFailure('died'));
      return whole.transact(mode, tables, run);
    },
  };
};

const secrets = [
  'Frigorífico Sur',
  '987654',
  'nota del patrón',
  'El Bajo',
  'El Ombú',
  'Invernada',
  'Novillito',
  'beto',
];

describe.each(Object.entries(disks))('Who leaves, on %s,', (_name, open) => {
  beforeEach(async () => {
    farm = await createFieldFarm();
    disk = open();
    const org = farm.organizationId;
    await farm.record('beto', 'sell', {
      date: '2026-10-10',
      rodeo_id: farm.rodeos.invernada,
      lot_id: farm.lots.bajo,
      animals: [{ type: farm.cat('Novillito'), count: 4 }],
      buyer: 'Frigorífico Sur',
      total: '987654.00',
    });
    await farm.as('ana', 'POST', `/api/note/create/${org}`, { text: 'nota del patrón' });
    ana = openServerPhone(farm, 'ana', { store: store() });
    await ana.meet();
    await rain(11);
    await ana.meet();
    ana.link.isUp = false;
  });

  test('leaves nothing of what the server has, and everything that is his own', async () => {
    const before = await written();
    for (const secret of secrets) expect(before).toContain(secret);
    await rain(12);
    await ana.farm.saveDraft('nota', { text: 'a medio escribir' });
    expect(await store().forget([])).toBe(true);
    const after = await written();
    for (const secret of secrets) expect(after).not.toContain(secret);
    expect(await store().unsent()).toHaveLength(1);
    expect(await store().archived(farm.organizationId, '2026', 10)).toHaveLength(1);
    expect(await store().draft(farm.organizationId, 'nota')).toEqual({ text: 'a medio escribir' });
    expect(await store().forget([])).toBe(false);
  });

  test('keeps of the farm the names that his waiting records speak of, so that nothing is called deleted', async () => {
    const saved = await ana.farm.acts.recordMovement('DEATH', {
      date: '2026-11-20',
      rodeo_id: farm.rodeos.invernada,
      lot_id: farm.lots.bajo,
      animals: [{ type: farm.cat('Novillito'), count: 1 }],
    });
    expect(saved.ok).toBe(true);
    const [before] = await ana.farm.views.pending();
    await store().forget([]);
    const [after] = await openServerPhone(farm, 'ana', { store: store() }).farm.views.pending();
    expect(after?.summary).toBe(before?.summary);
    expect(after?.summary).toContain('El Bajo');
    const left = await written();
    for (const word of ['El Ombú', 'hectares', ':120', ':80.5']) expect(left).not.toContain(word);
  });

  test('finds his farm again, and what waited goes up once', async () => {
    await rain(12);
    await store().forget([]);
    ana = openServerPhone(farm, 'ana', { store: store() });
    expect(await ana.farm.views.pending()).toHaveLength(1);
    await ana.meet();
    expect(await ana.farm.views.pending()).toEqual([]);
    expect((await ana.farm.views.page({ types: ['RAIN'] }, null, 10)).items).toHaveLength(2);
    expect((await ana.farm.views.lots()).map(({ lot }) => lot.name)).toEqual(['El Ombú', 'El Bajo']);
    const rows = await farm.db.selectFrom('movements').select('id').where('type', '=', 'RAIN').execute();
    expect(rows).toHaveLength(2);
    expect(await store().digest(farm.organizationId)).not.toBeNull();
  });

  test('can name to a restored server what it had sent', async () => {
    const named = await store().commits(farm.organizationId, 100);
    await store().forget([]);
    const after = await store().commits(farm.organizationId, 100);
    expect(after.length).toBeGreaterThan(0);
    expect(named).toEqual(expect.arrayContaining([...after]));
  });

  test('is forgotten at once for every reader, and by the next start where this one was cut short', async () => {
    for (const after of [1, 2]) await expect(openFarmStore(mortal(disk, after)).forget([])).rejects.toThrow('died');
    const reader = openServerPhone(farm, 'ana', { store: store() });
    reader.link.isUp = false;
    expect(await reader.farm.views.lots()).toEqual([]);
    expect(await reader.farm.views.lastTen()).toEqual([]);
    await store().forget([]);
    const left = await written();
    for (const secret of secrets) expect(left).not.toContain(secret);
  });

  test('loses only the farms that he is not on', async () => {
    expect(await store().forget([farm.organizationId])).toBe(false);
    expect(await written()).toContain('Frigorífico Sur');
  });

  test('is not written back by a page that was on its way', async () => {
    const { sync } = await store().outbox(farm.organizationId);
    await store().forget([]);
    const page = {
      epoch: sync.epoch ?? '',
      from: sync.cursor ?? 0,
      to: (sync.cursor ?? 0) + 1,
      more: false,
      changes: [],
      acks: [],
      reported: new Set<string>(),
      at: '2026-11-21T00:00:00.000Z',
    };
    expect(await store().applyPage(farm.organizationId, page)).toBe('stale');
  });
});
