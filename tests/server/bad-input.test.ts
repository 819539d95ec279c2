import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { quietEdge } from '../support/quiet-edge.ts';
import { closesInOrder, testPassword } from '../support/server.ts';

let farm: FieldFarm;
let edge: FastifyInstance;

beforeAll(async () => {
  farm = await createFieldFarm();
  edge = await quietEdge(farm.core);
});

afterAll(() => edge.close());

const death = (rest: object = {}) => ({
  date: '2026-06-01',
  lot_id: farm.lots.ombu,
  rodeo_id: farm.rodeos.cria,
  animals: [{ type: farm.cat('Vaca'), count: 1 }],
  ...rest,
});
const lines = (count: unknown) => ({ animals: [{ type: farm.cat('Vaca'), count }] });

/** Sends a body through the edge as the very bytes. */
const post = (path: string, payload: string, type = 'application/json') =>
  edge.inject({
    method: 'POST',
    url: path,
    payload,
    headers: { 'content-type': type, authorization: `Bearer ${farm.tokens.ana}` },
  });
const deaths = (): string => `/api/movement/death/${farm.organizationId}`;

/** What a refused record comes to: 400, the field and a sentence a person can read; nothing is written. */
const refused = async (path: string, body: object): Promise<{ path: string; message: string }[]> => {
  const before = await farm.everything();
  const answer = await farm.record('ana', path, body);
  expect(answer).toMatchObject({
    status: 400,
    body: { ok: false, code: 'INVALID_BODY', message: 'Revisá los datos marcados' },
  });
  expect(await farm.everything()).toBe(before);
  return answer.body['issues'] as { path: string; message: string }[];
};

describe('A count', () => {
  test.each([
    [0, 'Ingresá al menos 1'],
    [-1, 'Ingresá al menos 1'],
    [-2_147_483_649, 'Ingresá al menos 1'],
    [100_001, 'Como máximo 100.000 cabezas por línea'],
    [1e9, 'Como máximo 100.000 cabezas por línea'],
    [1.5, 'Ingresá un número entero'],
    ['5', 'Ingresá un número entero'],
    ['', 'Ingresá un número entero'],
    [null, 'Ingresá un número entero'],
    [true, 'Ingresá un número entero'],
    [[1], 'Ingresá un número entero'],
    [2 ** 53, 'Como máximo 100.000 cabezas por línea'],
  ])('of %j is refused: %s', async (count, message) => {
    const issues = await refused('death', death(lines(count)));
    expect(issues).toContainEqual({ path: 'animals.0.count', message });
  });

  test('of 1e400 or NaN on the wire is refused', async () => {
    for (const count of ['1e400', 'NaN', '-0']) {
      const body = JSON.stringify(death(lines(777))).replace('"count":777', `"count":${count}`);
      const answer = await post(deaths(), body);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ ok: false });
    }
  });

  test('of more than there is, at the office: how many there are, where and when', async () => {
    const answer = await farm.record('ana', 'death', death(lines(61)));
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'NOT_ENOUGH_ANIMALS', message: 'Solo hay 60 vacas en El Ombú al 01/06/2026' },
    });
  });

  test('of more than there was on that day, though there are enough today', async () => {
    const answer = await farm.record('ana', 'death', death({ date: '2025-06-01' }));
    expect(answer).toMatchObject({ status: 422, body: { code: 'NOT_ENOUGH_ANIMALS' } });
  });

  test('of the same category twice is one line', async () => {
    const [line] = death().animals;
    const { body } = await farm.record('ana', 'death', death({ animals: [line, line] }));
    expect(body['movement']).toMatchObject({ animals: [{ type: farm.cat('Vaca'), count: 2 }] });
  });
});

describe('A day', () => {
  test.each([
    ['2026-02-30', 'La fecha no existe'],
    ['2027-02-29', 'La fecha no existe'],
    ['2026-13-01', 'La fecha no existe'],
    ['01/06/2026', 'La fecha no existe'],
    ['2026-6-1', 'La fecha no existe'],
    ['2026-06-01T10:00:00Z', 'La fecha no existe'],
    ['hoy', 'La fecha no existe'],
    ['', 'La fecha no existe'],
    ['1989-12-31', 'La fecha es demasiado antigua'],
    ['0001-01-01', 'La fecha no existe'],
    ['2026-11-23', 'La fecha todavía no llegó'],
    ['9999-12-31', 'La fecha todavía no llegó'],
    [1_764_000_000_000, 'Ingresá la fecha'],
    [null, 'Ingresá la fecha'],
    [undefined, 'Ingresá la fecha'],
  ])('of %j is refused: %s', async (date, message) => {
    expect(await refused('death', death({ date }))).toContainEqual({ path: 'date', message });
  });

  test('of tomorrow is taken: a telephone’s clock may run ahead; so is the 29th of February of a leap year', async () => {
    expect((await farm.record('ana', 'weather/rain', { date: '2026-11-22', mm: 1 })).status).toBe(200);
    expect((await farm.record('ana', 'weather/rain', { date: '2024-02-29', mm: 1 })).status).toBe(200);
  });

  test('begins and ends with the farm’s own clock, not with Greenwich’s', async () => {
    const { now } = farm.clock;
    farm.clock.now = Date.parse('2026-11-22T02:30:00Z');
    const person = { email: 'ana@campo.test', password: testPassword };
    const { token } = (await farm.as(null, 'POST', '/api/auth/log-in', person)).body;
    const rain = (date: string) =>
      farm.record('ana', 'weather/rain', { date, mm: 1 }, { authorization: `Bearer ${String(token)}` });
    expect((await rain('2026-11-22')).status).toBe(200);
    expect((await rain('2026-11-23')).status).toBe(400);
    farm.clock.now = now;
  });
});

describe('A record', () => {
  test.each([
    [
      'a category that nobody has',
      () => death({ animals: [{ type: 'Llama', count: 1 }] }),
      'animals.0.type',
      'La categoría no existe',
    ],
    ['no animals', () => death({ animals: [] }), 'animals', 'Ingresá al menos una categoría'],
    ['animals that are no list', () => death({ animals: 3 }), 'animals', 'Ingresá al menos una categoría'],
    ['a cause that is none', () => death({ cause: 'tristeza' }), 'cause', 'Elegí una opción'],
    ['an id with a bar', () => death({ lot_id: 'a|b' }), 'lot_id', 'Elegí una opción'],
    ['an id that is no text', () => death({ rodeo_id: 5 }), 'rodeo_id', 'Elegí una opción'],
    ['a client id that is none', () => death({ cid: 'mío' }), 'cid', 'El formato no es válido'],
    ['a detail without end', () => death({ detail: 'a'.repeat(1001) }), 'detail', 'Usá como máximo 1000 caracteres'],
  ])('with %s is refused', async (_what, body, path, message) => {
    const issues = await refused('death', body());
    expect(issues).toContainEqual({ path, message });
  });

  test.each(['id', 'created_at', 'deletedBy', 'metadata', 'organization_id', 'editHistory', 'review', 'version'])(
    'cannot carry %s of its own making',
    async (name) => {
      const issues = await refused('death', death({ [name]: name === 'metadata' ? { deletedBy: 'x' } : 'x' }));
      expect(issues).toHaveLength(1);
    },
  );

  test.each(['un lote', '00000000-0000-4000-8000-000000000000'])(
    'in a lot that is none (%s) is refused; from the field it waits',
    async (lot_id) => {
      expect(await farm.record('ana', 'death', death({ lot_id }))).toMatchObject({
        status: 404,
        body: { message: 'Lote no encontrado' },
      });
      expect(await farm.record('ana', 'death', death({ lot_id, offline: true }))).toMatchObject({ status: 424 });
    },
  );

  test('keeps any words of its detail as they are, less the signs that nobody sees', async () => {
    const detail = `'; drop table movements; -- <b>x</b> ñandú 👨‍👩‍👧 عربي "comillas" \\ %00`;
    const { body } = await farm.record('ana', 'death', death({ detail: `${detail}\u0007` }));
    expect(body['movement']).toMatchObject({ detail });
  });

  test.each([
    ['weather/rain', { mm: -1 }],
    ['weather/rain', { mm: 501 }],
    ['weather/rain', { mm: '12' }],
    ['weather/frost', { min_temperature: 40 }],
    ['pregnancy-diagnosis', { examined: 10, pregnant: 5, empty: 4 }],
    ['weighing', { animals: [{ type: 'Vaca', count: 2, total_kg: 3 }] }],
    ['load-transfer', { from_lot_id: 'a', to_lot_id: 'a', animals: [{ type: 'Vaca', count: 1 }] }],
    ['treatment', { reason: 'vacunacion', products: [] }],
  ])('at %s with %j is refused', async (path, body) => {
    const issues = await refused(path, { date: '2026-06-01', rodeo_id: farm.rodeos.cria, ...body });
    expect(issues.length).toBeGreaterThan(0);
  });
});

describe('A lot', () => {
  test.each([0, -3, 0.001, 12.345, 1_000_001, '12', null])('of %j hectares is refused', async (hectares) => {
    const answer = await farm.as('ana', 'POST', `/api/lot/create/${farm.organizationId}`, { name: 'X', hectares });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_BODY' } });
    expect((answer.body['issues'] as { path: string }[]).map((issue) => issue.path)).toContain('hectares');
  });

  test.each(['', '   ', '\u0000\u0007', 'a'.repeat(61), 5, null])('called %j is refused', async (name) => {
    const answer = await farm.as('ana', 'POST', `/api/lot/create/${farm.organizationId}`, { name, hectares: 1 });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'name' }] } });
  });
});

describe('What is no record at all', () => {
  test.each([
    ['half a record', '{"date":"2026', 400, 'INVALID_JSON', 'No se pudieron leer los datos enviados'],
    ['nothing', '', 400, 'INVALID_BODY', 'Revisá los datos marcados'],
    ['a portal’s page', '<html>', 400, 'INVALID_JSON', 'No se pudieron leer los datos enviados'],
    ['a list', '[]', 400, 'INVALID_BODY', 'Revisá los datos marcados'],
    ['a text', '"hola"', 400, 'INVALID_BODY', 'Revisá los datos marcados'],
    ['null', 'null', 400, 'INVALID_BODY', 'Revisá los datos marcados'],
    ['poison', '{"__proto__":{"x":1}}', 400, 'INVALID_JSON', 'No se pudieron leer los datos enviados'],
    [
      'other poison',
      '{"constructor":{"prototype":{"x":1}}}',
      400,
      'INVALID_JSON',
      'No se pudieron leer los datos enviados',
    ],
    [
      '300 kB',
      JSON.stringify({ detail: 'a'.repeat(300_000) }),
      413,
      'BODY_TOO_LARGE',
      'Los datos enviados son demasiado grandes',
    ],
  ])('(%s) is refused with its own words', async (_what, payload, status, code, message) => {
    const before = await farm.everything();
    const answer = await post(deaths(), payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ ok: false, code, message });
    expect(answer.headers).toMatchObject({ 'x-api-contract': '1', 'x-request-id': expect.any(String) as string });
    expect(await farm.everything()).toBe(before);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/xml'])(
    'sent as %s is refused',
    async (type) => {
      const answer = await post(deaths(), JSON.stringify(death()), type);
      expect(answer.statusCode).toBe(415);
      expect(answer.json()).toMatchObject({ ok: false, code: 'FILE_TYPE' });
    },
  );

  test.each([
    ['GET', '/api/nope', 404],
    ['POST', '/api/movement/nope/1', 404],
    ['PATCH', '/api/lot/info/1', 404],
    ['GET', '/api/lot/details/%E0%A4%A', 404],
    ['GET', '/api/movement/all/%00', 404],
    ['GET', `/api/movement/${'x'.repeat(5000)}`, 404],
  ] as const)('%s %s is not found, in JSON', async (method, url, status) => {
    const answer = await edge.inject({ method, url, headers: { authorization: `Bearer ${farm.tokens.ana}` } });
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ ok: false, code: 'NOT_FOUND', message: 'No se encontró' });
  });

  test('a question asked twice is refused', async () => {
    const url = `/api/movement/all/${farm.organizationId}?type=RAIN&type=DEATH`;
    const answer = await edge.inject({ method: 'GET', url, headers: { authorization: `Bearer ${farm.tokens.ana}` } });
    expect([answer.statusCode, answer.json<object>()]).toMatchObject([400, { ok: false, code: 'INVALID_BODY' }]);
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=x', 'limit'],
    ['limit=1.5', 'limit'],
    ['cursor=hola', 'cursor'],
    ['type=NOPE', 'type'],
    ['type=RAIN,NOPE', 'type'],
    ['from=ayer', 'from'],
    ['to=2026-02-30', 'to'],
    ['lot_id=a%7Cb', 'lot_id'],
    ['tipo=RAIN', 'tipo'],
  ])('a list asked with %s is refused, and told what of it', async (search, path) => {
    const answer = await farm.as('ana', 'GET', `/api/movement/all/${farm.organizationId}?${search}`);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_BODY', issues: [{ path }] } });
  });

  test.each(['/api/note/all', '/api/task', '/api/invoice', '/api/reproductive-cycle'])(
    'so is %s, and an empty filter is none',
    async (list) => {
      const [wrong, empty] = [
        await farm.as('ana', 'GET', `${list}/${farm.organizationId}?limit=mucho&estado=x`),
        await farm.as('ana', 'GET', `${list}/${farm.organizationId}?limit=&cursor=`),
      ];
      const { issues } = wrong.body as { readonly issues: readonly { readonly path: string }[] };
      expect([wrong.status, issues.map(({ path }) => path).toSorted()]).toEqual([400, ['estado', 'limit']]);
      expect(empty.status).toBe(200);
    },
  );
});

closesInOrder(() => farm);
