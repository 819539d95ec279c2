import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { allEndpoints } from '../../src/contract/endpoints.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import { type Capability, may, permissions, type Standing } from '../../src/domain/people/permissions.ts';
import type { Role } from '../../src/domain/people/roles.ts';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { plainCarried } from '../support/plain-things.ts';
import { closesInOrder, type PersonName } from '../support/server.ts';
import { standings } from '../support/standings.ts';

const people: Readonly<Record<Role, PersonName>> = { owner: 'ana', admin: 'beto', user: 'caro' };

let farm: FieldFarm;
let org: string;
/** Ids that a path may name, by the part of the address after /api. */
let things: Readonly<Record<string, string>>;

const made = async (path: string, body: object, part: string): Promise<string> => {
  const answer = await farm.as('ana', 'POST', path, body);
  expect(answer.status).toBe(200);
  return (answer.body[part] as { id: string }).id;
};

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
  const bale = { organization_id: org, name: 'Rollos', kind: 'forraje', unit: 'rollo' };
  things = {
    lot: farm.lots.ombu,
    asset: await made('/api/asset', bale, 'asset'),
    note: await made(`/api/note/create/${org}`, { text: 'El molino' }, 'note'),
    task: await made(`/api/task/${org}`, { title: 'Recorrer', assigned_to: [farm.userIds.ana] }, 'task'),
  };
});

const showFinance = (show_finance_to_admins: boolean) =>
  farm.db
    .updateTable('organizations')
    .set({ settings: JSON.stringify({ show_finance_to_admins }) })
    .where('id', '=', org)
    .execute();

/** Everybody of the table of rights in turn, on a farm that shows what his standing says. */
async function inTurn(look: (who: PersonName, standing: Standing) => Promise<boolean>): Promise<string[]> {
  const found: string[] = [];
  for (const [name, standing] of standings) {
    await showFinance(standing.showsFinance);
    if (await look(people[standing.role], standing)) found.push(name);
  }
  await showFinance(true);
  return found;
}
const withRight = (capability: Capability): string[] =>
  standings.filter(([, standing]) => may(standing, capability)).map(([name]) => name);

interface Row {
  readonly endpoint: Endpoint;
  readonly capability: Capability;
}
const rows: readonly (readonly [string, Row])[] = allEndpoints.flatMap(({ endpoint }) =>
  endpoint.may ? [[`${endpoint.method} ${endpoint.path}`, { endpoint, capability: endpoint.may }] as const] : [],
);

const addressOf = ({ path, farm: place }: Endpoint): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'org') return org;
    return place === 'org' || place === 'body' ? 'none' : (things[path.split('/')[2] ?? ''] ?? 'none');
  });

/** A body that no call takes: whoever gets as far as that had leave to make it. Typed in the field, as the phone says. */
const nonsense = (endpoint: Endpoint): object | undefined => {
  if (!endpoint.body) return undefined;
  return { nonsense: true, offline: true, ...(endpoint.farm === 'body' && { organization_id: org }) };
};

const ask = (endpoint: Endpoint, who: PersonName, key = randomUUID()): Promise<CoreResponse> => {
  const address = endpoint.body ? addressOf(endpoint) : `${addressOf(endpoint)}?offline=1`;
  return farm.as(who, endpoint.method, address, nonsense(endpoint), { 'idempotency-key': key });
};

/** What takes no body is done at once where it may be: only what is not there is asked to be. */
const isHarmless = ({ body, method, path }: Endpoint): boolean =>
  body !== null || method === 'GET' || /\{org\}.*\{(id|fileId)\}/.test(path);

describe('A call is taken of who has the right to it, and of nobody else', () => {
  test.each(rows)('%s', async (_address, { endpoint, capability }) => {
    const taken = await inTurn(async (who, standing) => {
      if (may(standing, capability) && !isHarmless(endpoint)) return true;
      return (await ask(endpoint, who)).status !== 403;
    });
    expect(taken).toEqual(withRight(capability));
  });
});

/** What a phone hands over for the office: the records of the field, and what they are about. */
const ofField = new RegExp(
  `^/api/(movement|lot|rodeo|campo|animal-categories|asset|audit|note|task|reproductive-cycle${plainCarried})(/|$)`,
);

describe('What was typed before its author lost the right is kept for who decides, once', () => {
  test.each(rows.filter(([, { endpoint }]) => endpoint.method !== 'GET'))(
    '%s',
    async (_address, { endpoint, capability }) => {
      for (const [, standing] of standings.filter(([, one]) => !may(one, capability))) {
        await showFinance(standing.showsFinance);
        const key = randomUUID();
        const who = people[standing.role];
        // A phone that waits sends it again and again.
        const tries = [await ask(endpoint, who, key), await ask(endpoint, who, key)];
        expect(tries.map(({ status, body }) => [status, body['code']])).toEqual([
          [403, 'FORBIDDEN'],
          [403, 'FORBIDDEN'],
        ]);
        const waiting = (await farm.as('ana', 'GET', `/api/refused/${org}`)).body['refused'] as {
          readonly id: string;
          readonly author: { readonly id: string };
          readonly body: unknown;
        }[];
        const kept = waiting.filter((one) => one.id === key).map((one) => [one.author.id, one.body]);
        const wanted = [farm.userIds[who], nonsense(endpoint) ?? null];
        expect(kept).toEqual(ofField.test(endpoint.path) ? [wanted] : []);
      }
      await showFinance(true);
      await farm.db.deleteFrom('refused').execute();
    },
  );
});

const answers = async (who: PersonName, method: string, path: string, body?: object): Promise<boolean> =>
  (await farm.as(who, method, path, body)).status === 200;
const sell = async (who: PersonName, more: object = {}): Promise<Movement> => {
  const sale = {
    date: '2026-08-01',
    lot_id: farm.lots.bajo,
    rodeo_id: farm.rodeos.invernada,
    animals: [{ type: farm.cat('Novillito'), count: 1 }],
    ...more,
  };
  return (await farm.record(who, 'sell', sale)).body['movement'] as Movement;
};
const rain = async (who: PersonName): Promise<string> => {
  const { body } = await farm.record(who, 'weather/rain', { date: '2026-11-01', mm: 10, cid: randomUUID() });
  return (body['movement'] as Movement).id;
};
const change = (who: PersonName, id: string): Promise<boolean> =>
  answers(who, 'PUT', `/api/movement/weather/rain/${org}/${id}`, { date: '2026-11-01', mm: 11 });

/** What the server asks beside who may make the call: whether somebody has it, by what comes of it. */
const asked: Readonly<Partial<Record<Capability, (who: PersonName, standing: Standing) => Promise<boolean>>>> = {
  'see-farm': (who) => answers(who, 'GET', `/api/lot/info/${org}`),
  'record-unreviewed': async (who) => (await sell(who)).review?.reasons.includes('role') !== true,
  'change-own-records': async (who) => change(who, await rain(who)),
  'change-any-record': async (who) => change(who, await rain(who === 'ana' ? 'beto' : 'ana')),
  'see-money': async (who) => {
    const { id } = await sell('ana', { total: '1000.00' });
    const { body } = await farm.as(who, 'GET', `/api/movement/${id}`);
    return 'total' in (body['movement'] as Movement).metadata;
  },
  'take-in-stock': (who) =>
    answers(who, 'POST', `/api/asset/${org}/adjust`, { asset_id: things['asset'], counted: 3, date: '2026-11-01' }),
  'manage-all-tasks': (who) =>
    answers(who, 'PUT', `/api/task/${org}/${things['task'] ?? ''}`, { title: 'Recorrer todo' }),
  'see-mails': async (who) => {
    const { body } = await farm.as(who, 'GET', `/api/organization/data/${org}`);
    return JSON.stringify(body).includes('@campo.test');
  },
  'see-restores': async (who) => {
    const copied = { is_copy: 1, copy_at: new Date(farm.clock.now).toISOString() };
    await farm.db.updateTable('lives').set(copied).where('organization_id', '=', org).execute();
    const { body } = await farm.as(who, 'GET', `/api/sync/${org}/snapshot`);
    await farm.db.updateTable('lives').set({ is_copy: 0, copy_at: null }).where('organization_id', '=', org).execute();
    return JSON.stringify(body).includes('"restored"');
  },
  'switch-finance': (who, { showsFinance }) =>
    answers(who, 'PUT', `/api/organization/${org}`, { settings: { show_finance_to_admins: !showsFinance } }),
};

/** What no server asks: each with the reason. */
const askedNowhere: Readonly<Partial<Record<Capability, string>>> = {
  'see-figures': 'the phone makes figures of rows that everybody has',
  'close-period': 'no period is closed yet',
};

describe('What the server asks in the midst of a call', () => {
  test.each(Object.entries(asked) as [Capability, (who: PersonName, standing: Standing) => Promise<boolean>][])(
    '%s is of who has the right, and of nobody else',
    async (capability, look) => {
      expect(await inTurn(look)).toEqual(withRight(capability));
    },
  );

  test('keeps the price of who sees none, marked to be looked at, and tells him so', async () => {
    const told = await inTurn(async (who) => {
      const { id, review } = await sell(who, { total: '99.00' });
      const kept = (await farm.as('ana', 'GET', `/api/movement/${id}`)).body['movement'] as Movement;
      expect(kept.metadata).toMatchObject({ total: '99.00' });
      return review?.reasons.includes('price') !== true;
    });
    expect(told).toEqual(withRight('see-money'));
  });

  test('leaves no capability out', () => {
    const known = [...rows.map(([, { capability }]) => capability), ...Object.keys({ ...asked, ...askedNowhere })];
    expect([...new Set(known)].toSorted()).toEqual(Object.keys(permissions).toSorted());
  });
});

describe('Who is off the team', () => {
  test.each(rows)('is taken by no call, and what he typed is kept: %s', async (_address, { endpoint }) => {
    const removed_at = new Date(farm.clock.now).toISOString();
    const own = farm.db.updateTable('memberships').where('user_id', '=', farm.userIds.caro);
    await own.set({ removed_at }).execute();
    const key = randomUUID();
    const { status } = await ask(endpoint, 'caro', key);
    await own.set({ removed_at: null }).execute();
    const kept = await farm.db.selectFrom('refused').select('user_id').where('key', '=', key).execute();
    expect([403, 404]).toContain(status);
    // What he typed in the field waits for the office; that something be gone which is not there says nothing.
    const saysNothing = endpoint.method === 'GET' || (status === 404 && endpoint.method === 'DELETE');
    expect(kept).toEqual(ofField.test(endpoint.path) && !saysNothing ? [{ user_id: farm.userIds.caro }] : []);
  });
});

closesInOrder(() => farm);
