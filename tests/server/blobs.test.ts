import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachmentLimits } from '../../src/domain/attachments.ts';
import { smallPdf } from '../../src/exam/small-pdf.ts';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { readSettings } from '../../src/server/settings.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { createPostgresDatabase, isOnPostgres } from '../support/postgres.ts';
import { audioOf, digestOf, jpegOf, pngOf, webpOf } from '../support/pictures.ts';
import { testPassword } from '../support/server.ts';

let folder: string;
let url: string;
let server: RunningServer;
let base: string;
let drop: () => Promise<void> = async () => undefined;
let ana: string;
let dana: string;
let org: string;
let danas: string;

const json = async (answer: Response): Promise<Record<string, unknown>> =>
  (await answer.json()) as Record<string, unknown>;
const said = async (token: string, method: string, path: string, body?: object): Promise<Record<string, unknown>> =>
  await json(
    await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );

const put = async (
  bytes: Uint8Array,
  { token = ana, farm = org, digest = digestOf(bytes), type = 'text/html' } = {},
): Promise<Response> =>
  await fetch(`${base}/api/blob/${farm}/${digest}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: new Blob([new Uint8Array(bytes)]),
  });
const get = async (digest: string, { token = ana, farm = org, headers = {} } = {}): Promise<Response> =>
  await fetch(`${base}/api/blob/${farm}/${digest}`, { headers: { authorization: `Bearer ${token}`, ...headers } });

const signUp = async (name: string, phone: string): Promise<string> => {
  const person = { email: `${name}@campo.test`, password: testPassword, first_name: name, last_name: 'X', phone };
  return String((await said('', 'POST', '/api/auth/sign-up', person))['token']);
};
const farmOf = async (token: string): Promise<string> =>
  ((await said(token, 'POST', '/api/organization', { name: 'La Esperanza' }))['organization'] as { id: string }).id;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'));
  url = '';
  if (isOnPostgres()) ({ url, drop } = await createPostgresDatabase());
  const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0', DATABASE_URL: url });
  server = await compose(settings, join(folder, 'no-app'));
  base = await server.listen();
  ana = await signUp('ana', '+5491155550000');
  dana = await signUp('dana', '+5491155550001');
  org = await farmOf(ana);
  danas = await farmOf(dana);
});

afterAll(async () => {
  await server.close();
  await drop();
  await rm(folder, { recursive: true });
});

const onDisk = async (): Promise<string[]> => {
  const names = await readdir(folder);
  return names.includes('files') ? await readdir(join(folder, 'files')) : [];
};

describe('A photo or voice note', () => {
  test.each([
    ['JPEG', jpegOf(1), 'image/jpeg'],
    ['PNG', pngOf(2), 'image/png'],
    ['WebP', webpOf(3), 'image/webp'],
    ['WebM', audioOf('webm'), 'audio/webm'],
    ['MP4', audioOf('mp4'), 'audio/mp4'],
    ['Ogg', audioOf('ogg'), 'audio/ogg'],
  ])('as %s is kept as it came, and is what its bytes say', async (_name, bytes, type) => {
    const digest = digestOf(bytes);
    expect(await json(await put(bytes))).toEqual({ ok: true, blob: { digest, type, size: bytes.length } });
    const got = await get(digest);
    expect([got.status, got.headers.get('content-type')]).toEqual([200, type]);
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(bytes);
  });

  test('sent again is there once', async () => {
    const bytes = jpegOf(10);
    const first = await json(await put(bytes));
    const before = await onDisk();
    expect(await json(await put(bytes))).toEqual(first);
    expect(await onDisk()).toEqual(before);
  });

  test('sent by two phones at once is there once', async () => {
    const bytes = jpegOf(11);
    const before = (await onDisk()).length;
    const answers = await Promise.all([put(bytes), put(bytes), put(bytes)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await onDisk()).length).toBe(before + 1);
  });

  test('that the data folder has lost is put back by whoever sends it again', async () => {
    const bytes = jpegOf(12);
    const before = new Set(await onDisk());
    await put(bytes);
    const [place = ''] = (await onDisk()).filter((name) => !before.has(name));
    await rm(join(folder, 'files', place));
    expect((await put(bytes)).status).toBe(200);
    expect(new Uint8Array(await (await get(digestOf(bytes))).arrayBuffer())).toEqual(bytes);
  });

  test('never runs in our origin', async () => {
    const bytes = jpegOf(13);
    await put(bytes);
    const got = await get(digestOf(bytes));
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    });
    expect(got.headers.get('content-disposition')).toMatch(/filename\*=UTF-8''[0-9a-f]{12}\.jpg$/);
  });

  test('is sent in parts to a player that seeks', async () => {
    const bytes = audioOf('ogg', 100);
    await put(bytes);
    const part = await get(digestOf(bytes), { headers: { range: 'bytes=10-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 10-19/100']);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(10, 20));
    expect((await get(digestOf(bytes), { headers: { range: 'bytes=100-' } })).status).toBe(416);
  });
});

describe('Another farm', () => {
  test('sees none of it, whatever farm it names', async () => {
    const bytes = jpegOf(20);
    await put(bytes);
    expect((await get(digestOf(bytes), { token: dana })).status).toBe(404);
    expect((await get(digestOf(bytes), { token: dana, farm: danas })).status).toBe(404);
    expect((await put(jpegOf(21), { token: dana })).status).toBe(404);
  });

  test('with the same photo has its own', async () => {
    const bytes = jpegOf(22);
    await put(bytes);
    const before = (await onDisk()).length;
    expect((await put(bytes, { token: dana, farm: danas })).status).toBe(200);
    expect((await onDisk()).length).toBe(before + 1);
    expect((await get(digestOf(bytes), { token: dana, farm: danas })).status).toBe(200);
  });
});

describe('Nothing is left on the disk', () => {
  const refused = async (bytes: Uint8Array, digest = digestOf(bytes)): Promise<readonly unknown[]> => {
    const before = await onDisk();
    const answer = await put(bytes, { digest });
    const isAsBefore = (await onDisk()).length === before.length;
    return [answer.status, (await json(answer))['code'], isAsBefore ? 'nothing left' : 'something left'];
  };
  const textOf = (text: string): Uint8Array => new TextEncoder().encode(text);

  test.each([
    ['a page of the web', textOf('<html><script>alert(1)</script>')],
    ['a drawing', textOf('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a PDF', smallPdf('factura')],
    ['nothing', new Uint8Array()],
    ['a picture that would fill the memory of whoever opens it', pngOf(1, 30_000, 30_000)],
    ['a WebP that would', webpOf(1, 16_000, 16_000)],
  ])('of %s: 415', async (_what, bytes) => {
    expect(await refused(bytes)).toEqual([415, 'FILE_TYPE', 'nothing left']);
  });

  test('of bytes that are not those of their name: 400', async () => {
    expect(await refused(jpegOf(30), digestOf(jpegOf(31)))).toEqual([400, 'INVALID_BODY', 'nothing left']);
    expect(await refused(jpegOf(30), '..%2Fx')).toEqual([404, 'NOT_FOUND', 'nothing left']);
  });

  test('of one that is too large: 413, and a byte less is taken', async () => {
    expect(await refused(jpegOf(32, attachmentLimits.bytes + 1))).toEqual([413, 'BODY_TOO_LARGE', 'nothing left']);
    expect((await put(jpegOf(32, attachmentLimits.bytes))).status).toBe(200);
  });

  test('or comes from who may not send one is refused before it is read', async () => {
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request(`${base}/api/blob/${org}/${digestOf(jpegOf(1))}`, {
        method: 'PUT',
        headers: { 'content-type': 'image/jpeg', 'content-length': '5000000' },
      });
      outgoing.on('response', (response) => {
        resolve(response.statusCode);
        outgoing.destroy();
      });
      outgoing.on('error', reject);
      outgoing.write('x');
    });
    expect(answer).toBe(401);
  });
});

describe('Whatever was attached', () => {
  leavesAllInOrder(() => ({ url, dataDir: folder }));
});
