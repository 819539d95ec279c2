import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { closesInOrder, createTestServer, type PersonName, testPassword, type TestServer } from '../support/server.ts';

let farm: TestServer;
const tokens = new Map<PersonName, string>();

const ask = async (who: PersonName, method: string, path: string) => {
  const headers = { authorization: `Bearer ${tokens.get(who) ?? ''}` };
  return await farm.core.dispatch({ method, path, query: {}, headers, body: undefined });
};

/** Time goes by, and everybody signs in again. */
async function later(ms: number): Promise<void> {
  farm.clock.now += ms;
  for (const who of ['ana', 'beto', 'caro', 'dana'] as const) {
    const account = { email: `${who}@campo.test`, password: testPassword };
    tokens.set(who, String((await farm.as(null, 'POST', '/api/auth/log-in', account)).body['token']));
  }
}

const dayMs = 86_400_000;

beforeAll(async () => {
  farm = await createTestServer();
});

beforeEach(async () => {
  await later(2 * dayMs);
  farm.outside.messages.length = 0;
});

describe('The menu that a person asks for', () => {
  const menu = async (who: PersonName) => (await ask(who, 'GET', '/api/user/open-menu')).body;
  const titles = () => farm.outside.messages[0]?.menu?.options.map(({ title }) => title) ?? [];

  test('goes to his telephone, with what he may open', async () => {
    expect(await menu('caro')).toMatchObject({ ok: true, sent: true, screens: ['configuration'] });
    await expect.poll(() => farm.outside.messages).toHaveLength(1);
    const [message] = farm.outside.messages;
    expect(message).toMatchObject({ to: '+5491155550002', menu: { button: 'Ver el menú' } });
    expect(message?.text).toBe('¡Hola, Caro! Esto es lo que podés abrir en Tranquera. Entrá desde https://campo.test');
    expect(titles()).toEqual(expect.arrayContaining(['Movimientos', 'Lotes', 'Tareas', 'Equipo de trabajo']));
    expect(titles()).not.toContain('Facturación');
  });

  test('has no more and no longer lines than the provider shows', async () => {
    await menu('ana');
    await expect.poll(titles).toHaveLength(10);
    expect(titles()).toContain('Facturación');
    expect(titles().every((title) => title.length <= 24)).toBe(true);
  });

  test('of somebody without a farm says what he may open outside of farms', async () => {
    await menu('dana');
    await expect.poll(titles).toEqual(['Configuración']);
  });

  test('rings once, however often it is asked for; ten minutes later it rings again', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => menu('beto')));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(answers.filter(({ sent }) => sent)).toHaveLength(1);
    expect(await menu('beto')).toMatchObject({ sent: false, organizations: [{ role: 'admin' }] });
    await expect.poll(() => farm.outside.messages).toHaveLength(1);
    farm.clock.now += 600_000;
    expect((await menu('beto'))['sent']).toBe(true);
    await expect.poll(() => farm.outside.messages).toHaveLength(2);
  });

  test('is shown to somebody without a telephone all the same', async () => {
    const give = (phone: string | null) =>
      farm.db.updateTable('users').set({ phone }).where('id', '=', farm.userIds.caro).execute();
    await give(null);
    expect(await menu('caro')).toMatchObject({ sent: false, screens: ['configuration'] });
    await give('+5491155550002');
    expect((await menu('caro'))['sent']).toBe(true);
    await expect.poll(() => farm.outside.messages).toHaveLength(1);
  });

  test('is nobody’s who is not signed in, and rings nowhere', async () => {
    expect(await farm.as(null, 'GET', '/api/user/open-menu')).toMatchObject({ status: 401 });
    expect(farm.outside.messages).toEqual([]);
  });
});

describe('A greeting', () => {
  const greet = (who: PersonName) => ask(who, 'POST', `/api/organization/${farm.organizationId}/send-greeting`);

  test('goes to every member’s phone', async () => {
    expect((await greet('caro')).status).toBe(403);
    expect((await greet('beto')).body).toMatchObject({ ok: true, recipients: 3 });
    await expect
      .poll(() => farm.outside.messages.map(({ to }) => to).toSorted())
      .toEqual(['+5491155550000', '+5491155550001', '+5491155550002']);
    expect(farm.outside.messages[0]?.text).toContain('La Esperanza');
  });

  test('goes out once a day from each, and never more', async () => {
    expect((await greet('beto')).status).toBe(200);
    expect(await greet('beto')).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED', retry_after: 86_400 } });
    expect((await greet('ana')).status).toBe(200);
    await later(dayMs);
    expect((await greet('beto')).status).toBe(200);
    await expect.poll(() => farm.outside.messages).toHaveLength(9);
  });
});

closesInOrder(() => farm);
