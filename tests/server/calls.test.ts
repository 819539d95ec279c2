import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '../../src/contract/endpoints.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { isProblemCode, problems } from '../../src/contract/problems.ts';
import { smallPdf } from '../../src/exam/small-pdf.ts';
import { allHandlers } from '../../src/server/handlers.ts';
import { matchRoute } from '../../src/server/kernel/routes.ts';
import type { RecordedType } from '../../src/domain/movements/types.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { digestOf, jpegOf } from '../support/pictures.ts';
import { onePlainEach } from '../support/plain-things.ts';
import { closesInOrder, recordingPorts } from '../support/server.ts';

let farm: FieldFarm;
let rainId: string;
let assetId: string;
let cycleId: string;
let invoiceId: string;
let fileId: string;
let photoId: string;
let spoken: { readonly conversation_id: string; readonly audio_id: string | null };

beforeAll(async () => {
  farm = await createFieldFarm();
  const { body } = await farm.record('ana', 'weather/rain', { date: '2026-11-01', mm: 3 });
  rainId = (body['movement'] as { id: string }).id;
  const item = { organization_id: farm.organizationId, name: 'Urea', kind: 'suplemento', unit: 'kg', quantity: 5 };
  assetId = ((await farm.as('ana', 'POST', '/api/asset', item)).body['asset'] as { id: string }).id;
  const service = { service_type: 'natural', service_start: '2026-10-15', service_end: '2027-01-15' };
  const address = `/api/reproductive-cycle/${farm.organizationId}`;
  const planned = await farm.as('ana', 'POST', address, { rodeo_ids: [farm.rodeos.cria], ...service });
  cycleId = (planned.body['cycle'] as { id: string }).id;
  const files = [{ name: 'factura.pdf', bytes: smallPdf('factura') }];
  const uploaded = await farm.as('ana', 'POST', `/api/invoice/${farm.organizationId}/upload`, { files });
  const invoice = uploaded.body['invoice'] as { id: string; attachments: { id: string }[] };
  invoiceId = invoice.id;
  fileId = invoice.attachments[0]?.id ?? '';
  await farm.as('ana', 'PUT', `/api/blob/${farm.organizationId}/${digestOf(jpegOf(1))}`, jpegOf(1));
  const audio = { type: 'audio/ogg', bytes: new TextEncoder().encode('OggS') };
  const at = new Date(farm.clock.now).toISOString();
  await farm.incoming.message({ id: 'wamid.1', from: '+5491155550101', at, text: null, choice: null, audio });
  spoken = await farm.db.selectFrom('messages').selectAll().executeTakeFirstOrThrow();
  const photo = { type: 'image/jpeg', bytes: jpegOf(1) };
  await farm.incoming.message({
    id: 'wamid.2',
    from: '+5491155550101',
    at,
    text: null,
    choice: null,
    audio: null,
    file: photo,
  });
  const sent = await farm.db
    .selectFrom('messages')
    .selectAll()
    .where('provider_id', '=', 'wamid.2')
    .executeTakeFirstOrThrow();
  photoId = sent.audio_id ?? '';
  await farm.db.updateTable('users').set({ is_super_admin: 1 }).where('id', '=', farm.userIds.ana).execute();
});

let historyTag: string;
beforeAll(async () => {
  const place = `/api/sync/${farm.organizationId}/snapshot?segments=1`;
  let page: Readonly<Record<string, unknown>> = {};
  do {
    const next = typeof page['next_page'] === 'string' ? `&page=${page['next_page']}` : '';
    page = (await farm.as('ana', 'GET', `${place}${next}`)).body;
  } while (page['next_page'] !== null);
  historyTag = (page['segments'] as { tag: string }[])[0]?.tag ?? '';
});

let plainIds: Readonly<Record<string, string>>;
beforeAll(async () => void (plainIds = await onePlainEach(farm)));

const rows = allEndpoints.map(({ name, endpoint }) => [name, endpoint] as const);

const addressOf = (path: string): string => {
  if (path === '/api/user/{id}') return path.replace('{id}', farm.userIds.beto);
  if (path.startsWith('/api/asset/detail/')) return path.replace('{id}', assetId);
  if (path.startsWith('/api/conversation/'))
    return path.replace('{id}', spoken.conversation_id).replace('{fileId}', photoId);
  if (path.startsWith('/audio/')) return path.replace('{id}', spoken.audio_id ?? '');
  const [isLot, isRodeo, isCampo] = ['/lot/', '/rodeo/', '/campo/'].map((part) => path.includes(part));
  const plain = plainIds[path.split('/')[2] ?? ''];
  if (plain !== undefined) return path.replace('{org}', farm.organizationId).replace('{id}', plain);
  const thing = isLot ? farm.lots.ombu : isRodeo ? farm.rodeos.cria : isCampo ? farm.campo : rainId;
  return path
    .replace('{org}', farm.organizationId)
    .replace('{id}', path.includes('-cycle/{org}/{id}') ? cycleId : path.includes('/invoice/') ? invoiceId : thing)
    .replace('{fileId}', fileId)
    .replace('{digest}', digestOf(jpegOf(1)))
    .replace('{rodeoId}', farm.rodeos.cria)
    .replace('{cycleId}', 'none')
    .replace('{tag}', historyTag);
};

/** Where an answer is not what the table promises. */
const misfits = (endpoint: Endpoint, body: unknown): readonly unknown[] => {
  const parsed = endpoint.answer.safeParse(body);
  return parsed.success ? [] : parsed.error.issues;
};

describe('The table of calls', () => {
  const handlers = allHandlers({
    secrets: { access: new Uint8Array(32), refresh: new Uint8Array(32) },
    newId: randomUUID,
    publicUrl: '',
    ...recordingPorts().ports,
  });

  test.each(rows)('%s is served, and nothing else answers at its addresses', (name, endpoint) => {
    expect(name in handlers).toBe(true);
    for (const path of [endpoint.path, ...endpoint.aliases]) {
      expect(matchRoute(endpoint.method, path.replace(/\{\w+\}/g, 'x'))?.name).toBe(name);
      // Another spelling would escape what is kept by the address: limits, files, guards.
      expect(matchRoute(endpoint.method, `${path.replace(/\{\w+\}/g, 'x')}/`)).toBeNull();
    }
  });

  test('serves nothing that is not in it', () => {
    const named = new Set(allEndpoints.map(({ name }) => name));
    expect(Object.keys(handlers).filter((name) => !named.has(name))).toEqual([]);
  });
});

describe('An answer has the shape that the table promises', () => {
  test.each(rows.filter(([, endpoint]) => endpoint.method === 'GET'))('when %s is read', async (_name, endpoint) => {
    const answer = await farm.as('ana', 'GET', addressOf(endpoint.path));
    expect(answer.status).toBe(200);
    expect(misfits(endpoint, answer.body)).toEqual([]);
  });

  test.each(rows.filter(([, endpoint]) => endpoint.kind))('when %s writes', async (name, endpoint) => {
    const body = { ...farm.example(endpoint.kind as RecordedType), offline: true };
    const create = allEndpoints.find((row) => row.name === `create.${endpoint.kind}`)?.endpoint ?? endpoint;
    const created = await farm.as('ana', 'POST', addressOf(create.path), body);
    const { id } = created.body['movement'] as { id: string };
    const path = endpoint.path.replace('{id}', id);
    const answer = name.startsWith('create') ? created : await farm.as('ana', endpoint.method, addressOf(path), body);
    expect(misfits(endpoint, answer.body)).toEqual([]);
    await farm.as('ana', 'DELETE', `/api/movement/delete/${farm.organizationId}/${id}?offline=1`);
  });
});

describe('A refusal', () => {
  test('of any kind says nothing of tokens or sessions but when it is about them', () => {
    for (const [code, { status, message }] of Object.entries(problems)) {
      expect(isProblemCode(code)).toBe(true);
      expect(/token|session/i.test(message)).toBe(status === 401 && code !== 'WRONG_CREDENTIALS');
    }
  });

  test('of what nobody foresaw says so, and tells the log alone why', async () => {
    await farm.db.schema.alterTable('lots').renameTo('lots_away').execute();
    const answer = await farm.as('ana', 'GET', `/api/lot/info/${farm.organizationId}`);
    await farm.db.schema.alterTable('lots_away').renameTo('lots').execute();
    expect(answer).toMatchObject({ status: 500, headers: { 'x-request-id': expect.any(String) as string } });
    expect(answer.body).toEqual({ ok: false, code: 'SERVER_ERROR', message: 'Error inesperado del servidor' });
    expect(String(farm.bugs.splice(0)[0])).toContain('lots');
  });
});

closesInOrder(() => farm);
