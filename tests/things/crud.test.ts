import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { may } from '../../src/domain/people/permissions.ts';
import type { Said, Schema, Thing } from '../../src/domain/things/describe.ts';
import { exampleOf } from '../../src/domain/things/examples.ts';
import { allThings, tableNamedBy, type ThingName } from '../../src/domain/things/registry.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { placesOf } from '../support/plain-things.ts';
import { expectInOrder } from '../support/server.ts';
import { openServerPhone, type ServerPhone } from '../support/server-phone.ts';
import { actsOn, expectAlike, saved, seenOn, waitingOn } from './phone.ts';

let farm: FieldFarm;
let ana: ServerPhone;
let beto: ServerPhone;

beforeEach(async () => {
  farm = await createFieldFarm();
  ana = openServerPhone(farm, 'ana');
  beto = openServerPhone(farm, 'beto');
  for (const phone of [ana, beto]) await phone.meet();
});

/**
 * What names a file or another record, what a call says beside the thing, and what has a meaning beyond its value: who sees a
 * note, why a task was called off.
 */
const beside = new Set([
  'id',
  'cid',
  'offline',
  'recorded_at',
  'photo',
  'photos',
  'audio_id',
  'movement_id',
  'cycle_id',
  'archived',
  'visibility',
  'cancel_reason',
]);

/** Values of fields that are not of one word. */
const partsOf = (): Readonly<Record<string, unknown>> => ({
  next_id: farm.cat('Vaca'),
  rodeo_ids: [farm.rodeos.cria, farm.rodeos.invernada],
  assigned_to: [farm.userIds.beto],
  checklist: [{ text: 'Llevar el alambre', done: false }],
  tags: ['aguadas'],
  served: [{ category_id: farm.cat('Vaca'), count: 3 }],
  inseminations: [{ date: '2026-11-03', count: 2, sire: null, technician: null, protocol: null }],
});

const words = ['Otra palabra', 'AB123', '2026-11-02', '08:30', 7, 0.5, true, false];

/** The words of a choice. */
function choicesOf(schema: Schema): readonly unknown[] {
  const { def } = schema._zod as unknown as {
    readonly def: { readonly innerType?: Schema; readonly entries?: Readonly<Record<string, string>> };
  };
  return def.innerType ? choicesOf(def.innerType) : Object.values(def.entries ?? {});
}

/** A value that a field takes and does not have. */
function otherValue(field: string, schema: Schema, now: unknown): unknown {
  const named = tableNamedBy(field);
  const places: Readonly<Record<string, unknown>> = { ...placesOf(farm) };
  const place = allThings.find(({ table }) => table === named)?.name;
  const offered = [partsOf()[field], ...(place ? [places[place], null] : []), ...choicesOf(schema), ...words];
  return offered.find(
    (value) => value !== undefined && JSON.stringify(value) !== JSON.stringify(now) && schema.safeParse(value).success,
  );
}

const example = (name: ThingName) => exampleOf(name, placesOf(farm));

/** Each field with another value; an invoice's depend on each other (tests/server/invoices): those of its example. */
const changesOf = ({ name, changes }: Thing<ThingName>, row: Said): readonly (readonly [string, unknown])[] =>
  name === 'invoice'
    ? Object.entries(example(name).changes)
    : Object.entries((changes as z.ZodMiniObject).shape as Readonly<Record<string, Schema>>)
        .filter(([field]) => !beside.has(field) && !field.endsWith('_before'))
        .map(([field, schema]) => [field, otherValue(field, schema, row[field])] as const);
const withId = (name: ThingName, id: string, changes: object): Readonly<Record<string, unknown>> => ({
  ...(name === 'lot' && { id }),
  ...changes,
});

/** Out of the lists: a note is kept, and archived. */
const end = (phone: ServerPhone, name: ThingName, id: string) =>
  name === 'note' ? actsOn(phone, name).edit(id, { archived: true }) : actsOn(phone, name).remove(id);
const isThere = async (phone: ServerPhone, name: ThingName, id: string): Promise<boolean> => {
  const seen = await seenOn(phone, name, id);
  return seen !== undefined && seen.row.archived !== true;
};

describe.each(allThings.map((thing) => [thing.name, thing] as const))('A %s', (name, thing) => {
  test('is made, changed field by field and ended, at once on its phone and then on every other', async () => {
    const { entityId: id } = await saved(actsOn(ana, name).create(example(name).form));
    for (const phone of [ana, beto]) await phone.meet();
    await expectAlike(name, id, [ana, beto]);
    ana.link.isUp = false;
    const changes = changesOf(thing, (await seenOn(ana, name, id))?.row ?? {});
    for (const [field, value] of changes) {
      expect([field, value === undefined]).toEqual([field, false]);
      await saved(actsOn(ana, name).edit(id, withId(name, id, { [field]: value })));
      expect((await seenOn(ana, name, id))?.row).toMatchObject({ [field]: value });
    }
    expect(await waitingOn(ana)).toEqual([thing.titles.edit]);
    for (const phone of [ana, beto]) await phone.meet();
    await expectAlike(name, id, [ana, beto]);
    expect((await seenOn(beto, name, id))?.row).toMatchObject(Object.fromEntries(changes));
    ana.link.isUp = false;
    await saved(end(ana, name, id));
    expect(await isThere(ana, name, id)).toBe(false);
    for (const phone of [ana, beto]) await phone.meet();
    expect(await isThere(beto, name, id)).toBe(false);
    await expectInOrder(farm);
  });

  test.each([
    ['user', 'caro'],
    ['admin', 'beto'],
    ['owner', 'ana'],
  ] as const)('of which a role may what its declaration says: %s', async (role, who) => {
    const phone = openServerPhone(farm, who);
    const has = (right: (typeof thing.may)['see']): boolean =>
      right === null || may({ role, showsFinance: true }, right);
    const { form, changes } = example(name);
    const { create, edit, remove, see } = thing.may;
    const refusals = async () => (await phone.farm.views.pending()).map(({ problem }) => problem?.code);
    await phone.meet();

    const own = { ...form, ...(thing.unique && { [thing.unique]: 'De otra mano' }) };
    const made = await saved(actsOn(phone, name).create(own));
    for (const one of [phone, ana]) await one.meet();
    expect(await refusals()).toEqual(has(create) ? [] : ['FORBIDDEN']);
    expect(await isThere(ana, name, made.entityId)).toBe(has(create));

    // His own, or the owner's where he makes none.
    const id = has(create) ? made.entityId : (await saved(actsOn(ana, name).create(form))).entityId;
    for (const one of [ana, phone]) await one.meet();
    expect(await isThere(phone, name, id)).toBe(has(see));
    if (!has(see)) return;

    const before = await refusals();
    await saved(actsOn(phone, name).edit(id, withId(name, id, changes)));
    for (const one of [phone, ana]) await one.meet();
    expect(await refusals()).toEqual([...before, ...(has(edit) ? [] : ['FORBIDDEN'])]);
    expect((await seenOn(ana, name, id))?.row).toMatchObject({
      ...(has(create) ? own : form),
      ...(has(edit) && changes),
    });

    const isTaken = has(name === 'note' ? edit : remove);
    await saved(end(phone, name, id));
    for (const one of [phone, ana]) await one.meet();
    expect((await refusals()).includes('FORBIDDEN')).toBe(!(has(create) && has(edit) && isTaken));
    expect(await isThere(ana, name, id)).toBe(!isTaken);
    await expectInOrder(farm);
  });
});
