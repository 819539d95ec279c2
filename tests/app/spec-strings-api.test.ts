import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problems } from '../../src/contract/problems.ts';
import { createTestServer, type PersonName, testPassword, type TestServer } from '../support/server.ts';
import { answeredSentences } from './spec-strings/table.ts';

let server: TestServer;
let lots: { readonly ombu: string; readonly bajo: string };
let steer: string;

beforeAll(async () => {
  server = await createTestServer();
  const named = async (name: string): Promise<string> => {
    const made = await ask('ana', 'POST', `/api/lot/create/${server.organizationId}`, { name, hectares: 120 });
    return (made.body['lot'] as { id: string }).id;
  };
  lots = { ombu: await named('El Ombú'), bajo: await named('El Bajo') };
  steer = server.categories['Novillo'] ?? '';
  const rodeo = await ask('ana', 'POST', `/api/rodeo/${server.organizationId}`, { name: 'Invernada' });
  await ask('ana', 'POST', `/api/movement/purchase/${server.organizationId}`, {
    date: '2026-09-01',
    rodeo_id: (rodeo.body['rodeo'] as { id: string }).id,
    lot_id: lots.ombu,
    animals: [{ type: steer, count: 38 }],
  });
});

afterAll(() => server.close());

const ask = (
  who: PersonName | null,
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => server.as(who, method, path, body, headers);
type Answer = Pick<Awaited<ReturnType<typeof ask>>, 'body'>;

const org = (path: string): string => `${path}/${server.organizationId}`;
const animals = (count: number) => ({ organization_id: server.organizationId, lot_id: lots.ombu, count });

/** Somebody signed in on one more device. */
async function freshToken(): Promise<{ readonly authorization: string }> {
  const body = { email: 'dana@campo.test', password: testPassword };
  const { body: answer } = await ask(null, 'POST', '/api/auth/log-in', body);
  return { authorization: `Bearer ${String(answer['token'])}` };
}

/** What has to be asked for a sentence to be answered; a sentence without its call does not compile. */
const calls: Readonly<Record<keyof typeof answeredSentences, () => Promise<Answer> | Answer>> = {
  'Please provide token': () => ask(null, 'GET', '/api/user'),
  'invalid token': () => ask(null, 'GET', '/api/user', undefined, { authorization: 'Bearer hola' }),
  'token expired': async () => {
    const headers = await freshToken();
    const before = server.clock.now;
    server.clock.now += 17 * 60_000;
    const answer = await ask(null, 'GET', '/api/user', undefined, headers);
    server.clock.now = before;
    return answer;
  },
  'session expired': async () => {
    const headers = await freshToken();
    await ask(null, 'POST', '/api/auth/log-out', undefined, headers);
    return await ask(null, 'GET', '/api/user', undefined, headers);
  },
  'No tenés permiso para hacer esto': () => ask('caro', 'POST', org('/api/lot/create'), { name: 'Mío', hectares: 1 }),
  'No se encontró': () => ask('dana', 'GET', org('/api/lot/info')),
  'Correo o contraseña incorrectos': () =>
    ask(null, 'POST', '/api/auth/log-in', { email: 'nadie@campo.test', password: testPassword }),
  'Ya existe un lote con ese nombre': () =>
    ask('ana', 'POST', org('/api/lot/create'), { name: ' el ombú ', hectares: 10 }),
  'Lote no encontrado': () =>
    ask('ana', 'POST', '/api/lot/animal/update/none', { ...animals(1), lot_id: 'none', animal_type: 'Novillo' }),
  'Solo hay 38 novillos en El Ombú al 12/09/2026': () =>
    ask('ana', 'POST', org('/api/movement/load-transfer'), {
      date: '2026-09-12',
      from_lot_id: lots.ombu,
      to_lot_id: lots.bajo,
      animals: [{ type: steer, count: 39 }],
    }),
  'Transferencia completada exitosamente': () =>
    ask('ana', 'POST', '/api/lot/animal/transfer', { ...animals(1), from_category: 'Novillo', to_category: 'Toro' }),
  Success: () => ask('ana', 'POST', `/api/lot/animal/update/${lots.ombu}`, { ...animals(36), animal_type: 'Novillo' }),
  'Animal eliminado exitosamente': () =>
    ask('ana', 'POST', `/api/lot/animal/delete/${lots.ombu}`, {
      organization_id: server.organizationId,
      lot_id: lots.ombu,
      animal_type: 'Novillo',
    }),
  'Error inesperado del servidor': async () => {
    await server.db.schema.alterTable('lots').renameTo('lots_away').execute();
    const answer = await ask('ana', 'GET', org('/api/lot/info'));
    await server.db.schema.alterTable('lots_away').renameTo('lots').execute();
    return answer;
  },
  // No period can be closed yet: the place of its sentence is the table of problems.
  'Período cerrado': () => ({ body: { ...problems.PERIOD_CLOSED } }),
};

const sentences = Object.entries(answeredSentences) as [keyof typeof answeredSentences, string][];

describe('what the specification lets the server say', () => {
  test.each(sentences)('«%s» (%s)', async (sentence) => {
    const { body } = await calls[sentence]();
    expect(body['message']).toBe(sentence);
  });
});
