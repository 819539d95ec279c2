import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;

beforeAll(async () => {
  farm = await createFieldFarm();
});

const parts = [
  ['A category', '/api/animal-categories', 'category', 'categories', 'Ya existe una categoría con ese nombre'],
  ['A rodeo', '/api/rodeo', 'rodeo', 'rodeos', 'Ya existe un rodeo con ese nombre'],
  ['A campo', '/api/campo', 'campo', 'campos', 'Ya existe un campo con ese nombre'],
] as const;

describe.each(parts)('%s', (_what, path, part, plural, taken) => {
  const address = (id?: string): string => `${path}/${farm.organizationId}${id ? `/${id}` : ''}`;
  const make = async (body: object): Promise<{ id: string; name: string }> =>
    (await farm.as('ana', 'POST', address(), body)).body[part] as { id: string; name: string };
  const names = async (): Promise<string[]> =>
    ((await farm.as('caro', 'GET', address())).body[plural] as { name: string }[]).map(({ name }) => name);

  test('is made, listed, renamed and deleted, once each', async () => {
    const { id } = await make({ name: '  La primera ' });
    expect(await names()).toContain('La primera');
    const renamed = await farm.as('beto', 'PUT', address(id), { name: 'La segunda' });
    expect(renamed.body).toMatchObject({ ok: true, [part]: { id, name: 'La segunda', version: 2 } });
    expect((await farm.as('ana', 'DELETE', address(id))).body).toEqual({ ok: true, alreadyDeleted: false });
    expect((await farm.as('ana', 'DELETE', address(id))).body).toEqual({ ok: true, alreadyDeleted: true });
    expect(await names()).not.toContain('La segunda');
    expect((await farm.as('ana', 'PUT', address(id), { name: 'La tercera' })).status).toBe(404);
  });

  test('has a name of its own, and may keep it', async () => {
    const { id } = await make({ name: 'Única' });
    expect(await farm.as('ana', 'POST', address(), { name: 'unica' })).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN', message: taken, issues: [{ path: 'name', message: taken }] },
    });
    expect((await farm.as('ana', 'PUT', address(id), { name: 'Única' })).status).toBe(200);
  });

  test('made twice under the id of the phone is one', async () => {
    const body = { name: 'Del celular', cid: randomUUID() };
    const [first, second] = [await make(body), await make(body)];
    expect(first.id).toBe(body.cid);
    expect(second).toEqual(first);
  });

  test.each(['', '  ', 7, null, undefined, 'a'.repeat(61)])('called %j is refused', async (name) => {
    expect(await farm.as('ana', 'POST', address(), { name })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_BODY' },
    });
  });

  test.each(['id', 'organization_id', 'version', 'deleted', 'created_by'])(
    'cannot be made or changed with %s of its own',
    async (name) => {
      const body = { name: 'Forzada', [name]: 'x' };
      expect((await farm.as('ana', 'POST', address(), body)).status).toBe(400);
      const { id } = await make({ name: `Cualquiera ${name}` });
      expect((await farm.as('ana', 'PUT', address(id), { [name]: 'x' })).status).toBe(400);
    },
  );
});

describe('A category that animals have or had', () => {
  test('is put out of use instead of deleted: its records keep their words', async () => {
    const address = `/api/animal-categories/${farm.organizationId}/${farm.cat('Novillito')}`;
    expect((await farm.as('ana', 'DELETE', address)).body).toEqual({ ok: true, alreadyDeleted: false });
    const list = await farm.as('ana', 'GET', `/api/animal-categories/${farm.organizationId}`);
    expect(list.body['categories']).toContainEqual(
      expect.objectContaining({ name: 'Novillito', active: false, deleted: false }),
    );
    expect((await farm.as('ana', 'PUT', address, { active: true })).status).toBe(200);
  });

  test('is also made at the older address', async () => {
    const answer = await farm.as('ana', 'POST', `/api/category/create/${farm.organizationId}`, { name: 'Buey' });
    expect(answer.body).toMatchObject({ ok: true, category: { name: 'Buey', active: true, sex: 'mixto', ev: 1 } });
  });

  test('cannot follow on one that is not there', async () => {
    const body = { name: 'Suelta', next_id: randomUUID() };
    expect((await farm.as('ana', 'POST', `/api/animal-categories/${farm.organizationId}`, body)).status).toBe(404);
  });
});

describe('A rodeo with animals', () => {
  test('is not deleted, and shows where they stand', async () => {
    const address = `/api/rodeo/${farm.organizationId}/${farm.rodeos.cria}`;
    expect(await farm.as('ana', 'DELETE', address)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: 'El rodeo tiene animales: pasalos a otro rodeo antes de eliminarlo' },
    });
    const { body } = await farm.as('caro', 'GET', address);
    expect(body).toMatchObject({
      rodeo: {
        animals: expect.arrayContaining([
          { lot_id: farm.lots.ombu, category_id: farm.cat('Vaca'), count: 60 },
        ]) as object,
      },
    });
  });

  test('leaves a record of its making, its change and its end', async () => {
    const all = await farm.as('ana', 'GET', `/api/movement/all/${farm.organizationId}`);
    const types = (all.body['movements'] as { type: string }[]).map((movement) => movement.type);
    expect(types).toEqual(expect.arrayContaining(['CREATE_RODEO', 'EDIT_RODEO', 'DELETE_RODEO']));
  });
});

describe('A campo with lots', () => {
  test('is not deleted before they are in another one', async () => {
    const org = farm.organizationId;
    const address = `/api/campo/${org}/${farm.campo}`;
    await farm.as('ana', 'PUT', `/api/lot/edit/${org}`, { id: farm.lots.bajo, campo_id: farm.campo });
    expect(await farm.as('ana', 'DELETE', address)).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', message: 'El campo tiene lotes: pasalos a otro campo antes de eliminarlo' },
    });
    await farm.as('ana', 'PUT', `/api/lot/edit/${org}`, { id: farm.lots.bajo, campo_id: null });
    expect((await farm.as('ana', 'DELETE', address)).status).toBe(200);
    const lot = { name: 'Tarde', hectares: 1, campo_id: farm.campo };
    expect((await farm.as('ana', 'POST', `/api/lot/create/${org}`, lot)).status).toBe(404);
    const fromField = await farm.as('ana', 'POST', `/api/lot/create/${org}`, { ...lot, offline: true });
    expect(fromField.body).toMatchObject({ ok: true, lot: { name: 'Tarde', campo_id: null } });
  });
});

closesInOrder(() => farm);
