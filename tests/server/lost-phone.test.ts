import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CoreResponse } from '../../src/server/kernel/exchange.ts';
import { invitationIn } from '../support/let-in.ts';
import { createFieldFarm, type FieldFarm } from '../support/field-farm.ts';
import { digestOf, jpegOf } from '../support/pictures.ts';
import { closesInOrder, type PersonName, testPassword } from '../support/server.ts';

let farm: FieldFarm;
let org: string;
const day = 86_400_000;

/** A phone: signed in once, and what it holds. */
interface Phone {
  readonly token: string;
  readonly refresh: string;
  readonly id: string;
}

beforeAll(async () => {
  farm = await createFieldFarm();
  org = farm.organizationId;
});

beforeEach(async () => {
  farm.clock.now += day;
  await farm.db.deleteFrom('refused').execute();
});

const by = (token: string, method: string, path: string, body?: unknown, key?: string): Promise<CoreResponse> =>
  farm.as(null, method, path, body, { authorization: `Bearer ${token}`, ...(key && { 'idempotency-key': key }) });

async function signIn(who: PersonName): Promise<Phone> {
  const { body } = await farm.as(null, 'POST', '/api/auth/log-in', {
    email: `${who}@campo.test`,
    password: testPassword,
  });
  const token = String(body['token']);
  const { sessions } = (await by(token, 'GET', '/api/auth/session')).body as {
    sessions: { id: string; current: boolean }[];
  };
  const id = sessions.find(({ current }) => current)?.id ?? '';
  return { token, refresh: String(body['refresh_token']), id };
}

const rain = (mm: number) => ({ date: '2026-11-20', mm, offline: true, cid: randomUUID() });
const feed = (of = org): string => `/api/sync/${of}?since=0`;
const rainPath = (): string => `/api/movement/weather/rain/${org}`;
const operation = (body: object, path = rainPath(), method = 'POST') => ({ key: randomUUID(), method, path, body });
const waiting = async (token: string): Promise<Record<string, unknown>[]> =>
  (await by(token, 'GET', `/api/refused/${org}`)).body['refused'] as Record<string, unknown>[];
const lost = { status: 401, body: { ok: false, code: 'SESSION_LOST', message: 'session expired' } };
const sessionsOf = async (token: string): Promise<{ id: string; user_id: string }[]> =>
  (await by(token, 'GET', `/api/organization/${org}/session`)).body['sessions'] as { id: string; user_id: string }[];

describe('A phone that its owner marked as lost', () => {
  test('is out at once, on every call, and cannot renew itself', async () => {
    const [phone, other] = [await signIn('caro'), await signIn('caro')];
    expect((await by(other.token, 'POST', `/api/auth/session/${phone.id}/lost`)).status).toBe(200);
    expect(await by(phone.token, 'GET', '/api/user')).toMatchObject(lost);
    expect(await by(phone.token, 'GET', `/api/lot/info/${org}`)).toMatchObject(lost);
    expect(await farm.as(null, 'POST', '/api/auth/refresh-token', { refresh_token: phone.refresh })).toMatchObject(
      lost,
    );
    expect((await by(other.token, 'GET', '/api/user')).status).toBe(200);
    expect(farm.outside.endedSessions).toContain(phone.id);
    expect(farm.outside.mails.at(-1)).toMatchObject({ to: 'caro@campo.test' });
    expect(farm.outside.events.at(-1)).toMatchObject({ what: 'phone_lost', session_id: phone.id });
  });

  test('still says what it had to say: it is kept apart for the office, and the phone hears what is safe', async () => {
    const [phone, other, office] = [await signIn('caro'), await signIn('caro'), await signIn('ana')];
    await by(other.token, 'POST', `/api/auth/session/${phone.id}/lost`);
    const lot = { name: 'El Nuevo', hectares: 3, offline: true, cid: randomUUID() };
    const operations = [
      operation(lot, `/api/lot/create/${org}`),
      operation({ ...rain(11), lot_id: lot.cid }),
      operation({ name: 'Mía' }, `/api/organization/${org}`, 'PUT'),
    ];
    const answer = await by(phone.token, 'POST', `/api/sync/${org}/ops`, { operations });
    expect(answer).toMatchObject(lost);
    const kept = operations.slice(0, 2).map(({ key }) => key);
    expect(answer.body['kept']).toEqual(kept);
    // A lost answer is asked for again.
    expect((await by(phone.token, 'POST', `/api/sync/${org}/ops`, { operations })).body['kept']).toEqual(kept);
    expect((await waiting(office.token)).map(({ id, from_lost_phone }) => [id, from_lost_phone])).toEqual(
      kept.map((key) => [key, true]),
    );
    for (const key of kept)
      expect((await by(office.token, 'POST', `/api/refused/${org}/${key}/apply`, {})).status).toBe(200);
    const { body } = await by(office.token, 'GET', `/api/movement/all/${org}?type=RAIN`);
    const movements = body['movements'] as { created_by: string; metadata: object }[];
    expect(movements.filter(({ metadata }) => 'mm' in metadata && metadata.mm === 11)).toMatchObject([
      { created_by: farm.userIds.caro, metadata: { lot_id: lot.cid } },
    ]);
    expect(await waiting(office.token)).toEqual([]);
  });

  test('may carry what a companion recorded: it is kept with his name beside, a stranger’s is not', async () => {
    const [phone, other, office] = [await signIn('caro'), await signIn('caro'), await signIn('ana')];
    await by(other.token, 'POST', `/api/auth/session/${phone.id}/lost`);
    const operations = [
      { ...operation(rain(21)), author: farm.userIds.beto },
      { ...operation(rain(22)), author: farm.userIds.dana },
    ];
    const { body } = await by(phone.token, 'POST', `/api/sync/${org}/ops`, { operations });
    expect(body['kept']).toEqual([operations[0]?.key]);
    expect(await waiting(office.token)).toMatchObject([
      { author: { first_name: 'Caro' }, said_author: { first_name: 'Beto' }, from_lost_phone: true },
    ]);
  });

  test('may bring the photos that its records name, whoever wrote them, and nothing else', async () => {
    const [phone, other] = [await signIn('caro'), await signIn('caro')];
    const photos = [jpegOf(1), jpegOf(2), jpegOf(3), jpegOf(4)] as const;
    const [own, sent, carried, unnamed] = photos.map(digestOf);
    const put = (at: number, token = phone.token, farmId = org) =>
      by(token, 'PUT', `/api/blob/${farmId}/${digestOf(photos[at] ?? photos[0])}`, photos[at]);
    await by(phone.token, 'POST', rainPath(), { ...rain(31), photos: [sent] }, randomUUID());
    await by(other.token, 'POST', `/api/auth/session/${phone.id}/lost`);
    expect(await put(0)).toMatchObject(lost);
    const operations = [
      operation({ ...rain(32), photos: [own] }),
      { ...operation({ ...rain(33), photos: [carried] }), author: farm.userIds.beto },
    ];
    await by(phone.token, 'POST', `/api/sync/${org}/ops`, { operations });
    for (const at of [0, 1, 2, 0]) expect((await put(at)).body).toMatchObject({ ok: true, blob: {} });
    expect(await put(3)).toMatchObject(lost);
    expect(await by(phone.token, 'PUT', `/api/blob/${org}/${own}`, photos[3])).toMatchObject({ status: 400 });
    expect(await by(phone.token, 'GET', `/api/blob/${org}/${own}`)).toMatchObject(lost);
    expect(await put(0, phone.token, randomUUID())).toMatchObject(lost);
    const there = (await farm.db.selectFrom('blobs').select('digest').execute()).map(({ digest }) => digest);
    expect(new Set(there)).toEqual(new Set([own, sent, carried]));
    expect(there).not.toContain(unnamed);
  });

  test('says it weeks later too, with the token that it had; a season later nobody listens', async () => {
    const [phone, other] = [await signIn('caro'), await signIn('caro')];
    await by(other.token, 'POST', `/api/auth/session/${phone.id}/lost`);
    farm.clock.now += 40 * day;
    const one = rain(12);
    const key = randomUUID();
    expect((await by(phone.token, 'POST', rainPath(), one, key)).body).toMatchObject({ ...lost.body, kept: [key] });
    farm.clock.now += 150 * day;
    const late = await by(phone.token, 'POST', rainPath(), rain(13), randomUUID());
    expect(late).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } });
    expect(await waiting((await signIn('ana')).token)).toMatchObject([{ id: key }]);
  });

  test('changes nothing by what it says, and a forged token says nothing', async () => {
    const [phone, other] = [await signIn('caro'), await signIn('caro')];
    await by(other.token, 'POST', `/api/auth/session/${phone.id}/lost`);
    const before = await farm.everything();
    await by(phone.token, 'POST', rainPath(), rain(14), randomUUID());
    expect(await farm.everything()).toBe(before);
    await farm.db.deleteFrom('refused').execute();
    const forged = `${phone.token.slice(0, -6)}AAAAAA`;
    expect((await by(forged, 'POST', rainPath(), rain(14), randomUUID())).body['code']).toBe('TOKEN_INVALID');
    expect(await waiting((await signIn('ana')).token)).toEqual([]);
  });

  test('is not the one in his hand, nor anybody else’s', async () => {
    const [phone, other] = [await signIn('caro'), await signIn('beto')];
    expect((await by(phone.token, 'POST', `/api/auth/session/${phone.id}/lost`)).status).toBe(409);
    expect((await by(other.token, 'POST', `/api/auth/session/${phone.id}/lost`)).status).toBe(404);
    expect((await by(phone.token, 'GET', '/api/user')).status).toBe(200);
  });
});

describe('Who manages the team', () => {
  beforeAll(async () => {
    for (const who of ['ana', 'beto', 'caro'] as const)
      await by((await signIn(who)).token, 'POST', rainPath(), rain(1));
  });

  test('sees the phones of those whom he may take off it: an admin the hands’, the owner all', async () => {
    const [phone, admin, owner] = [await signIn('caro'), await signIn('beto'), await signIn('ana')];
    const users = (list: { user_id: string }[]) => new Set(list.map(({ user_id }) => user_id));
    expect(users(await sessionsOf(admin.token))).toEqual(new Set([farm.userIds.caro, farm.userIds.beto]));
    expect(users(await sessionsOf(owner.token))).toEqual(
      new Set([farm.userIds.caro, farm.userIds.beto, farm.userIds.ana]),
    );
    expect((await sessionsOf(owner.token)).map(({ id }) => id)).toContain(phone.id);
    expect(JSON.stringify(await sessionsOf(owner.token))).not.toMatch(/token|hash/);
  });

  test('ends one, or marks it as lost, and its person is told by mail', async () => {
    const [first, second, admin] = [await signIn('caro'), await signIn('caro'), await signIn('beto')];
    const address = `/api/organization/${org}/session`;
    expect((await by(admin.token, 'DELETE', `${address}/${first.id}`)).status).toBe(200);
    expect((await by(first.token, 'GET', '/api/user')).body['code']).toBe('SESSION_REVOKED');
    expect((await by(admin.token, 'POST', `${address}/${second.id}/lost`)).status).toBe(200);
    expect(await by(second.token, 'GET', '/api/user')).toMatchObject(lost);
    expect(farm.outside.mails.slice(-2).map(({ to }) => to)).toEqual(['caro@campo.test', 'caro@campo.test']);
    // One that was only ended may turn out to be lost.
    expect((await by(admin.token, 'POST', `${address}/${first.id}/lost`)).status).toBe(200);
    expect(await by(first.token, 'GET', '/api/user')).toMatchObject(lost);
  });

  test('never reaches the owner’s, a stranger’s, or a newcomer’s that has never opened this farm', async () => {
    const [owner, admin, stranger] = [await signIn('ana'), await signIn('beto'), await signIn('dana')];
    const end = (id: string) => by(admin.token, 'DELETE', `/api/organization/${org}/session/${id}`);
    expect((await end(owner.id)).status).toBe(404);
    expect((await by(stranger.token, 'GET', feed())).status).toBe(404);
    expect((await end(stranger.id)).status).toBe(404);
    const add = { organization_id: org, email: 'dana@campo.test', role: 'user' };
    const { body } = await by(owner.token, 'POST', '/api/organization/add-user', add);
    const token = invitationIn(body['invitation_url']);
    expect((await by(stranger.token, 'POST', '/api/organization/accept-invitation', { token })).status).toBe(200);
    expect((await end(stranger.id)).status).toBe(404);
    expect((await by(stranger.token, 'GET', '/api/user')).status).toBe(200);
  });

  test('ends a newcomer’s that opened this farm and sent nothing, and sees none of her others', async () => {
    const [admin, here, gone, elsewhere] = [
      await signIn('beto'),
      await signIn('dana'),
      await signIn('dana'),
      await signIn('dana'),
    ];
    const made = await by(elsewhere.token, 'POST', '/api/organization', { name: 'La Otra' });
    const { id: other } = made.body['organization'] as { readonly id: string };
    expect((await by(elsewhere.token, 'GET', feed(other))).status).toBe(200);
    for (const phone of [here, gone]) expect((await by(phone.token, 'GET', feed())).status).toBe(200);
    const seen = (await sessionsOf(admin.token)).filter(({ user_id }) => user_id === farm.userIds.dana);
    expect(seen.map(({ id }) => id).toSorted()).toEqual([here.id, gone.id].toSorted());
    expect(seen).toMatchObject([{ outbox: null }, { outbox: null }]);
    const address = `/api/organization/${org}/session`;
    expect((await by(admin.token, 'DELETE', `${address}/${elsewhere.id}`)).status).toBe(404);
    expect((await by(admin.token, 'DELETE', `${address}/${here.id}`)).status).toBe(200);
    expect((await by(admin.token, 'POST', `${address}/${gone.id}/lost`)).status).toBe(200);
    expect((await by(here.token, 'GET', feed())).body['code']).toBe('SESSION_REVOKED');
    expect(await by(gone.token, 'GET', feed())).toMatchObject(lost);
    expect((await by(elsewhere.token, 'GET', feed(other))).status).toBe(200);
    expect((await by(admin.token, 'GET', feed(other))).status).toBe(404);
    expect((await sessionsOf(admin.token)).map(({ user_id }) => user_id)).not.toContain(farm.userIds.dana);
  });

  test('is not a hand', async () => {
    const { token, id } = await signIn('caro');
    expect((await by(token, 'GET', `/api/organization/${org}/session`)).status).toBe(403);
    expect((await by(token, 'POST', `/api/organization/${org}/session/${id}/lost`)).status).toBe(403);
  });
});

closesInOrder(() => farm);
