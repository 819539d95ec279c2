import { createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { openPostgres } from '../../src/server/database/postgres.ts';
import { openSqlite } from '../../src/server/database/sqlite.ts';
import { readSettings } from '../../src/server/settings.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { createPostgresDatabase, isOnPostgres } from '../support/postgres.ts';
import { testPassword } from '../support/server.ts';

const sound = new Uint8Array(1000).map((_, index) => index % 251);
const phone = '+5491155550077';

/** A stand-in for the Graph API on loopback: it has one sound, and takes every message. */
let graph: Server;
let folder: string;
let url: string;
let server: RunningServer;
let base: string;
let drop: () => Promise<void> = async () => undefined;
let sara: string;
let ana: string;

interface Rest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
const sent = async (path: string, token: string | null, { headers, ...rest }: Rest = {}): Promise<Response> =>
  await fetch(`${base}${path}`, {
    ...rest,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  });
const json = async (answer: Response): Promise<Record<string, unknown>> =>
  (await answer.json()) as Record<string, unknown>;

const signUp = async (name: string, own: string): Promise<string> => {
  const person = { email: `${name}@campo.test`, password: testPassword, first_name: name, last_name: 'X', phone: own };
  const headers = { 'content-type': 'application/json' };
  const answer = await sent('/api/auth/sign-up', null, { method: 'POST', headers, body: JSON.stringify(person) });
  return String((await json(answer))['token']);
};

async function openGraph(): Promise<string> {
  graph = createServer((request, response) => {
    request.resume();
    const origin = `http://${request.headers.host ?? ''}`;
    if (request.url === '/v21.0/sound-1')
      response.end(JSON.stringify({ url: `${origin}/bytes`, mime_type: 'audio/ogg; codecs=opus' }));
    else if (request.url === '/bytes') response.end(sound);
    else response.end(JSON.stringify({ messages: [{ id: `wamid.${randomUUID()}` }] }));
  });
  await new Promise<void>((resolve) => graph.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(graph.address() as AddressInfo).port}/v21.0`;
}

/** Makes somebody one of the platform's own, as only the operator can. */
async function makeSuperAdmin(url: string): Promise<void> {
  const db = url ? openPostgres(url, () => undefined).all : openSqlite(join(folder, 'tranquera.sqlite'));
  await sql`update users set is_super_admin = 1 where email = 'sara@campo.test'`.execute(db);
  await db.destroy();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audio-'));
  url = '';
  if (isOnPostgres()) ({ url, drop } = await createPostgresDatabase());
  const account = {
    WHATSAPP_TOKEN: 'llave',
    WHATSAPP_PHONE_ID: '111',
    WHATSAPP_APP_SECRET: 'secreto',
    WHATSAPP_VERIFY_TOKEN: 'palabra',
    WHATSAPP_API_URL: await openGraph(),
  };
  const common = { DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0', DATABASE_URL: url };
  server = await compose(readSettings({ ...common, ...account }), join(folder, 'no-app'));
  base = await server.listen();
  sara = await signUp('sara', '+5491155550078');
  ana = await signUp('ana', phone);
  await makeSuperAdmin(url);
});

afterAll(async () => {
  await server.close();
  await new Promise<void>((resolve) => graph.close(() => resolve()));
  await drop();
  await rm(folder, { recursive: true });
});

/** The provider knocks with a message. */
const knock = async (message: object): Promise<number> => {
  const value = {
    metadata: { phone_number_id: '111' },
    messages: [{ from: phone.slice(1), timestamp: '1700000000', ...message }],
  };
  const body = JSON.stringify({ entry: [{ changes: [{ value }] }] });
  const signature = `sha256=${createHmac('sha256', 'secreto').update(body).digest('hex')}`;
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
  return (await sent('/api/whatsapp/webhook', null, { method: 'POST', headers, body })).status;
};

interface Message {
  readonly direction: string;
  readonly text: string | null;
  readonly audio_id: string | null;
}
const messages = async (): Promise<Message[]> => {
  const [thread] = (await json(await sent('/api/conversation', sara)))['conversations'] as { id: string }[];
  return (await json(await sent(`/api/conversation/${thread?.id}`, sara)))['messages'] as Message[];
};
const onDisk = async (): Promise<string[]> => await readdir(join(folder, 'files'));

let audio: string;
const part = async (range: string): Promise<Response> => await sent(audio, sara, { headers: { range } });

describe('A voice that comes in by WhatsApp', () => {
  test('lands in the conversation of its telephone, as a file', async () => {
    expect(await knock({ id: 'wamid.1', audio: { id: 'sound-1' } })).toBe(200);
    const [message] = await messages();
    expect(message).toMatchObject({ direction: 'in', text: null });
    expect(await onDisk()).toEqual([message?.audio_id]);
    audio = `/audio/${message?.audio_id}`;
  });

  test('brought again is there once', async () => {
    expect(await knock({ id: 'wamid.1', audio: { id: 'sound-1' } })).toBe(200);
    expect(await messages()).toHaveLength(1);
    expect(await onDisk()).toHaveLength(1);
  });

  test('is heard whole, as the sound that it is', async () => {
    const answer = await sent(audio, sara);
    expect(answer.status).toBe(200);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(sound);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'audio/ogg; codecs=opus',
      'content-length': '1000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(answer.headers.get('content-encoding')).toBeNull();
  });

  test.each([
    ['bytes=0-99', 0, 100],
    ['bytes=990-', 990, 1000],
    ['bytes=-10', 990, 1000],
    ['bytes=500-5000', 500, 1000],
    ['bytes=0-0', 0, 1],
  ])('is heard in parts: %s', async (range, start, end) => {
    const answer = await part(range);
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end - 1}/1000`]);
    expect(answer.headers.get('content-length')).toBe(String(end - start));
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(sound.slice(start, end));
  });

  test.each(['bytes=1000-', 'bytes=5000-6000', 'bytes=-0'])('has no such part as %s: 416', async (range) => {
    const answer = await part(range);
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */1000']);
    expect(await answer.text()).toBe('');
  });

  test.each(['bytes=9-2', 'bytes=a-b', 'bytes=-', 'bytes=0-1,5-9', 'lines=1-2'])(
    'is heard whole when the part is none that can be understood: %s',
    async (range) => {
      const answer = await part(range);
      expect(answer.status).toBe(200);
      expect((await answer.arrayBuffer()).byteLength).toBe(1000);
    },
  );

  test('is nobody else’s to hear', async () => {
    const nobody = await sent(audio, null);
    expect([nobody.status, (await json(nobody))['code']]).toEqual([401, 'TOKEN_MISSING']);
    const member = await sent(audio, ana, { headers: { range: 'bytes=0-1' } });
    expect([member.status, (await json(member))['code']]).toEqual([403, 'FORBIDDEN']);
    const none = await sent(`/audio/${randomUUID()}`, sara);
    expect([none.status, (await json(none))['code']]).toEqual([404, 'NOT_FOUND']);
  });

  test.each(['/audio/..%2faccess.key', '/audio/%2e%2e', '/audio/a%00b'])('is at no address like %s', async (path) => {
    expect((await sent(path, sara)).status).toBe(404);
  });
});

describe('What the product says to a telephone', () => {
  test('stands in the same conversation', async () => {
    const headers = { 'content-type': 'application/json' };
    const made = await json(
      await sent('/api/organization', ana, { method: 'POST', headers, body: JSON.stringify({ name: 'La Esperanza' }) }),
    );
    const { id } = made['organization'] as { id: string };
    expect((await sent(`/api/organization/${id}/send-greeting`, ana, { method: 'POST' })).status).toBe(200);
    await expect.poll(messages).toMatchObject([{ direction: 'in' }, { direction: 'out', audio_id: null }]);
    expect((await messages())[1]?.text).toContain('La Esperanza');
  });

  test('is joined by the menu that its person asks for, choices and all', async () => {
    const answer = await json(await sent('/api/user/open-menu', ana));
    expect(answer).toMatchObject({ ok: true, sent: true });
    await expect.poll(messages).toHaveLength(3);
    const menu = (await messages())[2];
    expect(menu).toMatchObject({ direction: 'out', state: 'sent', audio_id: null });
    expect(menu?.text).toMatch(/Esto es lo que podés abrir en Tranquera[^]*• Movimientos\n• Lotes/);
  });
});

describe('Whatever came in by telephone', () => {
  leavesAllInOrder(() => ({ url, dataDir: folder }));
});
