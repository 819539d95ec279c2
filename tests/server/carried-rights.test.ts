import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { examine } from '../../src/server/database/doctor.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { knownDevices, sealedBy } from '../support/seals.ts';
import type { PersonName } from '../support/server.ts';

let farm: FieldFarm;
let org: string;
beforeEach(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});
afterEach(async () => {
  const wrong = [...(await examine(farm.db)), ...farm.bugs];
  await farm.close();
  if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
});

interface Operation {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}
interface Result {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}
type Made = Readonly<Record<string, { readonly id: string } & Readonly<Record<string, unknown>>>>;

const operation = (method: string, path: string, body?: object): Operation => ({
  key: randomUUID(),
  method,
  path,
  ...(body && { body }),
});
const devices = knownDevices(() => farm);
const bring = async (who: PersonName, author: PersonName, brought: Operation): Promise<Result> => {
  const sealer = { organizationId: org, author: farm.userIds[author] };
  const operations = [{ ...(await sealedBy(devices, sealer, brought)), author: sealer.author }];
  const { status, body } = await farm.as(who, 'POST', `/api/sync/${org}/ops`, { operations });
  if (status !== 200) return { status, body };
  return (body['results'] as [Result])[0];
};
const make = async (who: PersonName, path: string, body: object, part: string): Promise<string> => {
  const answer = await farm.as(who, 'POST', path, body);
  expect(answer.status).toBe(200);
  return (answer.body as Made)[part]?.id ?? '';
};
const birth = (cid: string, more: object = {}) => ({
  date: '2026-11-20',
  lot_id: farm.lots.ombu,
  rodeo_id: farm.rodeos.cria,
  animals: [{ type: farm.cat('Ternero al pie'), count: 2 }],
  cid,
  offline: true,
  ...more,
});
const recording = (cid: string, more: object = {}) => operation('POST', `/api/movement/birth/${org}`, birth(cid, more));
const movement = (id: string) => farm.db.selectFrom('movements').selectAll().where('id', '=', id).executeTakeFirst();
const keepRejected = (key: string) =>
  farm.db.selectFrom('refused').select(['user_id', 'author_id', 'state', 'path']).where('key', '=', key).execute();
const leave = async (who: PersonName): Promise<void> => {
  await farm.db
    .updateTable('memberships')
    .set({ removed_at: new Date(farm.clock.now).toISOString() })
    .where('user_id', '=', farm.userIds[who])
    .execute();
};

describe('Another’s name lends a hand no right', () => {
  test('to take the admin off the team', async () => {
    const path = `/api/organization/user/${farm.userIds.beto}`;
    expect((await bring('caro', 'ana', operation('DELETE', path, { organization_id: org }))).status).toBe(403);
    expect((await farm.as('beto', 'GET', `/api/rodeo/${org}`)).status).toBe(200);
  });

  test('to change or delete what its author recorded, which is kept aside for the office', async () => {
    const id = await make('ana', `/api/movement/birth/${org}`, birth(randomUUID()), 'movement');
    const edit = operation('PUT', `/api/movement/birth/${org}/${id}`, birth(id, { detail: 'Nada' }));
    const deletion = operation('DELETE', `/api/movement/delete/${org}/${id}`);
    for (const asked of [edit, deletion]) {
      const { status, body } = await bring('caro', 'ana', asked);
      expect([status, body['code'], body['kept']]).toEqual([403, 'FORBIDDEN', [asked.key]]);
      expect(await keepRejected(asked.key)).toMatchObject([
        { user_id: farm.userIds.caro, author_id: farm.userIds.ana, state: 'en_espera' },
      ]);
    }
    expect(await movement(id)).toMatchObject({ deleted: 0, version: 1, detail: null });
  });

  test('to read his private notes', async () => {
    const text = 'Vender en marzo';
    const id = await make('ana', `/api/note/create/${org}`, { text, visibility: 'yo' }, 'note');
    const asked = [
      operation('PUT', `/api/note/update/${id}`, { pinned: true }),
      operation('POST', `/api/note/create/${org}`, { text: 'x', cid: id }),
    ];
    for (const one of asked) {
      const { status, body } = await bring('caro', 'ana', one);
      expect([status < 400, JSON.stringify(body).includes(text)]).toEqual([false, false]);
    }
  });

  test('to give others tasks', async () => {
    const task = { title: 'Recorrer', assigned_to: [farm.userIds.beto] };
    expect((await bring('caro', 'ana', operation('POST', `/api/task/${org}`, task))).status).toBe(403);
  });

  test('to make what a hand may not make', async () => {
    const lot = operation('POST', `/api/lot/create/${org}`, { name: 'Nuevo', hectares: 3, cid: randomUUID() });
    expect((await bring('caro', 'ana', lot)).status).toBe(403);
    expect(await keepRejected(lot.key)).toHaveLength(1);
  });
});

describe('Another’s name lends an admin no right', () => {
  const team = async (): Promise<string> => {
    const people = await farm.db.selectFrom('memberships').selectAll().orderBy('user_id').execute();
    const sessions = await farm.db.selectFrom('sessions').select(['id', 'ended_at']).orderBy('id').execute();
    const farms = await farm.db.selectFrom('organizations').select(['id', 'settings']).execute();
    return JSON.stringify([people, sessions, farms]);
  };

  test.each([
    [
      'switch prices on for himself',
      () => operation('PUT', `/api/organization/${org}`, { settings: { show_finance_to_admins: false } }),
    ],
    [
      'add an owner',
      () =>
        operation('POST', '/api/organization/add-user', {
          organization_id: org,
          email: 'dana@campo.test',
          role: 'owner',
        }),
    ],
    [
      'become an owner',
      () =>
        operation('PATCH', `/api/organization/user/${farm.userIds.beto}/role`, { organization_id: org, role: 'owner' }),
    ],
    ['delete the farm', () => operation('DELETE', `/api/organization/${org}`)],
  ])('to %s', async (_title, asked) => {
    const before = await team();
    const one = asked();
    expect((await bring('beto', 'ana', one)).status).toBe(403);
    expect([await team(), await keepRejected(one.key)]).toEqual([before, []]);
  });

  test('to mark the owner’s phone as lost', async () => {
    const { id } = await farm.db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', farm.userIds.ana)
      .executeTakeFirstOrThrow();
    expect((await bring('beto', 'ana', operation('POST', `/api/organization/${org}/session/${id}/lost`))).status).toBe(
      403,
    );
    expect((await farm.as('ana', 'GET', `/api/rodeo/${org}`)).status).toBe(200);
  });
});

describe('What somebody brings for another', () => {
  test('is looked at, whoever both are, and says who brought it', async () => {
    for (const [carrier, author] of [
      ['ana', 'beto'],
      ['beto', 'caro'],
      ['caro', 'ana'],
    ] as const) {
      const cid = randomUUID();
      expect((await bring(carrier, author, recording(cid))).status).toBe(200);
      const row = await movement(cid);
      expect(JSON.parse(row?.review ?? 'null')).toMatchObject({ reasons: ['carried'] });
      expect([row?.created_by, (JSON.parse(row?.payload ?? '{}') as Result['body'])['carried_by']]).toEqual([
        farm.userIds[author],
        farm.userIds[carrier],
      ]);
    }
  });

  test('and is a note says so too', async () => {
    const cid = randomUUID();
    const note = operation('POST', `/api/note/create/${org}`, { text: 'Falta agua', cid, offline: true });
    expect((await bring('beto', 'caro', note)).status).toBe(200);
    const row = await farm.db.selectFrom('notes').select('content').where('id', '=', cid).executeTakeFirst();
    expect(JSON.parse(row?.content ?? '{}')).toMatchObject({ carried_by: farm.userIds.beto });
  });

  test('says other words under the name of who brought them', async () => {
    const cid = randomUUID();
    await farm.as('caro', 'POST', `/api/movement/birth/${org}`, birth(cid));
    expect((await bring('beto', 'caro', recording(cid, { detail: 'Otra cosa' }))).status).toBe(200);
    const edits = await farm.db.selectFrom('edits').select('edited_by').where('movement_id', '=', cid).execute();
    expect(edits).toEqual([{ edited_by: farm.userIds.beto }]);
  });

  test('and the office books after all still says who brought it', async () => {
    const cid = randomUUID();
    const wrong = recording(cid, { animals: [{ type: 'nothing', count: 1 }] });
    expect((await bring('beto', 'caro', wrong)).status).toBeGreaterThanOrEqual(400);
    const applied = await farm.as('ana', 'POST', `/api/refused/${org}/${wrong.key}/apply`, { body: birth(cid) });
    expect(applied.status).toBe(200);
    const row = await movement(cid);
    expect(row?.created_by).toBe(farm.userIds.caro);
    expect(JSON.parse(row?.payload ?? '{}')).toMatchObject({ carried_by: farm.userIds.beto });
  });

  test('and was there before on its author’s phone is no news for the office', async () => {
    const id = await make('caro', `/api/movement/birth/${org}`, birth(randomUUID()), 'movement');
    const deletion = operation('DELETE', `/api/movement/delete/${org}/${id}`);
    await farm.as('caro', 'DELETE', deletion.path, undefined, { 'idempotency-key': deletion.key });
    expect((await bring('beto', 'caro', deletion)).body['kept']).toEqual([deletion.key]);
    expect(await keepRejected(deletion.key)).toEqual([]);
  });
});

describe('Who left the team', () => {
  const early = { recorded_at: '2026-11-20T10:00:00.000Z' };

  test('brings nothing of others, booked or aside', async () => {
    await leave('caro');
    const cid = randomUUID();
    const asked = recording(cid, early);
    expect((await bring('caro', 'ana', asked)).status).toBeGreaterThanOrEqual(403);
    expect([await movement(cid), await keepRejected(asked.key)]).toEqual([undefined, []]);
  });

  test('has what others bring of him kept for the office, and nothing of it booked', async () => {
    await leave('caro');
    const cid = randomUUID();
    const asked = recording(cid, early);
    const { status, body } = await bring('beto', 'caro', asked);
    expect([status, body['kept']]).toEqual([403, [asked.key]]);
    expect(await movement(cid)).toBeUndefined();
    expect(await keepRejected(asked.key)).toMatchObject([
      { user_id: farm.userIds.beto, author_id: farm.userIds.caro, state: 'en_espera' },
    ]);
    const applied = await farm.as('ana', 'POST', `/api/refused/${org}/${asked.key}/apply`, {});
    expect([applied.status, (await movement(cid))?.created_by]).toEqual([200, farm.userIds.caro]);
  });

  test('still brings his own', async () => {
    await leave('caro');
    const cid = randomUUID();
    const own = await farm.as('caro', 'POST', `/api/movement/birth/${org}`, birth(cid, early), {
      'idempotency-key': randomUUID(),
    });
    expect([own.status, (await movement(cid))?.created_by]).toEqual([200, farm.userIds.caro]);
  });
});
