import { beforeAll, describe, expect, test } from 'vitest';
import { allEndpoints } from '../../src/contract/endpoints.ts';
import { letIn } from '../support/let-in.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

const whole = async (who: PersonName): Promise<Record<string, unknown>> =>
  (await farm.as(who, 'GET', `/api/organization/data/${org}`)).body['organization'] as Record<string, unknown>;
const change = (who: PersonName, body: object) => farm.as(who, 'PUT', `/api/organization/${org}`, body);
const lastSaid = () => farm.commits.at(-1)?.announcements;
const give = (who: 'beto' | 'caro', role: 'user' | 'admin') =>
  farm.as('ana', 'PATCH', `/api/organization/user/${farm.userIds[who]}/role`, {
    organization_id: org,
    role,
    email: `${who}@campo.test`,
  });

describe('The data of an organization', () => {
  const settings = {
    legal_name: 'La Esperanza S.A.',
    cuit: '33693450239',
    vat_condition: 'ri',
    province: 'Corrientes',
    campaign_start: '07-01',
    currency: 'USD',
    show_finance_to_admins: true,
  };

  test('are changed as they were sent, and all hear of it', async () => {
    const { body } = await change('beto', { settings: { ...settings, cuit: '33-69345023-9' } });
    expect(body['organization']).toMatchObject({ id: org, name: 'La Esperanza', settings });
    expect(lastSaid()).toMatchObject([{ action: 'update-organization', payload: { organization: { id: org } } }]);
    await change('ana', { name: ' La Esperanza Vieja ', settings: { currency: 'ARS' } });
    expect(await whole('beto')).toMatchObject({
      name: 'La Esperanza Vieja',
      settings: { ...settings, currency: 'ARS' },
    });
    const feed = await farm.as('beto', 'GET', `/api/sync/${org}?since=${(farm.commits.at(-1)?.seq ?? 0) - 1}`);
    expect(feed.body['changes']).toMatchObject([{ table: 'organization', row: { name: 'La Esperanza Vieja' } }]);
  });

  test('can be emptied where they may be empty', async () => {
    const none = { legal_name: null, cuit: null, vat_condition: null, province: null };
    expect((await change('ana', { settings: none })).body['organization']).toMatchObject({ settings: none });
  });

  test('tell a hand the name, the campaign and the currency, and keep the rest for the office', async () => {
    await change('ana', { settings });
    expect((await whole('caro'))['settings']).toEqual({ campaign_start: '07-01', currency: 'USD' });
    const heard = JSON.stringify(lastSaid());
    expect(heard).not.toContain('33693450239');
    expect(heard).not.toContain('@campo.test');
  });

  test.each([
    {},
    { name: '' },
    { name: 'a'.repeat(81) },
    { name: 7 },
    { id: 'x' },
    { settings: null },
    { settings: { cuit: '20-12345678-5' } },
    { settings: { cuit: '1234' } },
    { settings: { cuit: 20123456786 } },
    { settings: { vat_condition: 'rico' } },
    { settings: { campaign_start: '02-30' } },
    { settings: { campaign_start: '1 de julio' } },
    { settings: { currency: 'EUR' } },
    { settings: { show_finance_to_admins: 'no' } },
    { settings: { province: '' } },
    { settings: { owner: 'x' } },
  ])('are never %j', async (body) => {
    const before = await whole('ana');
    expect(await change('ana', body)).toMatchObject({ status: 400, body: { code: 'INVALID_BODY' } });
    expect(await whole('ana')).toEqual(before);
  });

  test('take a CUIT whose check digit is right', async () => {
    for (const cuit of ['20-12345678-6', '20.12345678.6', '20123456786'])
      expect((await change('ana', { settings: { cuit } })).body['organization']).toMatchObject({
        settings: { cuit: '20123456786' },
      });
  });
});

describe('Prices before the admins', () => {
  const price = '7654321.98';
  const sale = () =>
    farm.record('ana', 'sell', {
      date: '2026-08-01',
      lot_id: farm.lots.bajo,
      rodeo_id: farm.rodeos.invernada,
      animals: [{ type: farm.cat('Novillito'), count: 3 }],
      total: price,
    });
  interface Load {
    readonly sight: string;
    readonly changes: readonly object[];
    readonly next_page: string | null;
  }
  const page = async (who: PersonName, rest: string) =>
    (await farm.as(who, 'GET', `/api/sync/${org}/snapshot${rest}`)).body as unknown as Load;
  /** All that a phone has of the farm once it has loaded it. */
  const loaded = async (who: PersonName): Promise<{ readonly sight: string; readonly text: string }> => {
    let one = await page(who, '');
    let text = JSON.stringify(one.changes);
    while (one.next_page !== null) {
      one = await page(who, `?page=${one.next_page}`);
      text += JSON.stringify(one.changes);
    }
    return { sight: one.sight, text };
  };
  /** What a phone is told that loaded the farm under another sight, or under the same. */
  const pulls = async (who: PersonName, sight: string) =>
    (await farm.as(who, 'GET', `/api/sync/${org}?since=0&sight=${encodeURIComponent(sight)}`)).status;

  test('are switched off by an owner alone', async () => {
    expect((await change('beto', { settings: { show_finance_to_admins: false } })).status).toBe(403);
    expect((await change('beto', { settings: { show_finance_to_admins: true, province: 'Salta' } })).status).toBe(200);
    expect((await change('caro', { name: 'Mía' })).status).toBe(403);
  });

  test('go from their phones when they are switched off, and come back with the switch', async () => {
    await sale();
    for (const isShown of [false, true]) {
      const before = { ana: await loaded('ana'), beto: await loaded('beto') };
      await change('ana', { settings: { show_finance_to_admins: isShown } });
      expect([await pulls('beto', before.beto.sight), await pulls('ana', before.ana.sight)]).toEqual([410, 200]);
      expect((await loaded('beto')).text.includes(price)).toBe(isShown);
      expect((await loaded('ana')).text.includes(price)).toBe(true);
    }
  });

  test('go from a phone whose person is a hand from now on, and come to one who is no hand any more', async () => {
    for (const [role, sees] of [
      ['admin', true],
      ['user', false],
    ] as const) {
      const { sight } = await loaded('caro');
      expect(await pulls('caro', sight)).toBe(200);
      await give('caro', role);
      expect(await pulls('caro', sight)).toBe(410);
      const { text } = await loaded('caro');
      expect([text.includes(price), text.includes('@campo.test')]).toEqual([sees, sees]);
    }
  });
});

describe('Another person', () => {
  const of = (who: PersonName, whom: PersonName) => farm.as(who, 'GET', `/api/user/${farm.userIds[whom]}`);

  test('of the same farm is a name and a phone to a hand, with the address to the office', async () => {
    const caro = { id: farm.userIds.caro, first_name: 'Caro', last_name: 'Díaz', phone: '+5491155550002' };
    expect((await of('ana', 'caro')).body).toEqual({ ok: true, user: { ...caro, email: 'caro@campo.test' } });
    const { body } = await of('caro', 'beto');
    expect(Object.keys(body['user'] as object).toSorted()).toEqual(['first_name', 'id', 'last_name', 'phone']);
    expect((await of('caro', 'caro')).body).toMatchObject({ user: { email: 'caro@campo.test' } });
  });

  test('of no common farm is not found, as one who does not exist', async () => {
    const answers = [await of('dana', 'ana'), await of('ana', 'dana'), await farm.as('ana', 'GET', '/api/user/nadie')];
    for (const { status, body } of answers) {
      expect({ status, body }).toEqual({
        status: 404,
        body: { ok: false, code: 'NOT_FOUND', message: 'No se encontró' },
      });
    }
  });

  test('of a farm of the past is not found either', async () => {
    await farm.as('ana', 'DELETE', `/api/organization/user/${farm.userIds.caro}`, { organization_id: org });
    expect((await of('ana', 'caro')).status).toBe(404);
    expect((await of('caro', 'ana')).status).toBe(404);
    await letIn(farm.as, org, 'caro', 'user');
    expect((await of('caro', 'ana')).status).toBe(200);
  });
});

describe('The menu', () => {
  const menu = async (who: PersonName) => (await farm.as(who, 'GET', '/api/user/open-menu')).body;

  test('shows each his screens, farm by farm', async () => {
    const [line] = (await menu('caro'))['organizations'] as { screens: string[] }[];
    expect(line).toMatchObject({ organization: { id: org, name: 'La Esperanza Vieja' }, role: 'user' });
    expect(line?.screens).not.toContain('billing');
    await change('ana', { settings: { show_finance_to_admins: false } });
    const screens = async (who: PersonName) =>
      ((await menu(who))['organizations'] as { screens: string[] }[]).flatMap((one) => one.screens);
    expect(await screens('beto')).not.toContain('billing');
    expect(await screens('ana')).toContain('billing');
    expect(await menu('dana')).toMatchObject({ ok: true, screens: ['configuration'], organizations: [] });
  });
});

describe('A farm just made', () => {
  let fresh: string;
  const lists = allEndpoints.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.farm === 'org');

  beforeAll(async () => {
    const { body } = await farm.as('dana', 'POST', '/api/organization', { name: 'La Nueva' });
    fresh = (body['organization'] as { id: string }).id;
  });

  test.each(lists.map(({ name, endpoint }) => [name, endpoint.path] as const))(
    'answers %s, empty as it is',
    async (_name, path) => {
      const address = path.replace('{org}', fresh).replaceAll(/\{\w+\}/g, 'none');
      const isList = !path.replace('{org}', '').includes('{');
      // A part of the history under a tag that was not given is asked for anew.
      expect(isList ? [200] : [200, 404, ...(path.endsWith('{tag}') ? [410] : [])]).toContain(
        (await farm.as('dana', 'GET', address)).status,
      );
    },
  );
});

describe('An organization that is deleted', () => {
  test('is deleted by an owner alone', async () => {
    for (const who of ['beto', 'caro'] as const)
      expect((await farm.as(who, 'DELETE', `/api/organization/${org}`)).status).toBe(403);
    expect((await farm.as('dana', 'DELETE', `/api/organization/${org}`)).status).toBe(404);
  });

  test('says so to its members, who leave its room, and answers nothing any more', async () => {
    const before = await farm.db.selectFrom('movements').select('id').execute();
    expect((await farm.as('ana', 'DELETE', `/api/organization/${org}`)).body).toEqual({ ok: true });
    expect(lastSaid()).toEqual([{ action: 'update-organization', payload: {} }]);
    expect(farm.outside.left.at(-1)).toEqual([org, null]);
    for (const path of [`/api/lot/info/${org}`, `/api/sync/${org}?since=0`, `/api/organization/data/${org}`])
      expect((await farm.as('ana', 'GET', path)).status).toBe(404);
    expect((await farm.record('ana', 'weather/rain', { date: '2026-11-01', mm: 3 })).status).toBe(404);
    expect((await farm.as('ana', 'DELETE', `/api/organization/${org}`)).status).toBe(404);
    for (const path of ['/api/organization', '/api/organization/my-organizations', '/api/user/open-menu'])
      expect((await farm.as('caro', 'GET', path)).body['organizations']).toEqual([]);
    expect((await farm.as('ana', 'GET', `/api/user/${farm.userIds.caro}`)).status).toBe(404);
    expect(await farm.db.selectFrom('movements').select('id').execute()).toEqual(before);
  });
});

closesInOrder(() => farm);
