import { beforeAll, describe, expect, test } from 'vitest';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { closesInOrder, createTestServer, type TestServer } from '../support/server.ts';

let farm: TestServer;
let lot: string;
let rodeo: string;

const cat = (name: string): string => farm.categories[name] ?? `no category ${name}`;
const novillitos = (count: number) => [{ type: cat('Novillito'), count }];
const record = (path: string, body: object) =>
  farm.as('ana', 'POST', `/api/movement/${path}/${farm.organizationId}`, { date: '2026-06-20', ...body });
const heads = async (lotId: string | null, rodeoId: string | null): Promise<number> => {
  const row = await farm.db
    .selectFrom('cells')
    .select('head')
    .where('organization_id', '=', farm.organizationId)
    .where('cell_id', '=', `${lotId ?? ''}|${rodeoId ?? ''}|${cat('Novillito')}`)
    .executeTakeFirst();
  return row?.head ?? 0;
};

/** A farm as a new person loads it: one lot with ninety novillitos, and nobody has said the word rodeo. */
beforeAll(async () => {
  farm = await createTestServer();
  const made = await farm.as('ana', 'POST', `/api/lot/create/${farm.organizationId}`, {
    name: 'El Bajo',
    hectares: 80,
    animals: novillitos(90),
    animals_on: '2026-06-01',
  });
  lot = (made.body['lot'] as { readonly id: string }).id;
  const other = await farm.as('ana', 'POST', `/api/rodeo/${farm.organizationId}`, { name: 'Invernada' });
  rodeo = (other.body['rodeo'] as { readonly id: string }).id;
});

describe('Animals that stand in no rodeo', () => {
  test.each([
    ['said', { rodeo_id: null }],
    ['left out', {}],
  ])('are sold from their lot, with no rodeo %s', async (_how, said) => {
    const before = await heads(lot, null);
    const sold = await record('sell', { lot_id: lot, ...said, animals: novillitos(5) });
    expect(sold.body).toMatchObject({ ok: true, movement: { rodeoId: null, metadata: { lot_id: lot } } });
    expect(await heads(lot, null)).toBe(before - 5);
  });

  test('are weighed', async () => {
    const animals = [{ type: cat('Novillito'), count: 10, total_kg: 3000 }];
    const weighed = await record('weighing', { rodeo_id: null, lot_id: lot, animals });
    expect(weighed.body).toMatchObject({ ok: true, movement: { rodeoId: null } });
  });

  test('are examined', async () => {
    const body = { rodeo_id: null, lot_id: lot, examined: 10, pregnant: 9, empty: 1 };
    expect((await record('pregnancy-diagnosis', body)).body).toMatchObject({ ok: true, movement: { rodeoId: null } });
  });

  test('pass to a rodeo, and those that stay are still in none', async () => {
    const before = await heads(lot, null);
    const body = { from_rodeo_id: null, to_rodeo_id: rodeo, lot_id: lot, animals: novillitos(20) };
    expect((await record('change-rodeo', body)).body).toMatchObject({ ok: true });
    expect(await heads(lot, null)).toBe(before - 20);
    expect(await heads(lot, rodeo)).toBe(20);
  });

  test('that were born before there was a lot go to one', async () => {
    const calves = (count: number) => [{ type: cat('Ternero al pie'), count }];
    const born = await record('birth', { lot_id: null, rodeo_id: null, animals: calves(2) });
    expect(born.body).toMatchObject({ ok: true });
    const moved = await record('load-transfer', {
      from_lot_id: null,
      to_lot_id: lot,
      rodeo_id: null,
      animals: calves(2),
    });
    expect(moved.body).toMatchObject({ ok: true, movement: { type: 'TRANSFER', metadata: { from_lot_id: null } } });
    const cells = await farm.db
      .selectFrom('cells')
      .select(['cell_id', 'head'])
      .where('organization_id', '=', farm.organizationId)
      .where('cell_id', 'like', `%|${cat('Ternero al pie')}`)
      .where('head', '!=', 0)
      .execute();
    expect(cells).toEqual([{ cell_id: `${lot}||${cat('Ternero al pie')}`, head: 2 }]);
  });

  test('are asked for where some of the lot are in a rodeo and some are not', async () => {
    const asked = await record('sell', { lot_id: lot, animals: novillitos(1) });
    expect(asked).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'rodeo_id', message: 'Elegí el rodeo' }] },
    });
  });

  test('are told apart from other animals of the lot by their category', async () => {
    const bought = await record('purchase', {
      lot_id: lot,
      rodeo_id: rodeo,
      animals: [{ type: cat('Vaca'), count: 7 }],
    });
    expect(bought.body).toMatchObject({ ok: true });
    const dead = await record('death', { lot_id: lot, animals: [{ type: cat('Vaca'), count: 1 }] });
    expect(dead.body).toMatchObject({ ok: true, movement: { rodeoId: rodeo } });
  });

  test('that nobody said from the field are looked at', async () => {
    const sold = await record('sell', { offline: true, animals: novillitos(1) });
    expect(sold.body).toMatchObject({ ok: true });
    expect((sold.body['movement'] as Movement).review?.reasons).toContain('place_unsaid');
  });
});

describe('A stock that stood there before it was loaded', () => {
  test('dies on a day between', async () => {
    const dead = await record('death', { date: '2026-06-02', lot_id: lot, rodeo_id: null, animals: novillitos(1) });
    expect(dead.body).toMatchObject({ ok: true });
  });

  test('does not die before its own day', async () => {
    const dead = await record('death', { date: '2026-05-30', lot_id: lot, rodeo_id: null, animals: novillitos(1) });
    expect(dead).toMatchObject({ status: 422, body: { code: 'NOT_ENOUGH_ANIMALS' } });
  });
});

describe('More animals than the book holds', () => {
  test('are refused at the office, and taken from who has read how many there are: then they are looked at', async () => {
    const body = { lot_id: lot, rodeo_id: null, animals: novillitos(500) };
    expect(await record('sell', body)).toMatchObject({ status: 422, body: { code: 'NOT_ENOUGH_ANIMALS' } });
    const kept = await record('sell', { ...body, confirmed: true });
    const sale = kept.body['movement'] as Movement;
    expect(sale.review?.reasons).toContain('negative_cell');
    await farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${sale.id}`);
  });
});

describe('An opening stock', () => {
  const vacas = (count: number) => [{ type: cat('Vaca'), count }];
  const body = (count: number, date = '2026-05-01') => ({
    kind: 'opening',
    date,
    lot_id: lot,
    rodeo_id: null,
    counted: vacas(count),
  });
  const made = async (): Promise<string> => {
    const answer = await farm.as('ana', 'POST', `/api/audit/${farm.organizationId}`, body(12));
    return (answer.body['movement'] as Movement).id;
  };
  const edit = (id: string, change: object) => farm.as('ana', 'PUT', `/api/audit/${farm.organizationId}/${id}`, change);
  const erase = (id: string) => farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}`);
  const opened = async (): Promise<string> => {
    const { id } = await farm.db
      .selectFrom('movements')
      .select('id')
      .where('organization_id', '=', farm.organizationId)
      .where('type', '=', 'AUDIT_RECORD')
      .where('lot_id', '=', lot)
      .where('payload', 'like', '%opening%')
      .orderBy('date', 'desc')
      .executeTakeFirstOrThrow();
    return id;
  };

  test('is corrected in its heads and its day, and deleted', async () => {
    const id = await made();
    const dead = { lot_id: lot, rodeo_id: null, animals: vacas(1) };
    expect(await record('death', { ...dead, date: '2026-04-20' })).toMatchObject({ status: 422 });
    expect((await edit(id, body(10, '2026-04-01'))).body).toMatchObject({ movement: { date: '2026-04-01' } });
    const death = await record('death', { ...dead, date: '2026-04-20' });
    expect(death.body).toMatchObject({ ok: true });
    expect(await erase(id)).toMatchObject({ status: 409, body: { code: 'DEPENDENT_MOVEMENTS' } });
    await erase((death.body['movement'] as Movement).id);
    expect((await erase(id)).body).toMatchObject({ ok: true, alreadyDeleted: false });
  });

  test('is not corrected to less than what left since, nor to a later day, but from the field', async () => {
    const id = await made();
    const death = await record('death', { date: '2026-05-10', lot_id: lot, rodeo_id: null, animals: vacas(4) });
    const gone = { status: 409, body: { code: 'DEPENDENT_MOVEMENTS' } };
    expect(await edit(id, body(3))).toMatchObject(gone);
    expect(await edit(id, body(12, '2026-05-11'))).toMatchObject(gone);
    const kept = await edit(id, { ...body(3), offline: true });
    expect(kept.body).toMatchObject({ ok: true });
    const { id: deathId } = death.body['movement'] as Movement;
    const seen = await farm.as('ana', 'GET', `/api/movement/${deathId}`);
    expect(seen.body).toMatchObject({
      movement: { review: { reasons: ['negative_cell'], cells: [{ before: 3, change: -4, head: -1 }] } },
    });
    expect((await edit(id, body(12))).body).toMatchObject({ ok: true });
  });

  test('that was made with its lot is corrected like any other', async () => {
    const id = await opened();
    const more = { ...body(0), date: '2026-06-01', counted: novillitos(95) };
    const before = await heads(lot, null);
    expect((await edit(id, more)).body).toMatchObject({ ok: true });
    expect(await heads(lot, null)).toBe(before + 5);
  });

  test('that an older version wrote with its lot is corrected too', async () => {
    const id = await opened();
    await farm.db
      .updateTable('movements')
      .set({ payload: JSON.stringify({ kind: 'opening' }) })
      .where('id', '=', id)
      .execute();
    const less = { ...body(0), date: '2026-06-01', counted: novillitos(90) };
    expect((await edit(id, less)).body).toMatchObject({ ok: true, movement: { version: 3 } });
  });

  test('in a rodeo stands in it from the start', async () => {
    const named = await farm.as('ana', 'POST', `/api/rodeo/${farm.organizationId}`, { name: 'Cría' });
    const cria = (named.body['rodeo'] as { readonly id: string }).id;
    const other = await farm.as('ana', 'POST', `/api/lot/create/${farm.organizationId}`, {
      name: 'El Alto',
      hectares: 40,
      animals: [{ type: cat('Vaca'), count: 30, rodeo_id: cria }],
      animals_on: '2026-03-01',
    });
    const { id } = other.body['lot'] as { readonly id: string };
    const sold = await record('sell', { date: '2026-03-02', lot_id: id, animals: vacas(2) });
    expect(sold.body).toMatchObject({ ok: true, movement: { rodeoId: cria } });
  });
});

describe('Births and weanings', () => {
  test.each([
    ['birth', 'Toro', 'Solo nacen terneros: elegí una categoría al pie'],
    ['weaning', 'Vaca', 'Solo se destetan terneros al pie'],
  ])('of others than calves are refused at the office: a %s of %s', async (path, category, message) => {
    const body = { lot_id: lot, rodeo_id: rodeo, animals: [{ type: cat(category), count: 1 }] };
    expect(await record(path, body)).toMatchObject({ status: 400, body: { issues: [{ path: 'animals', message }] } });
  });

  test.each([
    ['birth', 'Toro'],
    ['weaning', 'Vaca'],
  ])('that an older phone took in the field are kept and looked at: a %s of %s', async (path, category) => {
    const body = { lot_id: lot, rodeo_id: rodeo, animals: [{ type: cat(category), count: 1 }], offline: true };
    const kept = await record(path, body);
    expect(kept.body).toMatchObject({ ok: true });
    expect((kept.body['movement'] as Movement).review?.reasons).toContain('doubt');
  });
});

describe('A herd that is moved to where it stands', () => {
  const body = () => ({ rodeo_id: rodeo, to_lot_id: lot });

  test('is refused at the office, also where its lot was not said', async () => {
    const message = 'El destino tiene que ser distinto del origen';
    expect(await record('rodeo/move', body())).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'to_lot_id', message }] },
    });
  });

  test('is kept and looked at where an older phone took it in the field', async () => {
    const kept = await record('rodeo/move', { ...body(), offline: true });
    expect((kept.body['movement'] as Movement).review?.reasons).toContain('doubt');
  });
});

closesInOrder(() => farm);
