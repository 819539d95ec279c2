import { beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '../../src/contract/endpoints.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { recordedKinds } from '../../src/domain/movements/registry.ts';
import { smallPdf } from '../../src/exam/small-pdf.ts';
import type { RecordedType } from '../../src/domain/movements/types.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { digestOf, jpegOf } from '../support/pictures.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
/** What the farm of Ana has and what Dana's has: the ids that a path may name. */
let anas: Record<string, string>;
let danas: Record<string, string>;

const made = async (who: PersonName, path: string, body: object, part: string): Promise<string> => {
  const answer = await farm.as(who, 'POST', path, body);
  if (answer.body['ok'] !== true) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return (answer.body[part] as { id: string }).id;
};

/** A photo unlike those of others. */
const sent = async (who: PersonName, org: string): Promise<string> => {
  const photo = jpegOf(who === 'ana' ? 1 : 2);
  const answer = await farm.as(who, 'PUT', `/api/blob/${org}/${digestOf(photo)}`, photo);
  return (answer.body['blob'] as { digest: string }).digest;
};

/** A cycle of a rodeo of its own. */
const breeding = async (who: PersonName, org: string): Promise<object> => ({
  rodeo_ids: [await made(who, `/api/rodeo/${org}`, { name: 'Vientres' }, 'rodeo')],
  service_type: 'natural',
  service_start: '2026-10-15',
  service_end: '2027-01-15',
});

const furnish = async (who: PersonName, org: string): Promise<Record<string, string>> => ({
  org,
  lot: await made(who, `/api/lot/create/${org}`, { name: 'La Loma', hectares: 40 }, 'lot'),
  rodeo: await made(who, `/api/rodeo/${org}`, { name: 'Vacas' }, 'rodeo'),
  campo: await made(who, `/api/campo/${org}`, { name: 'El Norte' }, 'campo'),
  category: await made(who, `/api/animal-categories/${org}`, { name: 'Buey' }, 'category'),
  note: await made(who, `/api/note/create/${org}`, { text: 'Nuestra' }, 'note'),
  task: await made(who, `/api/task/${org}`, { title: 'Recorrer' }, 'task'),
  cycle: await made(who, `/api/reproductive-cycle/${org}`, await breeding(who, org), 'cycle'),
  asset: await made(who, '/api/asset', { organization_id: org, name: 'Urea', kind: 'suplemento', unit: 'kg' }, 'asset'),
  invoice: await made(who, `/api/invoice/${org}`, {}, 'invoice'),
  blob: await sent(who, org),
  movement: await made(who, `/api/movement/weather/rain/${org}`, { date: '2026-11-01', mm: 10 }, 'movement'),
});

beforeAll(async () => {
  farm = await createFieldFarm();
  anas = await furnish('ana', farm.organizationId);
  danas = await furnish('dana', await made('dana', '/api/organization', { name: 'Lo de Dana' }, 'organization'));
});

/** The thing whose id a path's parameter is. */
const thingOf = (name: string, endpoint: Endpoint): string => {
  const path = endpoint.path;
  if (name === 'org' || name === 'rodeoId') return name === 'org' ? 'org' : 'rodeo';
  const found = [
    ['/api/lot/', 'lot'],
    ['/api/rodeo/{org}/{id}', 'rodeo'],
    ['/api/campo/', 'campo'],
    ['/api/animal-categories/', 'category'],
    ['/api/note/', 'note'],
    ['/api/task/', 'task'],
    ['/api/invoice/', 'invoice'],
    ['/api/blob/', 'blob'],
    ['/api/asset/{id}', 'asset'],
    ['/api/asset/detail/', 'asset'],
    ['/api/reproductive-cycle/', 'cycle'],
  ].find(([start]) => path.startsWith(start ?? ''));
  return found?.[1] ?? 'movement';
};

const addressOf = (path: string, endpoint: Endpoint, ids: Record<string, string>, org = ids['org'] ?? ''): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const thing = thingOf(name, endpoint);
    return thing === 'org' ? org : (ids[thing] ?? 'none');
  });

const bodyOf = (endpoint: Endpoint, ids: Record<string, string>): object | undefined => {
  if (endpoint.farm === 'body') return { organization_id: ids['org'], lot_id: ids['lot'] };
  // Bytes that are not those of their name: what another farm has is no shorter way to have it.
  if (endpoint.carries === 'bytes') return jpegOf(3);
  if (/^\/api\/audit\/\{org\}(\/\{id\})?$/.test(endpoint.path)) {
    return { date: '2026-11-01', kind: 'recount', lot_id: ids['lot'], counted: [{ type: 'Vaca', count: 1 }] };
  }
  if (endpoint.path.startsWith('/api/movement/review/')) return { reasons: ['role'] };
  return endpoint.body ? {} : undefined;
};

const farmCalls = allEndpoints
  .filter(({ endpoint }) => endpoint.farm !== null)
  .flatMap(({ endpoint }) =>
    [endpoint.path, ...endpoint.aliases].map((path) => [`${endpoint.method} ${path}`, path, endpoint] as const),
  );

describe('A stranger', () => {
  test.each(farmCalls.filter(([name]) => /\{(id|rodeoId|fileId|digest)\}/.test(name) && !name.includes('/animal/')))(
    'reaches nothing of the farm through his own, at %s',
    async (name, path, endpoint) => {
      const before = await farm.everything();
      const body = endpoint.kind ? farm.example(endpoint.kind as RecordedType) : bodyOf(endpoint, danas);
      const answer = await farm.as('dana', endpoint.method, addressOf(path, endpoint, anas, danas['org']), body);
      expect(answer.body).toMatchObject(nothingAt(name));
      expect(await farm.everything()).toBe(before);
    },
  );

  test.each(recordedKinds.map((kind) => [kind.type, kind] as const))(
    'records no %s of his own with the farm’s lots, rodeos and categories',
    async (type, kind) => {
      const body = farm.example(type as RecordedType);
      const names = [farm.lots.ombu, farm.lots.bajo, farm.rodeos.cria, farm.rodeos.invernada, farm.campo];
      const before = await farm.everything();
      const answer = await farm.as('dana', 'POST', kind.routes.create.replace('{org}', danas['org'] ?? ''), body);
      const isAboutPlaces = names.some((id) => JSON.stringify(body).includes(id));
      expect(answer.status).toBe(isAboutPlaces ? 404 : 200);
      expect((await farm.everything()) === before).toBe(isAboutPlaces);
    },
  );

  test.each([
    ['changes a lot', 'PUT', '/api/lot/edit/{org}', () => ({ id: anas['lot'], name: 'Mío' })],
    ['puts lots in order', 'PUT', '/api/lot/order/{org}', () => ({ items: [{ id: anas['lot'], order: 1 }] })],
    [
      'makes a lot in a campo',
      'POST',
      '/api/lot/create/{org}',
      () => ({ name: 'Mío', hectares: 1, campo_id: anas['campo'] }),
    ],
    [
      'moves a lot of his to a campo',
      'PUT',
      '/api/lot/edit/{org}',
      () => ({ id: danas['lot'], campo_id: anas['campo'] }),
    ],
    [
      'makes a category follow on one',
      'POST',
      '/api/animal-categories/{org}',
      () => ({ name: 'Mía', next_id: anas['category'] }),
    ],
    ['takes the id of a lot', 'POST', '/api/lot/create/{org}', () => ({ name: 'Mío', hectares: 1, cid: anas['lot'] })],
    ['takes the id of a rodeo', 'POST', '/api/rodeo/{org}', () => ({ name: 'Mío', cid: anas['rodeo'] })],
    [
      'records an abortion of a cycle',
      'POST',
      '/api/movement/abortion/{org}',
      () => ({ date: '2026-11-01', count: 1, rodeo_id: danas['rodeo'], reproductive_cycle_id: anas['cycle'] }),
    ],
    [
      'plans a cycle of a rodeo',
      'POST',
      '/api/reproductive-cycle/{org}',
      () => ({
        rodeo_ids: [anas['rodeo']],
        service_type: 'ia',
        service_start: '2026-01-01',
        service_end: '2026-01-02',
      }),
    ],
    ['takes the id of an invoice', 'POST', '/api/invoice/{org}', () => ({ cid: anas['invoice'] })],
    ['links a record to an invoice', 'POST', '/api/invoice/{org}', () => ({ movement_ids: [anas['movement']] })],
    [
      'attaches a file to an invoice',
      'POST',
      '/api/invoice/{org}/upload',
      () => ({ invoice_id: anas['invoice'], files: [{ name: 'a', bytes: smallPdf('factura') }] }),
    ],
    ['takes the id of a note', 'POST', '/api/note/create/{org}', () => ({ text: 'Mía', cid: anas['note'] })],
    ['takes the id of a task', 'POST', '/api/task/{org}', () => ({ title: 'Mía', cid: anas['task'] })],
    ['writes a note about a lot', 'POST', '/api/note/create/{org}', () => ({ text: 'Mía', lot_id: anas['lot'] })],
    ['gives a task about a rodeo', 'POST', '/api/task/{org}', () => ({ title: 'Mía', rodeo_id: anas['rodeo'] })],
    [
      'takes the id of a record',
      'POST',
      '/api/movement/weather/rain/{org}',
      () => ({ date: '2026-11-01', mm: 1, cid: anas['movement'] }),
    ],
    [
      'counts a lot of his under the id of a record',
      'POST',
      '/api/lot/animal/update/1',
      () => ({
        organization_id: danas['org'],
        lot_id: danas['lot'],
        animal_type: danas['category'],
        count: 7,
        cid: anas['movement'],
      }),
    ],
  ])('never %s of the farm through a body', async (_what, method, path, body) => {
    const before = await farm.everything();
    const answer = await farm.as('dana', method, path.replace('{org}', danas['org'] ?? ''), body());
    expect([404, 409]).toContain(answer.status);
    expect(answer.body).toMatchObject({ ok: false });
    expect(await farm.everything()).toBe(before);
  });

  test.each(['delete', 'update'])(
    'finds no lot of the farm at /api/lot/animal/%s, whatever organization he names',
    async (verb) => {
      const before = await farm.everything();
      const body = { lot_id: farm.lots.ombu, animal_type: farm.cat('Vaca'), ...(verb === 'update' && { count: 1 }) };
      for (const organization_id of [anas['org'], danas['org'], undefined]) {
        const answer = await farm.as('dana', 'POST', `/api/lot/animal/${verb}/1`, { ...body, organization_id });
        expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
      }
      expect(await farm.everything()).toBe(before);
    },
  );
});

/** What a call about another farm's thing comes to: lists are empty, a lot that is not there is deleted already. */
function nothingAt(name: string): object {
  if (name.includes('/daily-weight-gain/')) return { ok: true, points: [] };
  if (name.startsWith('PUT /api/blob/')) return { ok: false, code: 'INVALID_BODY' };
  if (name.includes('{rodeoId}')) return { ok: true, movements: [] };
  return name.includes('/lot/delete/') ? { ok: true, alreadyDeleted: true } : { ok: false, code: 'NOT_FOUND' };
}

describe('A hand', () => {
  test('becomes administrator or hand again with his next call', async () => {
    const asRole = async (role: 'admin' | 'user') => {
      await farm.db.updateTable('memberships').set({ role }).where('user_id', '=', farm.userIds.caro).execute();
      return await farm.as('caro', 'PUT', `/api/rodeo/${anas['org']}/${anas['rodeo']}`, { name: 'Vacas' });
    };
    expect((await asRole('admin')).status).toBe(200);
    expect((await asRole('user')).status).toBe(403);
  });
});

describe('Who was taken off the team', () => {
  const membersPage = Buffer.from(JSON.stringify({ to: 0, table: 'members', after: '' })).toString('base64url');

  beforeAll(async () => {
    const removed_at = new Date(farm.clock.now).toISOString();
    await farm.db.updateTable('memberships').set({ removed_at }).where('user_id', '=', farm.userIds.caro).execute();
  });

  test('does not see the farm among his, and stays a name on his records', async () => {
    const mine = await farm.as('caro', 'GET', '/api/organization/my-organizations');
    expect(mine.body['organizations']).toEqual([]);
    const { body } = await farm.as('ana', 'GET', `/api/sync/${anas['org']}/snapshot?page=${membersPage}`);
    const changes = body['changes'] as { id: string; row: object }[];
    const row = { first_name: 'Caro', last_name: 'Díaz', state: 'quitado' };
    expect(changes.find((change) => change.id === farm.userIds.caro)).toMatchObject({ row });
  });
});

closesInOrder(() => farm);
