import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { liveActions } from '../../src/contract/live.ts';
import type { Thing } from '../../src/domain/things/describe.ts';
import { exampleOf } from '../../src/domain/things/examples.ts';
import { allThings, plainThings, type ThingName, type ThingTable } from '../../src/domain/things/registry.ts';
import { tableOf } from '../../src/server/database/thing-tables.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { placesOf } from '../support/plain-things.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let danas: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  const made = await farm.as('dana', 'POST', '/api/organization', { name: 'Lo de Dana' });
  danas = (made.body['organization'] as { readonly id: string }).id;
});

const named = (things: readonly Thing<ThingName>[]) => things.map((thing) => [thing.name, thing] as const);
const at = (path: string, id = '', org = farm.organizationId): string => path.replace('{org}', org).replace('{id}', id);

/** A body as the call takes it: where its address names no farm, it does. */
const bodyFor = ({ calls }: Thing, body: object, org = farm.organizationId): object =>
  calls.create.includes('{org}') ? body : { ...body, organization_id: org };

async function make(thing: Thing<ThingName>, more: object = {}, who: PersonName = 'ana') {
  const form = { ...exampleOf(thing.name, placesOf(farm)).form, ...more };
  return await farm.as(who, 'POST', at(thing.calls.create), bodyFor(thing, form), { 'idempotency-key': randomUUID() });
}
const idIn = (body: Readonly<Record<string, unknown>>, name: string): string =>
  (body[name] as { readonly id: string } | undefined)?.id ?? '';

describe.each(named(allThings))('A %s on the server', (name, thing) => {
  const cid = randomUUID();
  let told: readonly string[] = [];

  test('is made once, under the id that its phone gave it', async () => {
    farm.commits.length = 0;
    const made = await make(thing, { cid });
    told = farm.commits.flatMap(({ announcements }) => announcements.map(({ action }) => action));
    expect([made.status, idIn(made.body, name)]).toEqual([200, cid]);
    const again = await make(thing, { cid });
    expect([again.status, idIn(again.body, name)]).toEqual([200, cid]);
    const table = tableOf(thing.table as ThingTable);
    expect(
      await farm.db
        .selectFrom(table as 'things')
        .select('id')
        .where('id', '=', cid)
        .execute(),
    ).toHaveLength(1);
  });

  test('comes to nobody of another farm: not by its list, its id, a change or a deletion, nor under its own id', async () => {
    const { calls } = thing;
    const before = await farm.everything();
    const list = await farm.as('dana', 'GET', at(calls.list, '', danas));
    expect(JSON.stringify(list.body)).not.toContain(cid);
    const tries: readonly (readonly [string, string | null, object?])[] = [
      ['GET', calls.list],
      ['GET', calls.read && at(calls.read, cid, danas)],
      ['PUT', at(calls.edit, cid, danas), name === 'lot' ? { id: cid } : exampleOf(name, placesOf(farm)).changes],
      ['DELETE', calls.remove && at(calls.remove, cid, danas)],
    ];
    for (const [method, path, body] of tries) {
      if (path === null) continue;
      const answer = await farm.as('dana', method, at(path), body);
      // What is not there is gone already: the deletion of a lot is done (product.md §8).
      const isDone = method === 'DELETE' && name === 'lot';
      expect([method, answer.body['code'] ?? answer.body['alreadyDeleted']]).toEqual([method, isDone || 'NOT_FOUND']);
    }
    const { form } = exampleOf(name, { lot: '', rodeo: '', campo: '', category: '' });
    const stolen = await farm.as('dana', 'POST', at(calls.create, '', danas), bodyFor(thing, { ...form, cid }, danas));
    expect(stolen.status).toBeGreaterThanOrEqual(400);
    expect(await farm.everything()).toBe(before);
  });

  test('stands in the feed and in its digest, and tells of itself as it declares', async () => {
    const { body } = await farm.as('ana', 'GET', `/api/sync/${farm.organizationId}?since=0&digest=1`);
    const changes = body['changes'] as readonly {
      readonly table: string;
      readonly id: string;
      readonly row: unknown;
    }[];
    const mine = changes.filter((change) => change.id === cid);
    expect(mine).toHaveLength(1);
    expect([mine[0]?.table, thing.row.safeParse(mine[0]?.row).success]).toEqual([thing.table, true]);
    expect((body['digest'] as Readonly<Record<string, string>>)[thing.table]).toMatch(/^[1-9]/);
    const declared = Object.keys(thing.news).map((act) => `${name}-${act}`);
    expect(told.filter((action) => action.startsWith(`${name}-`)).every((action) => declared.includes(action))).toBe(
      true,
    );
    expect(told.some((action) => declared.includes(action))).toBe(true);
    expect(declared.every((action) => action in liveActions)).toBe(true);
  });

  test('names nothing that the farm does not have', async () => {
    const form = exampleOf(name, placesOf(farm)).form;
    const refs = Object.keys(form).filter((field) => field.endsWith('_id') && typeof form[field] === 'string');
    for (const field of refs) {
      const office = await make(thing, {
        [field]: randomUUID(),
        ...(thing.unique && { [thing.unique]: randomUUID() }),
      });
      expect([field, office.body['code']]).toEqual([field, 'NOT_FOUND']);
    }
  });
});

describe.each(named(plainThings))('A %s, which is made of fields,', (name, thing) => {
  test('keeps who changed what of it, and is of no other version where nothing changed', async () => {
    const { changes } = exampleOf(name, placesOf(farm));
    const id = idIn((await make(thing, { ...(thing.unique && { [thing.unique]: 'Con historia' }) })).body, name);
    const change = () => farm.as('beto', 'PUT', at(thing.calls.edit, id), changes);
    const first = (await change()).body[name];
    expect(first).toMatchObject({
      version: 2,
      editHistory: [{ editedBy: farm.userIds.beto, changes: Object.keys(changes) }],
    });
    expect((await change()).body[name]).toMatchObject({ version: 2 });
  });

  test('is not there under the id of anything else', async () => {
    const note = await farm.as('ana', 'POST', `/api/note/create/${farm.organizationId}`, { text: 'Una nota' });
    const id = idIn(note.body, 'note');
    expect((await farm.as('ana', 'GET', at(thing.calls.read ?? '', id))).body['code']).toBe('NOT_FOUND');
  });

  test('that is deleted is deleted once, and its name is free', async () => {
    const own = thing.unique ? { [thing.unique]: 'De paso' } : {};
    const id = idIn((await make(thing, own)).body, name);
    const remove = () => farm.as('ana', 'DELETE', at(thing.calls.remove ?? '', id));
    expect((await remove()).body).toMatchObject({ alreadyDeleted: false });
    expect((await remove()).body).toMatchObject({ alreadyDeleted: true });
    expect((await farm.as('ana', 'PUT', at(thing.calls.edit, id), own)).body['code']).toBe('NOT_FOUND');
    expect((await make(thing, own)).status).toBe(200);
  });

  test('that is corrected on two phones stands as it came first; the other words wait for the office, which may take them', async () => {
    const cid = randomUUID();
    const { changes } = exampleOf(name, placesOf(farm));
    const own = thing.unique ? { [thing.unique]: 'Corregido dos veces' } : {};
    await farm.db.deleteFrom('refused').execute();
    await make(thing, { ...own, cid }, 'beto');
    const second = await make(thing, { ...own, ...changes, cid }, 'beto');
    expect(second.body[name]).toMatchObject({ id: cid, version: 1 });
    const { body } = await farm.as('ana', 'GET', `/api/refused/${farm.organizationId}`);
    const [kept, ...others] = body['refused'] as readonly { readonly id: string; readonly body: object }[];
    expect(others).toEqual([]);
    expect(kept?.body).toMatchObject(changes);
    await farm.as('ana', 'POST', `/api/refused/${farm.organizationId}/${kept?.id}/apply`, {});
    expect((await farm.as('ana', 'GET', at(thing.calls.read ?? '', cid))).body[name]).toMatchObject(changes);
  });
});

closesInOrder(() => farm);
