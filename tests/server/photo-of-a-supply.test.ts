import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { audioOf, digestOf, jpegOf, pngOf } from '../support/pictures.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;
beforeEach(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

closesInOrder(() => farm);

const photo = digestOf(jpegOf(1));
const create = (who: PersonName, more: object): Promise<CoreResponse> =>
  farm.as(who, 'POST', '/api/asset', {
    organization_id: org,
    name: 'Ivermectina',
    kind: 'antiparasitario',
    unit: 'ml',
    ...more,
  });
const made = async (more: object): Promise<string> => {
  const { status, body } = await create('ana', more);
  expect(status).toBe(200);
  return (body['asset'] as { id: string }).id;
};
const change = (who: PersonName, id: string, changes: object): Promise<CoreResponse> =>
  farm.as(who, 'PUT', `/api/asset/${id}`, changes);
const put = (bytes: Uint8Array, who: PersonName = 'ana', digest = digestOf(bytes)): Promise<CoreResponse> =>
  farm.as(who, 'PUT', `/api/blob/${org}/${digest}`, bytes);
const read = async (id: string, who: PersonName = 'ana'): Promise<Record<string, unknown>> =>
  (await farm.as(who, 'GET', `/api/asset/detail/${id}`)).body['asset'] as Record<string, unknown>;

describe('The photo of an item', () => {
  test('comes with the item, before its bytes, and is in the list, the detail and what phones fetch', async () => {
    const id = await made({ photo });
    expect(await read(id)).toMatchObject({ photo });
    const { assets } = (await farm.as('caro', 'GET', `/api/asset/${org}`)).body as unknown as { assets: object[] };
    expect(assets).toMatchObject([{ id, photo }]);
    const { changes } = (await farm.as('caro', 'GET', `/api/sync/${org}`)).body as unknown as {
      changes: { table: string; row: object | null }[];
    };
    expect(changes.findLast(({ table }) => table === 'assets')?.row).toMatchObject({ id, photo });
    expect(await put(jpegOf(1))).toMatchObject({ status: 200, body: { blob: { digest: photo, type: 'image/jpeg' } } });
  });

  test('is none until there is one', async () => {
    expect(await read(await made({}))).toMatchObject({ photo: null });
  });

  test('is replaced and taken away, and nothing else changes with it', async () => {
    const id = await made({ photo, minimum: 100, notes: 'En la heladera' });
    const another = digestOf(pngOf(2));
    expect(await change('ana', id, { photo: another })).toMatchObject({
      status: 200,
      body: { asset: { photo: another } },
    });
    expect(await change('ana', id, { minimum: 50 })).toMatchObject({
      body: { asset: { photo: another, minimum: 50 } },
    });
    expect(await change('ana', id, { photo: null })).toMatchObject({ status: 200 });
    expect(await read(id)).toMatchObject({ photo: null, minimum: 50, notes: 'En la heladera', version: 4 });
  });

  test('that came twice with its item is there once', async () => {
    const cid = randomUUID();
    await made({ photo, cid });
    await made({ photo, cid });
    for (let times = 0; times < 2; times += 1) expect((await put(jpegOf(1))).status).toBe(200);
    expect(await farm.db.selectFrom('assets').select('photo').execute()).toEqual([{ photo }]);
    expect(await farm.db.selectFrom('blobs').select('digest').execute()).toEqual([{ digest: photo }]);
  });

  test('is for whoever may change the item, and for all the farm to see', async () => {
    const id = await made({ photo });
    await put(jpegOf(1));
    expect(await create('caro', { name: 'Otra', photo })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await change('caro', id, { photo: null })).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(await change('beto', id, { name: 'Ivermectina 1 %' })).toMatchObject({ status: 200 });
    expect(await read(id, 'caro')).toMatchObject({ photo });
    expect(await farm.as('caro', 'GET', `/api/blob/${org}/${photo}`)).toMatchObject({ status: 200 });
  });

  test('is of one farm: another sees neither the item nor the photo', async () => {
    const id = await made({ photo });
    await put(jpegOf(1));
    expect((await change('dana', id, { photo: null })).status).toBe(404);
    expect((await farm.as('dana', 'GET', `/api/asset/detail/${id}`)).status).toBe(404);
    expect((await farm.as('dana', 'GET', `/api/blob/${org}/${photo}`)).status).toBe(404);
    expect((await put(jpegOf(3), 'dana')).status).toBe(404);
    expect(await read(id)).toMatchObject({ photo });
  });

  test.each([[[photo]], [''], [7], ['a'.repeat(65)]])('cannot be %j', async (wrong) => {
    expect(await create('ana', { photo: wrong })).toMatchObject({ status: 400, body: { code: 'INVALID_BODY' } });
    const id = await made({ photo });
    expect(await change('ana', id, { photo: wrong })).toMatchObject({ status: 400 });
    expect(await read(id)).toMatchObject({ photo });
  });

  test('that is no picture is not taken', async () => {
    const page = new TextEncoder().encode('<html><script>alert(1)</script>');
    await made({ photo: digestOf(page) });
    expect(await put(page)).toMatchObject({ status: 415, body: { code: 'FILE_TYPE' } });
    expect(await put(jpegOf(1), 'ana', digestOf(jpegOf(2)))).toMatchObject({ status: 400 });
    expect(await farm.db.selectFrom('blobs').select('digest').execute()).toEqual([]);
  });
});

describe('Somebody who was taken off the team', () => {
  test('still brings the photo of an item that the farm has, and no other', async () => {
    await made({ photo });
    const left = await farm.as('ana', 'DELETE', `/api/organization/user/${farm.userIds.beto}`, {
      organization_id: org,
    });
    expect(left.status).toBe(200);
    expect((await put(jpegOf(1), 'beto')).status).toBe(200);
    expect((await put(jpegOf(9), 'beto')).status).toBe(404);
    expect((await put(audioOf('ogg'), 'beto')).status).toBe(404);
  });
});
