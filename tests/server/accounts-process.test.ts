import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leavesAllInOrder } from '../support/doctor.ts';
import { startSpokenServer, type SpokenServer } from '../support/spoken-server.ts';
import { testPassword } from '../support/server.ts';

let post: SMTPServer;
let server: SpokenServer;
const letters: { readonly to: string; readonly text: string }[] = [];

beforeAll(async () => {
  post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const text = Buffer.concat(parts).toString();
        for (const { address } of session.envelope.rcptTo) letters.push({ to: address, text });
        done();
      });
    },
  });
  post.listen(0, '127.0.0.1');
  await once(post.server, 'listening');
  server = await startSpokenServer({
    SMTP_URL: `smtp://127.0.0.1:${(post.server.address() as AddressInfo).port}`,
    PUBLIC_URL: 'https://campo.test',
    LOG_LEVEL: 'trace',
  });
}, 90_000);

afterAll(async () => {
  await server.close();
  await new Promise<void>((resolve) => post.close(() => resolve()));
});

const auth = (path: string, body: object, headers?: Record<string, string>) =>
  server.post(`/api/auth/${path}`, body, headers);
const signUp = (name: string) =>
  auth('sign-up', {
    email: `${name}@campo.test`,
    password: testPassword,
    first_name: 'Ana',
    last_name: 'Pérez',
    phone: '1155550101',
  });

/** A letter to an address that says something, once it is there. */
async function letterTo(address: string, says: RegExp): Promise<string> {
  for (let waits = 0; waits < 200; waits += 1) {
    const found = letters.find(({ to, text }) => to === address && says.test(text));
    if (found) return found.text;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`No letter came to ${address}`);
}

describe('The server as it runs', () => {
  test('writes the code by its mail server, and its log holds no secret of the whole way', async () => {
    const first = await signUp('ana');
    expect(first.status).toBe(200);
    expect(await auth('send-recovery-code', { email: 'ana@campo.test' })).toMatchObject({ status: 200 });
    const code =
      /\b\d{6}\b/.exec(
        (await letterTo('ana@campo.test', /c=C3=B3digo es|código es/)).split('\r\n\r\n')[1] ?? '',
      )?.[0] ?? '';
    expect(code).toMatch(/^\d{6}$/);
    const { reset_token } = (await auth('verify-recovery-code', { email: 'ana@campo.test', code })).body;
    const chosen = 'la aguada del monte 4';
    const reset = { email: 'ana@campo.test', reset_token, password: chosen };
    expect((await auth('reset-password', reset)).status).toBe(200);
    const again = (await auth('log-in', { email: 'ana@campo.test', password: chosen }, { 'user-agent': 'Moto G54' }))
      .body;
    expect(again['ok']).toBe(true);
    await expect.poll(server.said).toContain('"signed_in"');
    const log = server.said();
    const secrets = [
      testPassword,
      chosen,
      code,
      reset_token,
      first.body['token'],
      first.body['refresh_token'],
      again['token'],
    ];
    for (const secret of secrets) expect(log).not.toContain(String(secret));
    const events = log.split('\n').filter((line) => line.includes('"account"'));
    expect(events.map((line) => (JSON.parse(line) as { what: string }).what)).toEqual(
      expect.arrayContaining(['signed_up', 'recovery_asked', 'password_reset', 'signed_in']),
    );
    const last = JSON.parse(events.at(-1) ?? '{}') as object;
    expect(last).toMatchObject({ what: 'signed_in', address: '127.0.0.1', device: 'Moto G54' });
  });

  test('logs no token of an address, in whatever words it is asked for: a provider’s word neither', async () => {
    const asked = 'hub.mode=subscribe&hub.verify_token=agreed-1&Token=agreed-2&%74oken=agreed-3&a=b?token=agreed-4';
    for (const path of ['/api/whatsapp/other', '/api/other'])
      expect((await server.post(`${path}?${asked}&%zz=agreed-5&access_key=agreed-6&since=7`, {})).status).toBe(404);
    await expect.poll(server.said).toMatch(/api\/other\?hub\.mode=subscribe&hub\.verify_token=….*&since=7"/);
    expect(server.said()).not.toContain('agreed-');
  });

  test('builds its links on its own address, whatever host a request names', async () => {
    const { token } = (await signUp('beto')).body;
    const as = { authorization: `Bearer ${String(token)}`, host: 'evil.test' };
    const made = await server.post('/api/organization', { name: 'La Esperanza' }, as);
    const { id } = made.body['organization'] as { id: string };
    const person = {
      organization_id: id,
      email: 'peon@campo.test',
      first_name: 'Juan',
      last_name: 'Sosa',
      role: 'user',
    };
    const { body } = await server.post('/api/organization/add-user-admin', person, as);
    expect(String(body['activation_url'])).toMatch(/^https:\/\/campo\.test\/admin-activation#/);
    expect(await letterTo('peon@campo.test', /campo/)).not.toContain('evil.test');
  });

  test('lets twenty people of one house sign in within a minute', async () => {
    const people = Array.from({ length: 20 }, (_, n) => `vecino${n}`);
    for (const name of people) expect((await signUp(name)).status).toBe(200);
    const answers = await Promise.all(
      people.map((name) => auth('log-in', { email: `${name}@campo.test`, password: testPassword })),
    );
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
  });

  test('counts the address that a request came from, not the one that it claims', async () => {
    const claim = (n: number) => ({ 'x-forwarded-for': `203.0.113.${n}` });
    for (let tries = 0; tries < 40; tries += 1) await auth('verify-recovery-code', { email: 'x' }, claim(tries));
    const held = await auth('verify-recovery-code', { email: 'x' }, claim(99));
    expect(held).toMatchObject({ status: 429, body: { ok: false, code: 'RATE_LIMITED' } });
    expect(Number(held.headers['retry-after'])).toBeGreaterThan(0);
    // Whoever is held back there signs in all the same.
    expect((await auth('log-in', { email: 'vecino1@campo.test', password: testPassword })).status).toBe(200);
  });
});

describe('The server', () => {
  leavesAllInOrder(() => server.kept);
});
