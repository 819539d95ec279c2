import { beforeAll, describe, expect, test } from 'vitest';
import { closesInOrder, createTestServer, testPassword, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});

const ahead = { status: 401, body: { ok: false, code: 'SESSION_AHEAD', message: 'session expired' } };
const logIn = async (): Promise<Readonly<Record<string, unknown>>> =>
  (await server.as(null, 'POST', '/api/auth/log-in', { email: 'ana@campo.test', password: testPassword })).body;
const refresh = (token: unknown) => server.as(null, 'POST', '/api/auth/refresh-token', { refresh_token: token });
const session = async () =>
  server.db.selectFrom('sessions').selectAll().orderBy('created_at', 'desc').orderBy('id').execute();

describe('A token that is newer than the database', () => {
  test('of a session that turned since the copy: the password is asked, nobody is called a thief', async () => {
    const first = await logIn();
    const [before] = (await session()).filter(({ generation }) => generation === 0).slice(-1);
    const second = (await refresh(first['refresh_token'])).body;
    const turned = (await session()).find((row) => row.generation === 1);
    await server.db
      .updateTable('sessions')
      .set({ generation: 0 })
      .where('id', '=', turned?.id ?? '')
      .execute();
    const mails = server.outside.mails.length;
    expect(before).toBeDefined();
    expect(await refresh(second['refresh_token'])).toMatchObject(ahead);
    expect(server.outside.mails).toHaveLength(mails);
    expect(server.outside.events.map(({ what }) => what)).not.toContain('session_reused');
    // The token that the copy takes for the newest may be in other hands: it opens nothing any more.
    expect(await refresh(first['refresh_token'])).toMatchObject({ status: 401, body: { code: 'SESSION_REVOKED' } });
    expect(await logIn()).toMatchObject({ ok: true });
  });

  test('of a session that the copy does not know', async () => {
    const { refresh_token } = await logIn();
    const { sid } = JSON.parse(Buffer.from(String(refresh_token).split('.')[1] ?? '', 'base64url').toString()) as {
      sid: string;
    };
    await server.db.deleteFrom('sessions').where('id', '=', sid).execute();
    expect(await refresh(refresh_token)).toMatchObject(ahead);
  });

  test('of a session that the database says was ended: it stays ended', async () => {
    const { token, refresh_token } = await logIn();
    await server.core.dispatch({
      method: 'POST',
      path: '/api/auth/log-out',
      query: {},
      headers: { authorization: `Bearer ${String(token)}` },
      body: null,
    });
    expect(await refresh(refresh_token)).toMatchObject({ status: 401, body: { code: 'SESSION_REVOKED' } });
  });

  test('and one that nobody signed here is none', async () => {
    expect(await refresh('a.b.c')).toMatchObject({ status: 401, body: { code: 'TOKEN_INVALID' } });
  });
});

closesInOrder(() => server);
