import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fileLimits } from '../../src/domain/office/file-types.ts';
import type { Invoice } from '../../src/domain/office/invoices.ts';
import { smallPdf } from '../../src/exam/small-pdf.ts';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { openFileStore } from '../../src/server/files/store.ts';
import { readSettings } from '../../src/server/settings.ts';
import { leavesAllInOrder } from '../support/doctor.ts';
import { pngOf } from '../support/pictures.ts';
import { createPostgresDatabase, isOnPostgres } from '../support/postgres.ts';
import { testPassword } from '../support/server.ts';

let url: string;
let folder: string;
let server: RunningServer;
let base: string;
let drop: () => Promise<void> = async () => undefined;
let token: string;
let address: string;

const sent = async (method: string, path: string, body?: unknown, bearer = token): Promise<Response> =>
  await fetch(`${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const json = async (answer: Response): Promise<Record<string, unknown>> =>
  (await answer.json()) as Record<string, unknown>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  url = '';
  if (isOnPostgres()) ({ url, drop } = await createPostgresDatabase());
  const settings = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0', DATABASE_URL: url });
  server = await compose(settings, join(folder, 'no-app'));
  base = await server.listen();
  const person = { email: 'ana@campo.test', password: testPassword, first_name: 'Ana', last_name: 'Pérez' };
  token = String(
    (await json(await sent('POST', '/api/auth/sign-up', { ...person, phone: '+5491155550000' })))['token'],
  );
  const made = await json(await sent('POST', '/api/organization', { name: 'La Esperanza' }));
  address = `/api/invoice/${(made['organization'] as { id: string }).id}`;
});

afterAll(async () => {
  await server.close();
  await drop();
  await rm(folder, { recursive: true });
});

let count = 0;
let invoiceId: string;
beforeEach(async () => {
  invoiceId = ((await json(await sent('POST', address, {})))['invoice'] as Invoice).id;
});

/** A PDF unlike any other. */
const pdf = (size = 640): Uint8Array => {
  count += 1;
  return smallPdf(String(count), size);
};
const form = (files: readonly (readonly [string, Uint8Array])[], fields: Record<string, string> = {}): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, bytes] of files)
    data.append('files', new Blob([new Uint8Array(bytes)], { type: 'text/html' }), name);
  return data;
};
const upload = async (data: FormData, headers: Record<string, string> = {}): Promise<Response> =>
  await fetch(`${base}${address}/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: data,
  });
const uploaded = async (data: FormData): Promise<Invoice> => {
  const answer = await json(await upload(data));
  expect(answer).toMatchObject({ ok: true });
  return answer['invoice'] as Invoice;
};
const onDisk = async (): Promise<string[]> => {
  const names = await readdir(folder);
  return names.includes('files') ? await readdir(join(folder, 'files')) : [];
};
const fileOf = (invoice: Invoice, index = 0): string => `${address}/file/${invoice.attachments[index]?.id}`;

describe('A file of an invoice', () => {
  test('is kept as it came, under an id of its own that its owner alone may read', async () => {
    const bytes = pdf();
    const invoice = await uploaded(form([['Factura Nº 3.pdf', bytes]], { invoice_id: invoiceId }));
    expect(invoice.attachments).toMatchObject([{ name: 'Factura Nº 3.pdf', type: 'application/pdf', size: 640 }]);
    const id = invoice.attachments[0]?.id ?? '';
    expect(await onDisk()).toContain(id);
    expect((await stat(join(folder, 'files', id))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'files'))).mode & 0o777).toBe(0o700);
    const got = await sent('GET', fileOf(invoice));
    expect(new Uint8Array(await got.arrayBuffer())).toEqual(bytes);
  });

  test('makes a draft where no invoice is named: a photo is kept whatever else is known', async () => {
    const invoice = await uploaded(form([['foto.pdf', pdf()]]));
    expect(invoice).toMatchObject({ state: 'borrador', source: 'foto', attachments: [{ name: 'foto.pdf' }] });
  });

  test('sent again is there once', async () => {
    const bytes = pdf();
    await uploaded(form([['a.pdf', bytes]], { invoice_id: invoiceId }));
    const again = await uploaded(form([['b.pdf', bytes]], { invoice_id: invoiceId }));
    expect(again.attachments).toHaveLength(1);
  });

  test('sent with a key answers the same a second time, and with other bytes is refused', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const bytes = pdf();
    const [first, again] = [await upload(form([['a.pdf', bytes]]), key), await upload(form([['a.pdf', bytes]]), key)];
    expect(again.headers.get('idempotency-status')).toBe('replayed');
    expect(await json(again)).toEqual(await json(first));
    expect((await upload(form([['a.pdf', pdf()]]), key)).status).toBe(422);
  });

  test('never runs in our origin: it is saved, not opened, and told to be what it is', async () => {
    const name = 'raro"\'; filename=x\r\nSet-Cookie: a=b/../../é.PDF';
    const invoice = await uploaded(form([[name, pdf()]], { invoice_id: invoiceId }));
    const got = await sent('GET', fileOf(invoice));
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'accept-ranges': 'bytes',
    });
    expect(got.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w%.~!$&+-]+\.pdf$/);
    expect(got.headers.get('set-cookie')).toBeNull();
  });

  test('is sent in parts to who asks for a part', async () => {
    const bytes = pdf(500);
    const invoice = await uploaded(form([['a.pdf', bytes]], { invoice_id: invoiceId }));
    const part = async (range: string) =>
      await fetch(`${base}${fileOf(invoice)}`, { headers: { authorization: `Bearer ${token}`, range } });
    const middle = await part('bytes=10-19');
    expect([middle.status, middle.headers.get('content-range')]).toEqual([206, 'bytes 10-19/500']);
    expect(new Uint8Array(await middle.arrayBuffer())).toEqual(bytes.slice(10, 20));
    expect(new Uint8Array(await (await part('bytes=-5')).arrayBuffer())).toEqual(bytes.slice(495));
    expect(new Uint8Array(await (await part('bytes=490-999')).arrayBuffer())).toEqual(bytes.slice(490));
    const behind = await part('bytes=500-');
    expect([behind.status, behind.headers.get('content-range')]).toEqual([416, 'bytes */500']);
    expect((await part('bytes=5-1')).status).toBe(200);
    expect((await part('lines=1-2')).status).toBe(200);
  });

  test('is not there for another farm, nor without a token', async () => {
    const invoice = await uploaded(form([['a.pdf', pdf()]], { invoice_id: invoiceId }));
    const person = { email: `x${count}@campo.test`, password: testPassword, first_name: 'X', last_name: 'Y' };
    const other = await json(await sent('POST', '/api/auth/sign-up', { ...person, phone: '+5491155550001' }));
    const stranger = String(other['token']);
    expect((await sent('GET', fileOf(invoice), undefined, stranger)).status).toBe(404);
    const farm = await json(await sent('POST', '/api/organization', { name: 'Otra' }, stranger));
    const through = `/api/invoice/${(farm['organization'] as { id: string }).id}/file/${invoice.attachments[0]?.id}`;
    expect((await sent('GET', through, undefined, stranger)).status).toBe(404);
    const nobody = await fetch(`${base}${fileOf(invoice)}`);
    expect([nobody.status, (await json(nobody))['code']]).toEqual([401, 'TOKEN_MISSING']);
  });
});

describe('Nothing is left on the disk', () => {
  /** What an upload is answered, and whether the folder is as it was. */
  const refused = async (data: FormData): Promise<readonly unknown[]> => {
    const before = await onDisk();
    const answer = await upload(data);
    const after = await onDisk();
    const isAsBefore = after.length === before.length && before.every((name) => after.includes(name));
    return [answer.status, (await json(answer))['code'], isAsBefore ? 'nothing left' : 'something left'];
  };

  test.each([
    ['a page of the web called .pdf', 'factura.pdf', '<html><script>alert(1)</script>'],
    ['a drawing called .png', 'foto.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an empty file', 'nada.pdf', ''],
    ['a picture that would fill the memory of whoever opens it', 'foto.png', pngOf(1, 30_000, 30_000)],
  ])('of %s: 415', async (_what, name, content) => {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    const good = ['a.pdf', pdf()] as const;
    expect(await refused(form([good, [name, bytes]], { invoice_id: invoiceId }))).toEqual([
      415,
      'FILE_TYPE',
      'nothing left',
    ]);
  });

  test('of one that is too large: 413, and a byte less is taken', async () => {
    const tooLarge = form([['a.pdf', pdf(fileLimits.bytes + 1)]], { invoice_id: invoiceId });
    expect(await refused(tooLarge)).toEqual([413, 'BODY_TOO_LARGE', 'nothing left']);
    const largest = await uploaded(form([['a.pdf', pdf(fileLimits.bytes)]], { invoice_id: invoiceId }));
    expect(largest.attachments).toHaveLength(1);
  });

  test('of the sixth of an invoice: 413', async () => {
    const five = [1, 2, 3, 4, 5].map((page) => [`${page}.pdf`, pdf()] as const);
    expect(await refused(form([...five, ['6.pdf', pdf()]], { invoice_id: invoiceId }))).toEqual([
      413,
      'BODY_TOO_LARGE',
      'nothing left',
    ]);
    await uploaded(form(five, { invoice_id: invoiceId }));
    expect(await refused(form([['6.pdf', pdf()]], { invoice_id: invoiceId }))).toEqual([
      413,
      'BODY_TOO_LARGE',
      'nothing left',
    ]);
  });

  test('of an invoice that never was: 404', async () => {
    expect(await refused(form([['a.pdf', pdf()]], { invoice_id: crypto.randomUUID() }))).toEqual([
      404,
      'NOT_FOUND',
      'nothing left',
    ]);
  });

  test('of a form without files, or with a field that is none: 400', async () => {
    expect(await refused(form([], { invoice_id: invoiceId }))).toEqual([400, 'INVALID_BODY', 'nothing left']);
    expect(await refused(form([['a.pdf', pdf()]], { organization_id: 'otra' }))).toEqual([
      400,
      'INVALID_BODY',
      'nothing left',
    ]);
  });
});

describe('What is no form', () => {
  test('is not taken: 415 for JSON, 400 for a broken form', async () => {
    expect((await sent('POST', `${address}/upload`, { files: [] })).status).toBe(415);
    const broken = await fetch(`${base}${address}/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x\r\nnothing of the kind',
    });
    expect(broken.status).toBe(400);
  });

  test('or comes from who may not send one is refused before it is read', async () => {
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const outgoing = request(`${base}${address}/upload`, {
        method: 'POST',
        headers: { 'content-type': 'multipart/form-data; boundary=x', 'content-length': '50000000' },
      });
      outgoing.on('response', (response) => {
        resolve(response.statusCode);
        outgoing.destroy();
      });
      outgoing.on('error', reject);
      outgoing.write('--x\r\n');
    });
    expect(answer).toBe(401);
  });
});

describe('The folder of the files', () => {
  test('takes no name that is not one of ours', async () => {
    const store = openFileStore(join(folder, 'files'));
    await expect(store.read('../access.key')).rejects.toThrow('is no id of a file');
    await expect(store.write('x', new Uint8Array())).rejects.toThrow('is no id of a file');
    await expect(store.remove('../access.key')).rejects.toThrow('is no id of a file');
  });
});

describe('Whatever was uploaded', () => {
  leavesAllInOrder(() => ({ url, dataDir: folder }));
});
