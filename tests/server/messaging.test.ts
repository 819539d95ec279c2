import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { smallPdf } from '../../src/exam/small-pdf.ts';
import { embeddedMessenger } from '../../src/server/messages/messaging/messenger.ts';
import { createWebhook } from '../../src/server/messages/messaging/webhook.ts';
import { whatsAppMessenger, type WhatsAppAccount } from '../../src/server/messages/messaging/whatsapp.ts';
import type { IncomingMessage, MessageState } from '../../src/server/messages/incoming.ts';
import { createWindows } from '../../src/server/database/windows.ts';
import { createHttpServer } from '../../src/server/http/server.ts';
import { jpegOf } from '../support/pictures.ts';

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly authorization: string;
  readonly body: unknown;
}

/** A stand-in for the Graph API on loopback. */
let graph: Server;
let account: WhatsAppAccount;
let app: FastifyInstance;
let folder: string;
const asked: Asked[] = [];
/** Statuses that the next posts get; then 200. */
const statuses: number[] = [];
let audioUrl = '';
let audioType = 'audio/ogg; codecs=opus';
/** What lies at the address, and the status with which the provider says it. */
let mediaBytes: Uint8Array;
let mediaStatus = 200;
let nowMs = 0;
const messages: IncomingMessage[] = [];
const states: MessageState[] = [];
/** The message that cannot be taken now. */
let failing: string | null = null;
const lines: string[] = [];
const say = (facts: Readonly<Record<string, unknown>>, text: string) => lines.push(`${text} ${JSON.stringify(facts)}`);
const log = { info: say, error: say };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'messages-'));
  graph = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const { method = '', url = '' } = request;
      asked.push({
        method,
        url,
        authorization: request.headers.authorization ?? '',
        body: text ? JSON.parse(text) : null,
      });
      if (url === '/v21.0/sound-1') response.end(JSON.stringify({ url: audioUrl, mime_type: audioType }));
      else if (url === '/bytes') response.writeHead(mediaStatus).end(mediaBytes);
      else response.writeHead(statuses.shift() ?? 200).end(JSON.stringify({ messages: [{ id: 'wamid.1' }] }));
    });
  });
  await new Promise<void>((resolve) => graph.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(graph.address() as AddressInfo).port}`;
  account = {
    apiUrl: `${origin}/v21.0`,
    token: 'llave',
    phoneId: '111',
    appSecret: 'secreto',
    verifyToken: 'palabra',
    codeTemplate: '',
  };
  const take = async (message: IncomingMessage): Promise<void> => {
    if (message.id === failing) throw new Error('down');
    messages.push(message);
  };
  const incoming = { message: take, state: async (state: MessageState) => void states.push(state) };
  app = await createHttpServer({
    counts: createWindows(null, Date.now, () => undefined),
    core: { dispatch: async () => ({ status: 404, headers: {}, body: {} }) },
    appFolder: null,
    hasWorker: true,
    logLevel: 'silent',
    proxies: { is: 'none' },
    webhook: createWebhook(account, incoming, log, () => nowMs),
  });
});

beforeEach(() => {
  const origin = new URL(account.apiUrl).origin;
  for (const list of [asked, statuses, messages, states, lines]) list.length = 0;
  audioUrl = `${origin}/bytes`;
  audioType = 'audio/ogg; codecs=opus';
  mediaBytes = new TextEncoder().encode('OggS…');
  mediaStatus = 200;
  nowMs = Date.parse('2026-11-21T12:01:00Z');
  failing = null;
});

afterAll(async () => {
  await app.close();
  await new Promise<void>((resolve) => graph.close(() => resolve()));
  await rm(folder, { recursive: true });
});

const to = '+5491155550101';
const messenger = (form = '') => whatsAppMessenger({ ...account, codeTemplate: form }, log, [5, 5]);

describe('A message goes out by WhatsApp', () => {
  test('as a text, with the number as WhatsApp writes it', async () => {
    expect(await messenger().send({ to, text: 'Hola, Ana' })).toEqual({ id: 'wamid.1', state: 'sent' });
    expect(asked).toMatchObject([{ method: 'POST', url: '/v21.0/111/messages', authorization: 'Bearer llave' }]);
    expect(asked[0]?.body).toMatchObject({
      messaging_product: 'whatsapp',
      to: '5491155550101',
      type: 'text',
      text: { body: 'Hola, Ana' },
    });
  });

  test('as a menu, cut to what WhatsApp takes', async () => {
    const options = Array.from({ length: 12 }, (_, n) => ({ id: `o${n}`, title: 'Cargar una lluvia de las grandes' }));
    await messenger().send({ to, text: '¿Qué hacemos?', menu: { button: 'Elegir', options } });
    const { interactive } = (asked[0]?.body ?? {}) as {
      interactive: { type: string; action: { button: string; sections: { rows: { id: string; title: string }[] }[] } };
    };
    expect(interactive).toMatchObject({ type: 'list', action: { button: 'Elegir' } });
    const rows = interactive.action.sections[0]?.rows ?? [];
    expect(rows).toHaveLength(10);
    expect(rows[0]).toEqual({ id: 'o0', title: 'Cargar una lluvia de las'.slice(0, 24) });
  });

  test('as a code by the approved form, where there is one', async () => {
    await messenger('codigo').send({ to, text: 'Tu código es 123456', code: '123456' });
    const parameters = [{ type: 'text', text: '123456' }];
    expect(asked[0]?.body).toMatchObject({
      type: 'template',
      template: { name: 'codigo', language: { code: 'es_AR' }, components: [{ parameters }, { parameters }] },
    });
  });

  test('again when the provider was busy, and not again what it refuses', async () => {
    statuses.push(503, 429);
    expect((await messenger().send({ to, text: 'x' })).state).toBe('sent');
    expect(asked).toHaveLength(3);
    statuses.push(400);
    expect(await messenger().send({ to, text: 'x 123456' })).toEqual({ id: null, state: 'failed' });
    expect(asked).toHaveLength(4);
    expect(lines.join()).not.toMatch(/123456|llave/);
  });
});

describe('Without an account of the provider', () => {
  test('a message is a file, menu and all, and the log says where', async () => {
    const menu = { button: 'Elegir', options: [{ id: 'lluvia', title: 'Cargar lluvia' }] };
    const sent = await embeddedMessenger(folder, log).send({ to, text: 'Tu código es 123456', menu });
    expect(sent).toEqual({ id: expect.any(String) as string, state: 'sent' });
    const [name = ''] = await readdir(folder);
    const text = await readFile(join(folder, name), 'utf8');
    expect(text).toBe(`To: ${to}\n\nTu código es 123456\n\n[lluvia] Cargar lluvia\n`);
    expect(lines.join()).toContain(name);
    expect(lines.join()).not.toContain('123456');
  });

  test('and a folder that cannot be written fails nobody', async () => {
    const sent = await embeddedMessenger(join(folder, (await readdir(folder))[0] ?? ''), log).send({ to, text: 'x' });
    expect(sent).toEqual({ id: null, state: 'failed' });
  });
});

const address = '/api/whatsapp/webhook';
const notice = (value: object) => ({
  entry: [{ changes: [{ value: { metadata: { phone_number_id: '111' }, ...value } }] }],
});
const signed = (text: string, secret = 'secreto') => ({
  'content-type': 'application/json',
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
});
const knock = async (body: object | string, headers?: Record<string, string>) => {
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  return (await app.inject({ method: 'POST', url: address, payload, headers: headers ?? signed(payload) })).statusCode;
};
const text = {
  id: 'wamid.9',
  from: '5491155550101',
  timestamp: '1795262400',
  type: 'text',
  text: { body: 'Llovió 20 ñandú' },
};

describe('The provider sets the webhook up', () => {
  const ask = (query: Record<string, string>) => app.inject({ method: 'GET', url: address, query });

  test('with our word, and gets its challenge back as it is', async () => {
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'palabra', 'hub.challenge': '1158201444' };
    const answer = await ask(query);
    expect([answer.statusCode, answer.body]).toEqual([200, '1158201444']);
    expect(answer.headers['content-type']).toMatch('text/plain');
  });

  test.each([
    ['another word', { 'hub.mode': 'subscribe', 'hub.verify_token': 'otra', 'hub.challenge': '1' }],
    ['no word', { 'hub.mode': 'subscribe', 'hub.challenge': '1' }],
    ['another wish', { 'hub.mode': 'unsubscribe', 'hub.verify_token': 'palabra', 'hub.challenge': '1' }],
    ['a challenge that is a page', { 'hub.mode': 'subscribe', 'hub.verify_token': 'palabra', 'hub.challenge': '<b>' }],
  ])('and is turned away with %s', async (_what, query) => {
    expect((await ask(query)).statusCode).toBe(403);
  });
});

describe('A message comes in', () => {
  test('as a text', async () => {
    expect(await knock(notice({ messages: [text] }))).toBe(200);
    expect(messages).toEqual([
      { id: 'wamid.9', from: to, at: '2026-11-21T12:00:00.000Z', text: 'Llovió 20 ñandú', choice: null, audio: null },
    ]);
  });

  test('as a choice of the menu', async () => {
    const interactive = { type: 'list_reply', list_reply: { id: 'lluvia', title: 'Cargar lluvia' } };
    await knock(notice({ messages: [{ ...text, text: undefined, interactive }] }));
    expect(messages).toMatchObject([{ text: 'Cargar lluvia', choice: 'lluvia' }]);
  });

  test('as a voice, whose sound is fetched with our key', async () => {
    await knock(notice({ messages: [{ ...text, text: undefined, audio: { id: 'sound-1' } }] }));
    expect(messages[0]?.audio?.type).toBe('audio/ogg; codecs=opus');
    expect(Buffer.from(messages[0]?.audio?.bytes ?? []).toString()).toBe('OggS…');
    expect(asked.map(({ url, authorization }) => [url, authorization])).toEqual([
      ['/v21.0/sound-1', 'Bearer llave'],
      ['/bytes', 'Bearer llave'],
    ]);
  });

  const carrying = (kind: string, rest: object = {}) => ({
    ...text,
    id: 'wamid.m',
    text: undefined,
    [kind]: { id: 'sound-1', ...rest },
  });

  test.each([
    ['at a strange address: our key goes nowhere else', 'http://127.0.0.1:1/bytes', 'audio/ogg', 200, 1],
    ['that is no sound', '', 'text/html', 200, 2],
    ['that the provider has no more', '', 'audio/ogg', 404, 2],
  ])(
    'without its voice where that is one %s, and holds back none of the others',
    async (_what, url, type, is, calls) => {
      if (url) audioUrl = url;
      audioType = type;
      mediaStatus = is;
      expect(await knock(notice({ messages: [carrying('audio'), text] }))).toBe(200);
      expect(messages).toMatchObject([{ id: 'wamid.m', missing: 'audio', audio: null, text: null }, { id: 'wamid.9' }]);
      expect(asked.length).toBe(calls);
      expect(lines.join()).not.toMatch(/llave/);
    },
  );

  test('without its voice while the provider fails, and with it when the notice comes again', async () => {
    mediaStatus = 503;
    expect(await knock(notice({ messages: [carrying('audio'), text] }))).toBe(500);
    expect(messages).toMatchObject([{ id: 'wamid.m', missing: 'audio' }, { id: 'wamid.9' }]);
    mediaStatus = 200;
    expect(await knock(notice({ messages: [carrying('audio'), text] }))).toBe(200);
    expect(messages[2]).toMatchObject({ id: 'wamid.m', audio: { type: 'audio/ogg; codecs=opus' } });
  });

  test('and no notice is asked for again for ever', async () => {
    mediaStatus = 503;
    nowMs += 7 * 3_600_000;
    expect(await knock(notice({ messages: [carrying('audio')] }))).toBe(200);
    expect(messages).toMatchObject([{ missing: 'audio' }]);
  });

  test.each([
    ['a photo', 'image', { caption: 'Factura del flete' }, jpegOf(1), 'image/jpeg', 'Factura del flete'],
    ['a PDF', 'document', { filename: 'remito.pdf' }, smallPdf('remito'), 'application/pdf', 'remito.pdf'],
    ['a photo as a document', 'document', { filename: 'a.jpg' }, jpegOf(2), 'image/jpeg', 'a.jpg'],
    [
      'another document',
      'document',
      { filename: 'a.html', caption: 'Mirá' },
      new TextEncoder().encode('<script>'),
      'application/octet-stream',
      'a.html\nMirá',
    ],
  ])('with %s', async (_what, kind, rest, bytes, type, words) => {
    mediaBytes = bytes;
    expect(await knock(notice({ messages: [carrying(kind, rest)] }))).toBe(200);
    expect(messages).toMatchObject([{ id: 'wamid.m', text: words, audio: null, file: { type } }]);
    expect(new Uint8Array(messages[0]?.file?.bytes ?? [])).toEqual(new Uint8Array(bytes));
  });

  test.each([
    ['a photo that is none', 'image', 2],
    ['a video, which is not kept', 'video', 0],
  ])('without %s, and says so', async (_what, kind, calls) => {
    mediaBytes = new TextEncoder().encode('<html>');
    expect(await knock(notice({ messages: [carrying(kind, { caption: 'Mirá' })] }))).toBe(200);
    expect(messages).toMatchObject([{ missing: kind, text: 'Mirá' }]);
    expect(asked).toHaveLength(calls);
  });

  test('and what became of ours is told', async () => {
    const one = { id: 'wamid.1', status: 'read', timestamp: '1795262400' };
    await knock(notice({ statuses: [one, { ...one, status: 'warmed' }] }));
    expect(states).toEqual([{ id: 'wamid.1', state: 'read', at: '2026-11-21T12:00:00.000Z' }]);
  });

  test('and what the product has no use for harms nothing', async () => {
    const sticker = { ...text, text: undefined, type: 'sticker' };
    expect(await knock(notice({ messages: [sticker, null, 7, text] }))).toBe(200);
    expect(messages).toHaveLength(1);
  });

  test('for another number is left alone', async () => {
    expect(await knock(notice({ metadata: { phone_number_id: '222' }, messages: [text] }))).toBe(200);
    expect(messages).toEqual([]);
  });

  test('and is asked for again when it cannot be taken now', async () => {
    failing = text.id;
    expect(await knock(notice({ messages: [text, { ...text, id: 'wamid.10' }] }))).toBe(500);
    // What stands beside it is taken.
    expect(messages.map(({ id }) => id)).toEqual(['wamid.10']);
  });
});

describe('Nobody else may bring messages', () => {
  const body = JSON.stringify(notice({ messages: [text] }));

  test.each([
    ['without a signature', { 'content-type': 'application/json' }],
    ['with the signature of another', signed(body, 'otro')],
    ['with the signature of other words', signed(`${body} `)],
    ['with half a signature', { ...signed(body), 'x-hub-signature-256': 'sha256=' }],
  ])('%s', async (_what, headers) => {
    expect(await knock(body, headers)).toBe(403);
    expect(messages).toEqual([]);
  });

  test('and what is signed but unreadable is refused', async () => {
    for (const odd of ['hola', '{}', 'null', '{"entry":[{}]}']) expect(await knock(odd)).toBe(400);
  });
});
