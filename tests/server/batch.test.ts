import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder } from '../support/server.ts';

let farm: FieldFarm;
let ops: string;
let danas: string;
let anasOther: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  ops = `/api/sync/${farm.organizationId}/ops`;
  const made = async (who: 'ana' | 'dana'): Promise<string> => {
    const { body } = await farm.as(who, 'POST', '/api/organization', { name: `Otro campo de ${who}` });
    return (body['organization'] as { id: string }).id;
  };
  [danas, anasOther] = [await made('dana'), await made('ana')];
});

interface Result {
  readonly key: string;
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

const operation = (method: string, path: string, body?: unknown, key = randomUUID()) => ({ key, method, path, body });
const send = async (operations: readonly object[], who: 'ana' | 'caro' = 'ana'): Promise<readonly Result[]> => {
  const answer = await farm.as(who, 'POST', ops, { operations });
  expect(answer.status).toBe(200);
  return answer.body['results'] as Result[];
};
const rain = (mm: number, rest: object = {}) =>
  operation('POST', `/api/movement/weather/rain/${farm.organizationId}`, {
    date: '2026-11-20',
    mm,
    offline: true,
    ...rest,
  });
const lot = (name: string, cid: string, organization = farm.organizationId) =>
  operation('POST', `/api/lot/create/${organization}`, { name, hectares: 10, cid, offline: true });
const birthIn = (lotId: string) =>
  operation('POST', `/api/movement/birth/${farm.organizationId}`, {
    date: '2026-11-20',
    lot_id: lotId,
    rodeo_id: farm.rodeos.cria,
    animals: [{ type: farm.cat('Ternero al pie'), count: 1 }],
    cid: randomUUID(),
    offline: true,
  });
const seqOf = async (organizationId: string): Promise<number> => {
  const row = await farm.db
    .selectFrom('organizations')
    .select('seq')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.seq ?? 0;
};

describe('What a phone sends together', () => {
  test('is done in its order, each with a commit of its own and an answer under its key', async () => {
    const cid = randomUUID();
    const before = await seqOf(farm.organizationId);
    const sent = [lot('La Aguada', cid), birthIn(cid), rain(12)];
    const results = await send(sent);
    expect(results.map((result) => result.key)).toEqual(sent.map((one) => one.key));
    expect(results.map((result) => result.status)).toEqual([200, 200, 200]);
    expect(await seqOf(farm.organizationId)).toBe(before + 3);
    expect(await farm.heads(cid, farm.rodeos.cria, farm.cat('Ternero al pie'))).toBe(1);
  });

  test('sent again, is answered the same and counts once', async () => {
    const sent = [rain(7), rain(8)];
    const first = await send(sent);
    const before = await seqOf(farm.organizationId);
    expect(await send(sent)).toEqual(first);
    expect(await seqOf(farm.organizationId)).toBe(before);
  });

  test('goes on after a refused record: only those that name its id wait', async () => {
    const [cid, other] = [randomUUID(), randomUUID()];
    const refused = operation('POST', `/api/lot/create/${farm.organizationId}`, { name: '', hectares: 10, cid });
    const results = await send([refused, birthIn(cid), lot('El Jagüel', other), birthIn(other), rain(3)]);
    expect(results.map((result) => result.status)).toEqual([400, 424, 200, 200, 200]);
    expect(results[1]?.body).toMatchObject({
      ok: false,
      code: 'DEPENDENCY_MISSING',
      message: 'Espera otro registro que todavía no llegó',
    });
  });

  test('holds those that wait for one that waits', async () => {
    const [lotId, calf] = [randomUUID(), randomUUID()];
    const refused = operation('POST', `/api/lot/create/${farm.organizationId}`, { name: 'Sin hectáreas', cid: lotId });
    const waiting = birthIn(lotId);
    const named = { ...waiting, body: { ...(waiting.body as object), cid: calf } };
    const about = rain(5, { detail: `Por el nacimiento ${calf}` });
    const results = await send([refused, named, about, rain(6)]);
    expect(results.map((result) => result.status)).toEqual([400, 424, 424, 200]);
  });

  test('is done by each one’s own role', async () => {
    const results = await send([lot('De Caro', randomUUID()), rain(4)], 'caro');
    expect(results.map((result) => [result.status, result.body['code']])).toEqual([
      [403, 'FORBIDDEN'],
      [200, undefined],
    ]);
  });
});

describe('What does not belong in it', () => {
  test('is another batch: 400, and nothing inside is done', async () => {
    const before = await seqOf(farm.organizationId);
    const [result] = await send([operation('POST', ops, { operations: [rain(1)] })]);
    expect(result).toMatchObject({ status: 400, body: { ok: false, code: 'INVALID_BODY' } });
    expect(result?.body['issues']).toEqual([
      { path: 'path', message: 'Un envío por lotes no puede llevar otro adentro' },
    ]);
    expect(await seqOf(farm.organizationId)).toBe(before);
  });

  test('is a record of another farm, be it a stranger’s or one’s own', async () => {
    const before = [await seqOf(danas), await seqOf(anasOther)];
    const results = await send([lot('Uno', randomUUID(), danas), lot('Dos', randomUUID(), anasOther), rain(6)]);
    expect(results.map((result) => [result.status, result.body['code']])).toEqual([
      [404, 'NOT_FOUND'],
      [404, 'NOT_FOUND'],
      [200, undefined],
    ]);
    expect([await seqOf(danas), await seqOf(anasOther)]).toEqual(before);
  });

  test('is another farm named inside the body', async () => {
    const body = { organization_id: anasOther, lot_id: farm.lots.ombu, animal_type: farm.cat('Vaca'), count: 1 };
    const [result] = await send([operation('POST', '/api/lot/animal/update/1', body)]);
    expect(result).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  test.each([
    ['POST', '/api/auth/log-in', { email: 'beto@campo.test', password: 'no es esta 77' }],
    ['POST', '/api/auth/log-out', undefined],
    ['POST', '/api/organization', { name: 'Una más' }],
    ['POST', '/api/no-such-thing', {}],
  ])('is a call outside farms: %s %s', async (method, path, body) => {
    const [result] = await send([operation(method, path, body)]);
    expect(result).toMatchObject({ status: 404, body: { ok: false, code: 'NOT_FOUND' } });
    expect((await farm.as('ana', 'GET', '/api/user')).status).toBe(200);
  });

  test.each([
    ['a thousand and one records', () => ({ operations: Array.from({ length: 1001 }, () => rain(1)) })],
    ['no record', () => ({ operations: [] })],
    ['a record without a key', () => ({ operations: [{ ...rain(1), key: undefined }] })],
    ['a key that is none', () => ({ operations: [{ ...rain(1), key: 'uno' }] })],
    ['a reading', () => ({ operations: [{ ...rain(1), method: 'GET' }] })],
    ['an address elsewhere', () => ({ operations: [{ ...rain(1), path: 'https://otro.test/api' }] })],
    ['something else', () => ({ operaciones: [] })],
  ])('is a whole with %s: 400 and nothing is done', async (_what, body) => {
    const before = await seqOf(farm.organizationId);
    const answer = await farm.as('ana', 'POST', ops, body());
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_BODY' } });
    expect(await seqOf(farm.organizationId)).toBe(before);
  });

  test('is anything from a stranger', async () => {
    expect(await farm.as('dana', 'POST', ops, { operations: [rain(1)] })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
  });
});

closesInOrder(() => farm);
