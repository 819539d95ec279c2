import { beforeEach, describe, expect, test } from 'vitest';
import { unsexedIdOf, unsexedName } from '../../src/domain/farm/unsexed.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let isOpen = false;
let own: string;
beforeEach(async () => {
  if (isOpen) await farm.close();
  farm = await createFieldFarm();
  isOpen = true;
  own = unsexedIdOf(farm.organizationId);
});

const birth = (count: number, rest: object = {}) => ({
  date: '2026-05-10',
  rodeo_id: farm.rodeos.cria,
  lot_id: farm.lots.ombu,
  animals: [{ type: own, count }],
  ...rest,
});
const born = async (count: number, who: PersonName = 'caro'): Promise<void> => {
  const answer = await farm.record(who, 'birth', birth(count));
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const categories = async (): Promise<Record<string, unknown>[]> => {
  const { body } = await farm.as('ana', 'GET', `/api/animal-categories/${farm.organizationId}`);
  return body['categories'] as Record<string, unknown>[];
};
const unsexed = async () => (await categories()).filter(({ name }) => name === unsexedName);
const herd = async (): Promise<number[]> =>
  Promise.all(
    [own, farm.cat('Ternero al pie'), farm.cat('Ternera al pie')].map((category) =>
      farm.heads(farm.lots.ombu, farm.rodeos.cria, category),
    ),
  );
const split = (to_category: string, count: number, who: PersonName = 'ana') =>
  farm.record(who, 'recategorization', {
    date: '2026-05-20',
    lot_id: farm.lots.ombu,
    rodeo_id: farm.rodeos.cria,
    from_category: own,
    to_category: farm.cat(to_category),
    count,
  });

describe('The first birth of unsexed calves', () => {
  test('brings their category, which nobody had to make: whoever may record a birth', async () => {
    expect(await unsexed()).toEqual([]);
    await born(5);
    expect(await herd()).toEqual([5, 0, 0]);
    expect(await unsexed()).toMatchObject([
      { id: own, sex: 'mixto', min_age_months: 0, ev: 0, active: false, is_breeding_female: false },
    ]);
  });

  test('goes to the other phones in the same commit as its record, and is told live before it', async () => {
    await born(5);
    const last = farm.commits.at(-1);
    expect(last?.announcements.map(({ action }) => action)).toContain('category-created');
    const since = `since=${(last?.seq ?? 1) - 1}&epoch=${farm.epoch}&limit=500`;
    const { body } = await farm.as('beto', 'GET', `/api/sync/${farm.organizationId}?${since}`);
    const changes = body['changes'] as { table: string; row: { name?: string } | null }[];
    expect(changes.filter(({ table }) => table === 'categories').map(({ row }) => row?.name)).toEqual([unsexedName]);
    expect(changes.map(({ table }) => table)).toEqual(expect.arrayContaining(['cells', 'movements']));
  });

  test('makes it once, though many come at once, by its id and by its name', async () => {
    const ways = [own, own, unsexedName, own, 'cria al pie (sin sexar)'];
    const answers = await Promise.all(
      ways.map((type, index) =>
        farm.record(index % 2 ? 'beto' : 'caro', 'birth', birth(0, { animals: [{ type, count: 2 }] })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await unsexed()).toHaveLength(1);
    expect(await herd()).toEqual([10, 0, 0]);
    const told = farm.commits.flatMap(({ announcements }) => announcements.map(({ action }) => action));
    expect(told.filter((action) => action === 'category-created')).toHaveLength(1);
  });

  test('leaves no category behind when it is refused', async () => {
    const answer = await farm.record('caro', 'birth', birth(5, { mothers: 9 }));
    expect(answer.status).toBe(400);
    const nowhere = await farm.record('caro', 'birth', birth(5, { lot_id: farm.organizationId }));
    expect(nowhere.status).toBe(404);
    expect(await unsexed()).toEqual([]);
  });

  test('stands in the lot and in the rodeo with its name', async () => {
    await born(5);
    const lots = (await farm.as('ana', 'GET', `/api/lot/info/${farm.organizationId}`)).body['lots'] as {
      animals: { count: number; category: object }[];
    }[];
    expect(lots.flatMap(({ animals }) => animals)).toContainEqual(
      expect.objectContaining({ count: 5, category: { id: own, name: unsexedName } }),
    );
  });
});

describe('Unsexed calves', () => {
  beforeEach(() => born(5));

  test('become males and females, each part a record that stands by itself', async () => {
    expect((await split('Ternero al pie', 3)).body['movement']).toMatchObject({
      reference: '3 crías al pie (sin sexar) → Ternero al pie · El Ombú · Cría',
    });
    expect((await split('Ternera al pie', 2)).status).toBe(200);
    expect(await herd()).toEqual([0, 3, 2]);
  });

  test('are never more than there are', async () => {
    const answer = await split('Ternero al pie', 6);
    expect(answer.body).toMatchObject({
      code: 'NOT_ENOUGH_ANIMALS',
      message: 'Solo hay 5 crías al pie (sin sexar) en El Ombú al 20/05/2026',
    });
    expect(await herd()).toEqual([5, 0, 0]);
  });

  test('die, are weighed, treated, counted and moved', async () => {
    const rodeo = { date: '2026-05-12', rodeo_id: farm.rodeos.cria };
    const place = { ...rodeo, lot_id: farm.lots.ombu };
    const line = { type: own, count: 1 };
    const products = [{ name: 'Ivermectina' }];
    for (const [path, body] of [
      ['death', { ...place, animals: [line] }],
      ['weighing', { ...place, animals: [{ ...line, average_kg: 40 }] }],
      ['treatment', { ...place, animals: [line], reason: 'curacion', products }],
      ['rodeo/move', { ...rodeo, from_lot_id: farm.lots.ombu, to_lot_id: farm.lots.bajo }],
    ] as const) {
      const { status, body: answer } = await farm.record('ana', path, body);
      expect(status, `${path} ${JSON.stringify(answer)}`).toBe(200);
    }
    expect(await farm.heads(farm.lots.bajo, farm.rodeos.cria, own)).toBe(4);
    const counted = await farm.as('ana', 'POST', `/api/audit/${farm.organizationId}`, {
      date: '2026-05-13',
      kind: 'recount',
      lot_id: farm.lots.bajo,
      counted: [{ type: own, count: 3 }],
    });
    expect(counted.body).toMatchObject({ movement: { reference: 'Recuento en El Bajo: −1 cría al pie (sin sexar)' } });
    expect(await farm.heads(farm.lots.bajo, farm.rodeos.cria, own)).toBe(3);
  });

  test('are weaned by sex in one record, and refused without', async () => {
    const place = { date: '2026-11-10', lot_id: farm.lots.ombu, rodeo_id: farm.rodeos.cria };
    const refused = await farm.record('ana', 'weaning', { ...place, animals: [{ type: own, count: 5 }] });
    expect(refused.body).toMatchObject({
      code: 'INVALID_BODY',
      issues: [{ path: 'animals', message: 'Repartí por sexo las crías sin sexar antes de destetarlas' }],
    });
    const animals = [
      { type: own, to_type: farm.cat('Ternero'), count: 3 },
      { type: own, to_type: farm.cat('Ternera'), count: 2 },
    ];
    expect((await farm.record('ana', 'weaning', { ...place, animals })).status).toBe(200);
    expect(await herd()).toEqual([0, 0, 0]);
    expect(await farm.heads(farm.lots.ombu, farm.rodeos.cria, farm.cat('Ternero'))).toBe(3);
  });
});

describe('The category of the unsexed calves', () => {
  const path = (id = '') => `/api/animal-categories/${farm.organizationId}${id && `/${id}`}`;

  test('is no other farm’s', async () => {
    const { organization } = (await farm.as('dana', 'POST', '/api/organization', { name: 'Otro' })).body as unknown as {
      organization: { id: string };
    };
    const foreign = [{ type: unsexedIdOf(organization.id), count: 1 }];
    const answer = await farm.record('caro', 'birth', birth(0, { animals: foreign }));
    expect(answer.body).toMatchObject({
      code: 'INVALID_BODY',
      issues: [{ path: 'animals.0.type', message: 'La categoría no existe' }],
    });
  });

  test('is made by no hand: its id is no id that a client makes, and its name is taken from the start', async () => {
    expect((await farm.as('ana', 'POST', path(), { name: 'Mía', cid: own })).status).toBe(400);
    const named = await farm.as('ana', 'POST', path(), { name: 'cria al pie (SIN SEXAR)' });
    expect(named.body).toMatchObject({ code: 'NAME_TAKEN', issues: [{ path: 'name' }] });
    const renamed = await farm.as('ana', 'PUT', path(farm.cat('Toro')), { name: unsexedName });
    expect(renamed.body).toMatchObject({ code: 'NAME_TAKEN' });
  });

  test('is neither changed nor deleted, and nothing passes to it', async () => {
    await born(1);
    const message = 'Esta categoría es de todos los establecimientos: no se cambia ni se elimina';
    expect((await farm.as('ana', 'PUT', path(own), { name: 'Guachos' })).body).toMatchObject({ message });
    expect((await farm.as('ana', 'PUT', path(own), { active: true })).body).toMatchObject({ message });
    expect((await farm.as('ana', 'DELETE', path(own))).body).toMatchObject({ message });
    const next = await farm.as('ana', 'PUT', path(farm.cat('Vaca')), { next_id: own });
    expect(next.body).toMatchObject({ code: 'INVALID_BODY', issues: [{ path: 'next_id' }] });
    expect(await unsexed()).toMatchObject([{ id: own, name: unsexedName, active: false, version: 1 }]);
  });
});

closesInOrder(() => farm);
