import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { laterEdit } from '../support/later-edit.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

/** Lists go up whole: what one adds stays where another, who had not seen it, sends his (decision 0074). */
let farm: FieldFarm;
beforeAll(async () => {
  farm = await createFieldFarm();
});

const put = (who: PersonName, path: string, body: object, key?: string) => laterEdit(farm, who, path, body, key);

interface Row {
  readonly id: string;
  readonly version: number;
}

async function made<R>(part: string, path: string, body: object): Promise<R & Row & { readonly path: string }> {
  const row = (await farm.as('beto', 'POST', path, body)).body[part] as R & Row;
  return { ...row, path: `${path}/${row.id}` };
}

const inseminated = (date: string, count: number) => ({ date, count, sire: null, technician: null, protocol: null });
const [first, second, third] = [
  inseminated('2026-11-01', 10),
  inseminated('2026-11-02', 20),
  inseminated('2026-11-03', 30),
];

let year = 2030;
const cycle = (inseminations: readonly object[]) => {
  year += 1;
  const service = { service_type: 'iatf', service_start: `${year}-10-15`, service_end: `${year + 1}-01-15` };
  const body = { rodeo_ids: [farm.rodeos.cria], ...service, inseminations };
  return made<{ readonly inseminations: unknown }>('cycle', `/api/reproductive-cycle/${farm.organizationId}`, body);
};
const adding = (before: readonly object[], one: object) => ({
  inseminations: [...before, one],
  inseminations_before: before,
});

describe('The inseminations of a service', () => {
  test('that two people added at once are both there, and the book says what stood after each', async () => {
    const { id, path } = await cycle([first]);
    await put('ana', path, adding([first], second));
    const { body } = await put('beto', path, adding([first], third));
    expect(body['cycle']).toMatchObject({ inseminations: [first, third, second] });
    expect(body['cycle']).not.toHaveProperty('inseminations_before');
    const records = await farm.as('ana', 'GET', `/api/movement/reproductive-cycle/${farm.organizationId}/${id}`);
    const [newest] = records.body['movements'] as { readonly metadata: object }[];
    expect(newest?.metadata).toMatchObject({
      before: { inseminations: [first, second] },
      after: { inseminations: [first, third, second] },
    });
    expect(JSON.stringify(newest)).not.toContain('_before');
  });

  test('come twice under one key and count once', async () => {
    const { path, version } = await cycle([]);
    const key = randomUUID();
    const once = await put('ana', path, adding([], second), key);
    await put('beto', path, adding([], third));
    expect((await put('ana', path, adding([], second), key)).body).toEqual(once.body);
    const { body } = await farm.as('ana', 'GET', path);
    expect(body['cycle']).toMatchObject({ inseminations: [third, second], version: version + 2 });
  });

  test('are the last word of a phone that does not say what it saw', async () => {
    const { path } = await cycle([first]);
    await put('ana', path, { inseminations: [first, second] });
    const { body } = await put('beto', path, { inseminations: [first, third] });
    expect(body['cycle']).toMatchObject({ inseminations: [first, third] });
  });

  test('that were changed or taken out meanwhile lose nobody’s words', async () => {
    const { path } = await cycle([first, second]);
    await put('ana', path, { inseminations: [second], inseminations_before: [first, second] });
    const changed = [{ ...first, count: 11 }, second];
    const { body } = await put('beto', path, { inseminations: changed, inseminations_before: [first, second] });
    expect(body['cycle']).toMatchObject({ inseminations: changed });
  });
});

describe('The rodeos and females of a service', () => {
  const females = (more: object) => ({
    service_type: 'iatf',
    service_start: '2026-10-15',
    service_end: '2027-01-15',
    ...more,
  });
  const rodeo = async (name: string): Promise<string> => {
    const { body } = await farm.as('beto', 'POST', `/api/rodeo/${farm.organizationId}`, { name });
    return (body['rodeo'] as Row).id;
  };
  const of = (name: string, count: number) => ({ category_id: farm.cat(name), count });

  test('that two people added at once are all there, and each category once', async () => {
    const [one, two, three] = [await rodeo('Uno'), await rodeo('Dos'), await rodeo('Tres')];
    const served = [of('Vaca', 60)];
    const path = `/api/reproductive-cycle/${farm.organizationId}`;
    const cycle = await made<object>('cycle', path, females({ rodeo_ids: [one], served }));
    const first = { rodeo_ids: [one, two], rodeo_ids_before: [one], served: [of('Vaca', 58)], served_before: served };
    expect((await put('ana', cycle.path, first)).status).toBe(200);
    const { body } = await put('beto', cycle.path, {
      rodeo_ids: [one, three],
      rodeo_ids_before: [one],
      // A category may be said by its name.
      served: [{ category_id: 'vaca', count: 60 }, of('Vaquillona', 20)],
      served_before: [{ category_id: 'VACA', count: 60 }],
    });
    expect(body['cycle']).toMatchObject({
      rodeo_ids: [one, three, two],
      served: [of('Vaca', 58), of('Vaquillona', 20)],
    });
    const changed = { served: [of('Vaca', 57)], served_before: [of('Vaca', 58), of('Vaquillona', 20)] };
    const now = await put('ana', cycle.path, changed);
    expect(now.body['cycle']).toMatchObject({ served: [of('Vaca', 57)] });
  });

  test('are not all taken out by two who each left one', async () => {
    const [one, two] = [await rodeo('Cuatro'), await rodeo('Cinco')];
    const path = `/api/reproductive-cycle/${farm.organizationId}`;
    const cycle = await made<object>('cycle', path, females({ rodeo_ids: [one, two] }));
    await put('ana', cycle.path, { rodeo_ids: [one], rodeo_ids_before: [one, two] });
    expect(await put('beto', cycle.path, { rodeo_ids: [two], rodeo_ids_before: [one, two] })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'rodeo_ids', message: 'Elegí al menos un rodeo' }] },
    });
  });

  test('may have a rodeo that is gone, where the change is of another', async () => {
    const [one, two, three] = [await rodeo('Seis'), await rodeo('Siete'), await rodeo('Ocho')];
    const path = `/api/reproductive-cycle/${farm.organizationId}`;
    const cycle = await made<object>('cycle', path, females({ rodeo_ids: [one, two] }));
    await farm.as('beto', 'DELETE', `/api/rodeo/${farm.organizationId}/${two}`);
    const added = await put('ana', cycle.path, { rodeo_ids: [one, three], rodeo_ids_before: [one] });
    expect(added.body['cycle']).toMatchObject({ rodeo_ids: [one, three, two] });
  });
});

describe('The photos and tags of a note', () => {
  test('that two people added at once are all there', async () => {
    const { body } = await farm.as('ana', 'POST', `/api/note/create/${farm.organizationId}`, { text: 'Molino' });
    const path = `/api/note/update/${(body['note'] as Row).id}`;
    const change = (photo: string, tag: string) => ({
      photos: [photo],
      photos_before: [],
      tags: [tag],
      tags_before: [],
    });
    await put('ana', path, change(photo(1), 'aguadas'));
    const now = await put('beto', path, change(photo(2), 'arreglos'));
    expect(now.body['note']).toMatchObject({ photos: [photo(2), photo(1)], tags: ['arreglos', 'aguadas'] });
    expect(JSON.stringify(now.body)).not.toContain('_before');
  });
});

const photo = (n: number): string => String(n).repeat(64);

describe('The photos and people of a task', () => {
  const task = (more: object) => made<object>('task', `/api/task/${farm.organizationId}`, { title: 'De dos', ...more });

  test('that two people added at once are all there', async () => {
    const { path } = await task({ photos: [photo(1)], assigned_to: [farm.userIds.caro] });
    const [before, caro] = [{ photos_before: [photo(1)] }, { assigned_to_before: [farm.userIds.caro] }];
    await put('ana', path, {
      photos: [photo(2)],
      ...before,
      assigned_to: [farm.userIds.caro, farm.userIds.ana],
      ...caro,
    });
    const { body } = await put('beto', path, {
      photos: [photo(1), photo(3)],
      ...before,
      assigned_to: [farm.userIds.beto],
      ...caro,
    });
    expect(body['task']).toMatchObject({
      photos: [photo(3), photo(2)],
      assigned_to: [farm.userIds.beto, farm.userIds.ana],
    });
  });

  test('are as many as both took: nobody is told to leave one out for the other’s', async () => {
    const { path } = await task({});
    await put('ana', path, { photos: [1, 2, 3].map(photo), photos_before: [] });
    const { body } = await put('beto', path, { photos: [4, 5, 6].map(photo), photos_before: [] });
    expect(body['task']).toMatchObject({ photos: [4, 5, 6, 1, 2, 3].map(photo) });
  });

  test('are the last word of a phone that does not say what it saw', async () => {
    const { path } = await task({ photos: [photo(1)] });
    const { body } = await put('beto', path, { photos: [photo(2)] });
    expect(body['task']).toMatchObject({ photos: [photo(2)] });
  });

  test('are a hand’s to say only of himself, also in a task that he made', async () => {
    const { body } = await farm.as('caro', 'POST', `/api/task/${farm.organizationId}`, { title: 'De Caro' });
    const { id } = body['task'] as Row;
    const path = `/api/task/${farm.organizationId}/${id}`;
    const { ana, beto, caro } = farm.userIds;
    await put('ana', path, { assigned_to: [caro, beto], assigned_to_before: [caro] });
    for (const said of [
      { assigned_to: [caro], assigned_to_before: [caro, beto] },
      { assigned_to: [caro] },
      { assigned_to: [caro, ana], assigned_to_before: [caro] },
      { assigned_to: [], assigned_to_before: [beto] },
    ])
      expect([said, (await put('caro', path, said)).status]).toEqual([said, 403]);
    const mine = await put('caro', path, { assigned_to: [], assigned_to_before: [caro] });
    expect(mine.body['task']).toMatchObject({ assigned_to: [beto] });
  });
});

describe('The steps of a task', () => {
  const step = (text: string, done = false) => ({ text, done });
  const task = (checklist: readonly object[], more: object = {}) =>
    made<{ readonly checklist: unknown }>('task', `/api/task/${farm.organizationId}`, {
      title: 'A',
      checklist,
      ...more,
    });

  test('are ticked and added by two people at once, one of them a hand', async () => {
    const before = [step('Cargar'), step('Revisar')];
    const { path } = await task(before, { assigned_to: [farm.userIds.caro] });
    const ticked = await put('caro', path, {
      checklist: [step('Cargar'), step('Revisar', true)],
      checklist_before: before,
    });
    expect(ticked.status).toBe(200);
    const { body } = await put('ana', path, {
      checklist: [step('Cargar', true), step('Revisar'), step('Avisar')],
      checklist_before: before,
    });
    expect(body['task']).toMatchObject({ checklist: [step('Cargar', true), step('Revisar', true), step('Avisar')] });
    expect(JSON.stringify(body)).not.toContain('_before');
  });

  test('are never more than fifty: who adds one too many is told', async () => {
    const before = Array.from({ length: 49 }, (_, at) => step(`Paso ${at}`));
    const { path } = await task(before);
    await put('ana', path, { checklist: [...before, step('Otro')], checklist_before: before });
    const second = await put('beto', path, { checklist: [...before, step('Uno más')], checklist_before: before });
    expect(second).toMatchObject({ status: 400, body: { issues: [{ path: 'checklist', message: 'Como máximo 50' }] } });
  });
});

test('A task may have one who has left the team, where the change is of another', async () => {
  const { caro, beto, ana } = farm.userIds;
  const path = `/api/task/${farm.organizationId}`;
  const task = await made<object>('task', path, { title: 'De quien se fue', assigned_to: [caro, ana] });
  await farm.as('ana', 'DELETE', `/api/organization/user/${caro}`, { organization_id: farm.organizationId });
  const { body } = await put('ana', task.path, { assigned_to: [ana, beto], assigned_to_before: [ana] });
  expect(body['task']).toMatchObject({ assigned_to: [ana, beto, caro] });
  const again = await put('ana', task.path, { assigned_to: [caro], assigned_to_before: [] });
  expect(again.body['task']).toMatchObject({ assigned_to: [caro, ana, beto] });
});

closesInOrder(() => farm);
