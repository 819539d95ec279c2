import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultCategories } from '../../src/domain/farm/categories.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

interface Named {
  readonly id: string;
  readonly name: string;
}
interface Animal {
  readonly count: number;
  readonly category: Named;
}
interface Place extends Named {
  readonly animals: readonly Animal[];
  readonly order: number;
  readonly deleted: boolean;
}

const made = async <T extends Named>(path: string, body: object, part: string): Promise<T> => {
  const answer = await farm.as('ana', 'POST', path, body);
  expect(answer.body).toMatchObject({ ok: true });
  return answer.body[part] as T;
};
const newLot = (name: string, rest: object = {}) =>
  made<Place>(`/api/lot/create/${org}`, { name, hectares: 10, ...rest }, 'lot');
const lots = async (): Promise<Place[]> =>
  (await farm.as('ana', 'GET', `/api/lot/info/${org}`)).body['lots'] as Place[];
const lot = async (id: string): Promise<Place> =>
  (await farm.as('ana', 'GET', `/api/lot/details/${id}`)).body['lot'] as Place;
const records = async (type: string): Promise<Movement[]> =>
  (await farm.as('ana', 'GET', `/api/movement/all/${org}?type=${type}`)).body['movements'] as Movement[];
const heard = (): string | undefined => farm.commits.at(-1)?.announcements.at(-1)?.action;

describe('An organization', () => {
  test('is made with the default categories, in their order, and belongs to whoever made it', async () => {
    const { body } = await farm.as('dana', 'POST', '/api/organization', { name: ' La Porteña ' });
    const made = body['organization'] as {
      id: string;
      name: string;
      users: object[];
      categories: (Named & { next_id: string | null })[];
    };
    expect(made.name).toBe('La Porteña');
    expect(made.users).toMatchObject([{ id: farm.userIds.dana, role: 'owner', state: 'activo' }]);
    expect(made.categories.map((category) => category.name)).toEqual(
      defaultCategories.map((category) => category.name),
    );
    const names = new Map(made.categories.map((category) => [category.id, category.name]));
    const next = made.categories.map((category) => category.next_id && names.get(category.next_id));
    expect(next).toEqual(defaultCategories.map((category) => category.next));
    const mine = await farm.as('dana', 'GET', '/api/organization/my-organizations');
    expect(mine.body['organizations']).toEqual([
      { organization: { id: made.id, name: 'La Porteña' }, role: 'owner', shows_finance: true },
    ]);
  });

  test.each(['', '   ', 'a'.repeat(81), 5])('called %j is refused', async (name) => {
    expect(await farm.as('dana', 'POST', '/api/organization', { name })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_BODY' },
    });
  });

  test('is renamed by owner and administrator, and everybody hears of it', async () => {
    const renamed = await farm.as('beto', 'PUT', `/api/organization/${org}`, { name: 'La Esperanza Nueva' });
    expect(renamed.body).toMatchObject({ ok: true, organization: { name: 'La Esperanza Nueva' } });
    expect(heard()).toBe('update-organization');
    const told = JSON.stringify(farm.commits.at(-1)?.announcements);
    expect(told).not.toMatch(/@campo\.test/);
  });

  test.each<[PersonName, boolean]>([
    ['ana', true],
    ['beto', true],
    ['caro', false],
  ])('shows its people and their telephones to %s; their addresses: %s', async (who, hasAddresses) => {
    for (const path of [
      `/api/user/my-organization/${org}`,
      `/api/organization/data/${org}`,
      `/api/organization/selected/${org}`,
    ]) {
      const text = JSON.stringify((await farm.as(who, 'GET', path)).body);
      expect(text).toContain('Gómez');
      expect(text).toContain('+549');
      expect(text.includes('@campo.test')).toBe(hasAddresses);
      expect(text).not.toMatch(/password|argon/);
    }
  });
});

describe('A lot', () => {
  test('is made with the animals that stand in it: two records, and the counts add up', async () => {
    const animals = [
      { type: farm.cat('Vaca'), count: 12 },
      { type: 'vaquillona', count: 5 },
      { type: farm.cat('Toro'), count: 0 },
    ];
    const answer = await farm.as('ana', 'POST', `/api/lot/create/${org}`, {
      name: 'La Aguada',
      hectares: 55.25,
      animals,
    });
    expect(answer.body).toMatchObject({
      ok: true,
      message: 'Success',
      lot: { name: 'La Aguada', hectares: 55.25, deleted: false },
    });
    const { id, animals: standing } = answer.body['lot'] as Place;
    expect(standing.map((animal) => [animal.category.name, animal.count])).toEqual([
      ['Vaquillona', 5],
      ['Vaca', 12],
    ]);
    expect((await records('CREATE_LOT')).find((record) => record.metadata.lot_id === id)?.reference).toBe(
      'La Aguada · 55,25 ha',
    );
    expect((await records('AUDIT_RECORD')).find((record) => record.metadata.lot_id === id)).toMatchObject({
      reference: 'Existencia inicial en La Aguada: 12 vacas y 5 vaquillonas',
      metadata: { kind: 'opening' },
    });
    expect(farm.commits.at(-1)?.announcements.map((one) => one.action)).toContain('lot-created');
  });

  test('with a category that nobody has is refused whole', async () => {
    const before = await farm.everything();
    const body = { name: 'Con llamas', hectares: 1, animals: [{ type: 'Llama', count: 1 }] };
    expect(await farm.as('ana', 'POST', `/api/lot/create/${org}`, body)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'animals.0.type', message: 'La categoría no existe' }] },
    });
    expect(await farm.everything()).toBe(before);
  });

  test('has a name of its own, small letters and accents aside; in the field two may meet', async () => {
    await newLot('Los Álamos');
    const again = { name: 'los alamos', hectares: 1 };
    expect(await farm.as('ana', 'POST', `/api/lot/create/${org}`, again)).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN', message: 'Ya existe un lote con ese nombre', issues: [{ path: 'name' }] },
    });
    expect((await farm.as('ana', 'POST', `/api/lot/create/${org}`, { ...again, offline: true })).status).toBe(200);
  });

  test('made twice under the id of the phone is one lot', async () => {
    const cid = randomUUID();
    const first = await newLot('El Jagüel', { cid });
    const second = await newLot('El Jagüel', { cid });
    expect(first.id).toBe(cid);
    expect(second).toEqual(first);
  });

  test('changes only in what is said, and the change is on record', async () => {
    const { id } = await newLot('La Cañada', { notes: 'alambrado nuevo', use: 'pastura' });
    const answer = await farm.as('beto', 'PUT', `/api/lot/edit/${org}`, { id, name: 'La Cañada Chica' });
    expect(answer.body).toMatchObject({
      ok: true,
      lot: { name: 'La Cañada Chica', hectares: 10, notes: 'alambrado nuevo', use: 'pastura', version: 2 },
    });
    const [edit] = await records('EDIT_LOT');
    expect(edit).toMatchObject({
      reference: 'La Cañada → La Cañada Chica',
      metadata: { before: { name: 'La Cañada' }, after: { name: 'La Cañada Chica' } },
    });
  });

  test('stands in the order that people give', async () => {
    const all = await lots();
    const items = all.toReversed().map(({ id }, order) => ({ id, order }));
    const answer = await farm.as('ana', 'PUT', `/api/lot/order/${org}`, { items });
    expect((answer.body['lots'] as Place[]).map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect((await lots()).map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(heard()).toBe('update-lots');
  });

  test('with animals is not deleted', async () => {
    expect(await farm.as('ana', 'DELETE', `/api/lot/delete/${org}/${farm.lots.ombu}`)).toMatchObject({
      status: 409,
      body: { code: 'LOT_NOT_EMPTY', message: 'El lote tiene animales: movelos a otro lote antes de eliminarlo' },
    });
  });

  test('without them is, once; its name is free again, and its history keeps it', async () => {
    const { id } = await newLot('El Pajonal');
    const erase = () => farm.as('ana', 'DELETE', `/api/lot/delete/${org}/${id}`);
    expect((await erase()).body).toEqual({ ok: true, message: 'Success', alreadyDeleted: false });
    expect((await erase()).body).toEqual({ ok: true, message: 'Success', alreadyDeleted: true });
    expect(await farm.as('ana', 'PUT', `/api/lot/edit/${org}`, { id, hectares: 2 })).toMatchObject({
      status: 404,
      body: { message: 'Lote no encontrado' },
    });
    expect((await lots()).map((place) => place.id)).not.toContain(id);
    expect(await lot(id)).toMatchObject({ deleted: true, name: 'El Pajonal' });
    expect((await newLot('El Pajonal')).id).not.toBe(id);
  });
});

describe('The animals of a lot', () => {
  const count = async (id: string, category: string): Promise<number> =>
    (await lot(id)).animals.find((animal) => animal.category.name === category)?.count ?? 0;
  const tell = (verb: string, body: object) =>
    farm.as('ana', 'POST', `/api/lot/animal/${verb}`, { organization_id: org, ...body });

  test('counted anew leave a record of the difference', async () => {
    const { id } = await newLot('Contado', { animals: [{ type: farm.cat('Vaca'), count: 10 }] });
    const answer = await tell('update/1', { lot_id: id, animal_type: 'Vaca', count: 7, reason: 'Faltaban tres' });
    expect(answer.body).toMatchObject({ ok: true, message: 'Success', lot: { animals: [{ count: 7 }] } });
    const recount = (await records('AUDIT_RECORD')).find((record) => record.metadata['kind'] === 'recount');
    expect(recount).toMatchObject({
      reference: 'Recuento en Contado: −3 vacas',
      metadata: { before: 10, after: 7, reason: 'Faltaban tres' },
    });
    expect(heard()).toBe('animal-updated');
  });

  test('counted on a phone that saw an older figure move by the difference that was seen', async () => {
    const { id } = await newLot('Contado de lejos', { animals: [{ type: farm.cat('Vaca'), count: 10 }] });
    await tell('update/1', { lot_id: id, animal_type: farm.cat('Vaca'), count: 8 });
    await tell('update/1', { lot_id: id, animal_type: farm.cat('Vaca'), count: 9, base_count: 10 });
    expect(await count(id, 'Vaca')).toBe(7);
  });

  test('of one category are taken off, told in the words of the spec', async () => {
    const { id } = await newLot('Vaciado', { animals: [{ type: farm.cat('Vaca'), count: 4 }] });
    const answer = await tell('delete/1', { lot_id: id, animal_type: farm.cat('Vaca') });
    expect(answer.body).toMatchObject({ ok: true, message: 'Animal eliminado exitosamente', lot: { animals: [] } });
  });

  test('pass to another category inside the lot as a recategorization', async () => {
    const { id } = await newLot('Crecen', { animals: [{ type: farm.cat('Vaquillona'), count: 6 }] });
    const body = { lot_id: id, from_category: 'Vaquillona', to_category: farm.cat('Vaca'), count: 2 };
    expect((await tell('transfer', body)).body).toMatchObject({
      ok: true,
      message: 'Transferencia completada exitosamente',
      movement: { type: 'RECATEGORIZATION' },
    });
    expect([await count(id, 'Vaquillona'), await count(id, 'Vaca')]).toEqual([4, 2]);
  });

  test('die as a death, told of the lot or of the rodeo', async () => {
    const animals = [{ type: farm.cat('Vaca'), count: 1 }];
    const ofLot = await farm.as('caro', 'POST', `/api/lot/record-deaths/${farm.lots.ombu}`, {
      date: '2026-11-01',
      animals,
      cause: 'rayo',
    });
    const ofRodeo = await farm.as('caro', 'POST', `/api/rodeo/record-deaths/${org}`, {
      date: '2026-11-01',
      rodeo_id: farm.rodeos.cria,
      animals,
    });
    for (const answer of [ofLot, ofRodeo]) {
      expect(answer.body).toMatchObject({
        ok: true,
        movement: { type: 'DEATH', rodeoId: farm.rodeos.cria, metadata: { lot_id: farm.lots.ombu } },
      });
    }
    expect(await count(farm.lots.ombu, 'Vaca')).toBe(58);
  });
});

closesInOrder(() => farm);
