import { openMemoryStore } from '../support/memory-store.ts';
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { entriesOf, matching, wordsOf } from '../../src/app/features/search/entries.ts';
import type { Reply } from '../../src/app/net/reply.ts';
import { startingWith, tableNames } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { goneWord, takenSentence, type Thing } from '../../src/domain/things/describe.ts';
import { exampleOf } from '../../src/domain/things/examples.ts';
import { allThings, type ThingName, type ThingTable } from '../../src/domain/things/registry.ts';
import { tableOf } from '../../src/server/database/thing-tables.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { placesOf } from '../support/plain-things.ts';
import { expectInOrder } from '../support/server.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { actsOn, calledOn, expectAlike, saved, seenOn, waitingOn } from './phone.ts';

let farm: FieldFarm;
let ana: ServerPhone;
let beto: ServerPhone;

beforeEach(async () => {
  farm = await createFieldFarm();
  ana = openServerPhone(farm, 'ana');
  beto = openServerPhone(farm, 'beto');
  for (const phone of [ana, beto]) await phone.meet();
});

const named = (things: readonly Thing<ThingName>[]) => things.map((thing) => [thing.name, thing] as const);

const example = (name: ThingName) => exampleOf(name, placesOf(farm));

describe.each(named(allThings))('A %s', (name, thing) => {
  const changesOf = (id: string) => (name === 'lot' ? { id, ...example(name).changes } : example(name).changes);

  test('that is made with no signal stands at once, and comes to a phone that is new', async () => {
    ana.link.isUp = false;
    const { form } = example(name);
    const { entityId: id } = await saved(actsOn(ana, name).create(form));
    expect((await seenOn(ana, name, id))?.row).toMatchObject(form);
    const here = (await seenOn(ana, name, id))?.row ?? {};
    const lines = (await ana.farm.views.pending()).map(({ title, summary }) => [title, summary]);
    expect(lines).toEqual([[thing.titles.create, calledOn(name, here)]]);
    await ana.meet();
    const fresh = openServerPhone(farm, 'beto');
    await fresh.meet();
    expect((await seenOn(fresh, name, id))?.row).toMatchObject(form);
    await ana.meet();
    await expectAlike(name, id, [ana, fresh]);
    await expectInOrder(farm);
  });

  test('that two change at once ends alike for both', async () => {
    const { entityId: id } = await saved(actsOn(ana, name).create(example(name).form));
    for (const phone of [ana, beto]) await phone.meet();
    for (const phone of [ana, beto]) {
      phone.link.isUp = false;
      await saved(actsOn(phone, name).edit(id, changesOf(id)));
      expect(await waitingOn(phone)).toEqual([thing.titles.edit]);
      expect((await seenOn(phone, name, id))?.row).toMatchObject(example(name).changes);
    }
    for (const phone of [ana, beto, ana]) await phone.meet();
    await expectAlike(name, id, [ana, beto]);
    expect((await seenOn(beto, name, id))?.row).toMatchObject(example(name).changes);
    await expectInOrder(farm);
  });

  test('that the server refused says why, and goes again as it was corrected', async () => {
    const refused: Reply = {
      outcome: 'refused',
      problem: {
        code: 'INVALID_BODY',
        status: 400,
        message: 'Así no',
        issues: [],
        retryAfterMs: null,
        requestId: null,
      },
      marks: { seq: null, epoch: farm.epoch, replayed: false, serverTimeMs: null },
    };
    let isStrict = true;
    const caught = openServerPhone(farm, 'ana', {
      onCall: ({ method, path }) =>
        isStrict &&
        method === 'POST' &&
        (path.endsWith('/ops') || path === thing.calls.create.replace('{org}', farm.organizationId))
          ? refused
          : null,
    });
    await caught.meet();
    const { entityId: id } = await saved(actsOn(caught, name).create(example(name).form));
    await caught.meet();
    expect(await seenOn(caught, name, id)).toMatchObject({ state: 'con_error', problem: 'Así no' });
    isStrict = false;
    const [line] = await caught.farm.views.pending();
    expect(line).toMatchObject({ canCorrect: true, entityId: id });
    // What was never there is made as corrected: only what its first form takes can be said of it.
    const { form, changes } = example(name);
    const corrected = thing.form.safeParse({ ...form, ...changes }).success ? changes : {};
    const typed = name === 'lot' ? { ...form, ...corrected } : corrected;
    await saved(caught.farm.acts.correct(line?.opId ?? '', typed));
    for (const phone of [caught, beto]) await phone.meet();
    expect((await seenOn(beto, name, id))?.row).toMatchObject({ ...form, ...corrected });
    expect(await waitingOn(caught)).toEqual([]);
  });

  test('is found by what it is called, before it is sent and after', async () => {
    ana.link.isUp = false;
    const { entityId: id } = await saved(actsOn(ana, name).create(example(name).form));
    const found = async (phone: ServerPhone) => {
      const entries = entriesOf(await phone.farm.views.holdings());
      const mine = entries.find((entry) => entry.id === id);
      expect(mine?.subject).toBe(name);
      // What the server alone can name is found by what stands under its name.
      return matching(entries, wordsOf(mine?.title || (mine?.subtitle ?? ''))).map((entry) => entry.id);
    };
    expect(await found(ana)).toContain(id);
    for (const phone of [ana, beto]) await phone.meet();
    expect(await found(beto)).toContain(id);
  });

  test('is nowhere on a phone whose person left', async () => {
    const disk = openMemoryDisk();
    const { entityId: id } = await saved(actsOn(ana, name).create(example(name).form));
    await ana.meet();
    const phone = openServerPhone(farm, 'beto', { store: openFarmStore(disk) });
    await phone.meet();
    const written = (): Promise<string> =>
      disk.transact('read', tableNames, async (tables) => {
        const all: unknown[] = [];
        for (const table of tableNames) all.push(await tables[table].range(startingWith('')));
        return JSON.stringify(all);
      });
    expect(await written()).toContain(id);
    await openFarmStore(disk).forget([]);
    expect(await written()).not.toContain(id);
  });
});

describe.each(named(allThings.filter(({ unique }) => unique !== null)))('A %s whose name is taken', (name, thing) => {
  test('is refused where another living one has it, and is made under another name', async () => {
    const { form } = example(name);
    const field = thing.unique ?? '';
    await saved(actsOn(beto, name).create(form));
    await beto.meet();
    ana.link.isUp = false;
    const { entityId: id } = await saved(
      actsOn(ana, name).create({ ...form, [field]: String(form[field]).toUpperCase() }),
    );
    await ana.meet();
    // A lot or an item of the field stays beside the other: people rename it (offline.md §2.8).
    const isKept = name === 'lot' || name === 'asset';
    const ending = isKept ? { state: 'enviado', problem: null } : { state: 'con_error', problem: takenSentence(thing) };
    expect(await seenOn(ana, name, id)).toMatchObject(ending);
    await saved(actsOn(ana, name).edit(id, { ...(name === 'lot' && { id }), [field]: 'Otro nombre' }));
    for (const phone of [ana, beto]) await phone.meet();
    expect(calledOn(name, (await seenOn(beto, name, id))?.row ?? {})).toBe('Otro nombre');
  });
});

describe.each(named(allThings))('A %s of a phone that stays in the field', (name, { carried, table }) => {
  test('goes up by another phone under its author’s name, where it may leave by one', async () => {
    ana.link.isUp = false;
    const { entityId: id } = await saved(actsOn(ana, name).create(example(name).form));
    const given = await ana.farm.acts.exportPending(false);
    const text = given.ok ? (given.value?.text ?? '') : '';
    expect(text.includes(id)).toBe(carried);
    const taken = await beto.farm.acts.takeIn(text);
    expect(taken).toMatchObject(carried ? { ok: true, value: { added: 1 } } : { ok: false });
    for (let times = 0; times < 2; times += 1) await beto.meet();
    expect((await seenOn(beto, name, id)) !== undefined).toBe(carried);
    const kept = await farm.db
      .selectFrom(tableOf(table as ThingTable) as 'things')
      .select('created_by')
      .where('id', '=', id)
      .execute();
    expect(kept).toEqual(carried ? [{ created_by: farm.userIds.ana }] : []);
    await ana.meet();
    expect(await waitingOn(ana)).toEqual([]);
    await expectInOrder(farm);
  });
});

test('A phone passes over rows and messages of a thing that it does not know', async () => {
  const store = openMemoryStore();
  const phone = openServerPhone(farm, 'ana', { store });
  await phone.meet();
  const { sync } = await store.outbox(farm.organizationId);
  const page = {
    epoch: sync.epoch ?? '',
    from: sync.cursor ?? 0,
    to: (sync.cursor ?? 0) + 1,
    more: false,
    changes: [
      { table: 'comets', id: 'halley', row: { id: 'halley', name: 'Halley' } },
      { table: 'notes', id: 'n', row: null },
    ],
    acks: [],
    reported: new Set<string>(),
    at: '2026-11-21T00:00:00.000Z',
  };
  expect(await store.applyPage(farm.organizationId, page)).toBe('applied');
  expect(Object.keys((await store.digest(farm.organizationId))?.tables ?? {})).not.toContain('comets');
  expect(JSON.stringify(await phone.farm.views.holdings())).not.toContain('Halley');
});

test('A phone lives with an act that a newer version of the app left on a thing of its own', async () => {
  const store = openMemoryStore();
  const phone = openServerPhone(farm, 'ana', { store });
  await phone.meet();
  phone.link.isUp = false;
  await saved(phone.farm.acts.createThing('note', { text: 'Una nota' }));
  await store.changeOutbox(farm.organizationId, ({ ops: [note] }) => ({
    edit: { add: note ? [{ ...note, opId: randomUUID(), entityId: randomUUID(), subject: 'comet' as never }] : [] },
    result: null,
  }));
  expect(await waitingOn(phone)).toEqual(['Nota nueva', 'Movimiento']);
  expect((await phone.farm.views.holdings()).things.note).toHaveLength(1);
  expect(await phone.farm.acts.exportPending(false)).toMatchObject({ ok: true });
});

test('What is nowhere any more is called so by every thing in its own gender', () => {
  expect(named(allThings).map(([, thing]) => goneWord(thing))).toEqual(
    expect.arrayContaining(['Lote eliminado', 'Categoría eliminada', 'Nota eliminada']),
  );
});
