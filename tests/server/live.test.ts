import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { compose, type RunningServer } from '../../src/server/compose.ts';
import { examine } from '../../src/server/database/doctor.ts';
import { openSqlite } from '../../src/server/database/sqlite.ts';
import { readSettings } from '../../src/server/settings.ts';
import { invitationIn } from '../support/let-in.ts';
import { testPassword } from '../support/server.ts';

let folder: string;
let server: RunningServer;
let base: string;
let org: string;
let tokens: Record<'ana' | 'caro' | 'dana', string>;
let refreshToken: string;
const open = new Set<Socket>();

const ask = async (token: string | null, method: string, path: string, body?: unknown, key?: string) => {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
    ...(key && { 'idempotency-key': key }),
  };
  const answer = await fetch(`${base}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { headers: answer.headers, body: (await answer.json()) as Record<string, unknown> };
};

const signUp = async (name: string) => {
  const person = {
    email: `${name}@campo.test`,
    password: testPassword,
    first_name: name,
    last_name: 'X',
    phone: '1155550000',
  };
  return (await ask(null, 'POST', '/api/auth/sign-up', person)).body as { token: string; refresh_token: string };
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'live-'));
  server = await compose(readSettings({ DATA_DIR: folder, LOG_LEVEL: 'silent', PORT: '0' }), join(folder, 'none'));
  base = await server.listen();
  const [ana, caro, dana] = [await signUp('ana'), await signUp('caro'), await signUp('dana')];
  tokens = { ana: ana.token, caro: caro.token, dana: dana.token };
  refreshToken = ana.refresh_token;
  const made = await ask(ana.token, 'POST', '/api/organization', { name: 'La Esperanza' });
  org = (made.body['organization'] as { id: string }).id;
  const { user } = (await ask(caro.token, 'GET', '/api/user')).body as { user: { id: string } };
  const db = openSqlite(join(folder, 'tranquera.sqlite'));
  const created_at = new Date().toISOString();
  const member = { organization_id: org, user_id: user.id, role: 'user' as const, created_at, removed_at: null };
  await db.insertInto('memberships').values(member).execute();
  await db.destroy();
});

afterEach(() => {
  for (const socket of open) socket.disconnect();
  open.clear();
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

interface Told {
  readonly action: string;
  readonly [part: string]: unknown;
}

/** A phone that listens: what it heard, and whether it is connected. */
const listen = async (token: string) => {
  const socket = io(base, {
    path: '/api/events/socket.io',
    query: { token },
    transports: ['websocket'],
    reconnection: false,
  });
  open.add(socket);
  const heard: Told[] = [];
  socket.on('message', (message: Told) => heard.push(message));
  const failed = await new Promise<string | null>((resolve) => {
    socket.on('connect', () => resolve(null));
    socket.on('connect_error', (error) => resolve(error.message));
  });
  const tell = (event: string, ...sent: unknown[]): Promise<unknown> =>
    socket.timeout(15_000).emitWithAck(event, ...sent);
  const isOut = (): Promise<boolean> =>
    new Promise((resolve) => {
      if (socket.disconnected) resolve(true);
      socket.on('disconnect', () => resolve(true));
      setTimeout(() => resolve(false), 15_000).unref();
    });
  return { socket, heard, failed, tell, isOut };
};

const room = (id = org): string => `organization_${id}`;
const rain = (mm: number, key?: string) =>
  ask(tokens.ana, 'POST', `/api/movement/weather/rain/${org}`, { date: '2026-01-05', mm }, key);
const soon = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 750 && !holds(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe('A record that was refused', () => {
  test('is told to those who decide on it, and to nobody else', async () => {
    const [owner, hand, stranger] = [await listen(tokens.ana), await listen(tokens.caro), await listen(tokens.dana)];
    for (const phone of [owner, hand, stranger]) await phone.tell('join', room());
    const flood = { date: '2026-01-05', mm: 9999, offline: true, cid: randomUUID() };
    const path = `/api/movement/weather/rain/${org}`;
    expect((await ask(tokens.caro, 'POST', path, flood, randomUUID())).body).toMatchObject({ code: 'INVALID_BODY' });
    await soon(() => owner.heard.length > 0);
    expect(owner.heard).toEqual([{ action: 'refused-updated', organization_id: org }]);
    // What everybody hears afterwards is the first that the others hear.
    await rain(2);
    await soon(() => hand.heard.length > 0);
    expect(hand.heard.map(({ action }) => action)).toEqual(['movement-created']);
    expect(stranger.heard).toEqual([]);
  });
});

describe('Who may listen', () => {
  test('is a member, who is told that he is in', async () => {
    for (const token of [tokens.ana, tokens.caro]) {
      const phone = await listen(token);
      expect(phone.failed).toBeNull();
      expect(await phone.tell('join', room())).toEqual({ ok: true });
      expect(await phone.tell('join', { room: room() })).toEqual({ ok: true });
    }
  });

  test('is no stranger: he is told so, and hears nothing', async () => {
    const stranger = await listen(tokens.dana);
    expect(await stranger.tell('join', room())).toEqual({ ok: false });
    const member = await listen(tokens.ana);
    await member.tell('join', room());
    await rain(1);
    await soon(() => member.heard.length > 0);
    expect(stranger.heard).toEqual([]);
  });

  test.each([
    ['no token', () => ''],
    ['something that is none', () => 'hola'],
    ['a token with another signature', () => `${tokens.ana.slice(0, -4)}AAAA`],
    ['the token that renews', () => refreshToken],
  ])('is nobody with %s: refused at the door', async (_what, token) => {
    const { failed } = await listen(token());
    expect(failed).toMatch(/^TOKEN_(INVALID|MISSING)$/);
  });

  test.each([
    ['several rooms at once', () => [room(), `organization_${randomUUID()}`]],
    ['a room in a room', () => ({ room: { room: room() } })],
    ['everything', () => 'organization_*'],
    ['another kind of room', () => 'session_1'],
    ['a room with a tail', () => `${room()}\n`],
    ['nothing', () => null],
    ['a number', () => 7],
    ['a long word', () => 'organization_'.padEnd(10_000, 'a')],
  ])('joins no room by %s', async (_what, sent) => {
    const phone = await listen(tokens.ana);
    expect(await phone.tell('join', sent())).toEqual({ ok: false });
    await rain(2);
    expect(phone.heard).toEqual([]);
  });
});

describe('What is told', () => {
  test('is each commit, after it, with its place in the sequence', async () => {
    const phone = await listen(tokens.caro);
    await phone.tell('join', room());
    const key = randomUUID();
    const { headers, body } = await rain(33, key);
    await soon(() => phone.heard.length > 0);
    const { id } = body['movement'] as { id: string };
    const seq = Number(headers.get('x-sync-seq'));
    expect(phone.heard).toMatchObject([
      {
        action: 'movement-created',
        organization_id: org,
        movement: { id, type: 'RAIN', metadata: { mm: 33 } },
        seq,
        prev_seq: seq - 1,
        epoch: headers.get('x-sync-epoch'),
        key,
      },
    ]);
    const pulled = await ask(tokens.caro, 'GET', `/api/sync/${org}?since=${seq - 1}`);
    expect(pulled.body['changes']).toMatchObject([{ table: 'movements', id }]);
  });

  test('is nothing of a refusal nor of a repetition', async () => {
    const phone = await listen(tokens.ana);
    await phone.tell('join', room());
    const key = randomUUID();
    await rain(4, key);
    await rain(4, key);
    await rain(-1);
    await rain(5);
    await soon(() => phone.heard.length > 1);
    expect(phone.heard.map((message) => (message['movement'] as { metadata: { mm: number } }).metadata.mm)).toEqual([
      4, 5,
    ]);
  });

  test('is heard by nobody who has left', async () => {
    const [stays, leaves] = [await listen(tokens.ana), await listen(tokens.caro)];
    await stays.tell('join', room());
    await leaves.tell('join', room());
    expect(await leaves.tell('leave', room())).toEqual({ ok: true });
    await rain(6);
    await soon(() => stays.heard.length > 0);
    expect(leaves.heard).toEqual([]);
  });

  test('cannot be told by a phone', async () => {
    const [speaker, listener] = [await listen(tokens.caro), await listen(tokens.ana)];
    await speaker.tell('join', room());
    await listener.tell('join', room());
    speaker.socket.emit('message', { action: 'lot-deleted', organization_id: org, id: 'x' });
    await rain(7);
    await soon(() => listener.heard.length > 0);
    expect(listener.heard.map((message) => message.action)).toEqual(['movement-created']);
  });
});

describe('A phone that sends nonsense', () => {
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  const nonsense = [
    '4',
    '40{',
    '41',
    '43[]',
    '43999[{}]',
    '44{}',
    '42"join"',
    '42["join",1,2,3,4,5]',
    '42["join",{"room":{"__proto__":{"isAdmin":true}}}]',
    '42["constructor","x"]',
    '42["toString"]',
    '42["disconnect"]',
    '42["connect_error",{}]',
    `42["join",${deep}]`,
    '42["join","organization_\\u0000"]',
    '42/otro,["join"]',
    '451-["join",{"_placeholder":true,"num":0}]',
    '46["x"]',
    '40/admin,',
    '42["join",',
    '42',
    '42{}',
    '42[]',
    '42["join",null]',
    '42[null]',
    '421["join"]',
    '49',
    '45-["x"]',
    '9',
    '42["__proto__",{}]',
  ];

  test.each(nonsense)('(%s) harms nobody else', async (frame) => {
    const [bad, good] = [await listen(tokens.caro), await listen(tokens.ana)];
    await good.tell('join', room());
    bad.socket.io.engine.write(frame.slice(1));
    await rain(8);
    await soon(() => good.heard.length > 0);
    expect(good.heard).toHaveLength(1);
    expect((await ask(null, 'GET', '/api/health')).body['ok']).toBe(true);
  });

  test('is shown the door when a frame is too large', async () => {
    const phone = await listen(tokens.caro);
    phone.socket.emit('join', 'a'.repeat(70_000));
    expect(await phone.isOut()).toBe(true);
  });

  test('is shown the door when there is no end of it', async () => {
    const phone = await listen(tokens.caro);
    for (let frames = 0; frames < 200; frames += 1) phone.socket.emit('leave', room());
    expect(await phone.isOut()).toBe(true);
  });
});

describe('Who is taken off the team', () => {
  const letIn = async (organization_id: string): Promise<void> => {
    const hand = { organization_id: '', email: 'caro@campo.test', role: 'user' };
    const asked = await ask(tokens.ana, 'POST', '/api/organization/add-user', { ...hand, organization_id });
    const token = invitationIn(asked.body['invitation_url']);
    await ask(tokens.caro, 'POST', '/api/organization/accept-invitation', { token });
  };

  test('hears that something changed and nothing after it, on every phone of his, and joins no more', async () => {
    const [first, second, owner] = [await listen(tokens.caro), await listen(tokens.caro), await listen(tokens.ana)];
    for (const phone of [first, second, owner]) await phone.tell('join', room());
    const { user } = (await ask(tokens.caro, 'GET', '/api/user')).body as { user: { id: string } };
    await ask(tokens.ana, 'DELETE', `/api/organization/user/${user.id}`, { organization_id: org });
    await rain(9);
    await soon(() => owner.heard.length > 1);
    expect(owner.heard.map(({ action }) => action)).toEqual(['update-organization', 'movement-created']);
    for (const phone of [first, second]) {
      expect(phone.heard.map(({ action }) => action)).toEqual(['update-organization']);
      expect(phone.socket.connected).toBe(true);
      expect(await phone.tell('join', room())).toEqual({ ok: false });
    }
    await letIn(org);
    expect(await first.tell('join', room())).toEqual({ ok: true });
  });

  test('is everybody, when the farm is deleted', async () => {
    const made = await ask(tokens.ana, 'POST', '/api/organization', { name: 'La Breve' });
    const { id } = made.body['organization'] as { id: string };
    await letIn(id);
    const phone = await listen(tokens.caro);
    expect(await phone.tell('join', room(id))).toEqual({ ok: true });
    await ask(tokens.ana, 'DELETE', `/api/organization/${id}`);
    await soon(() => phone.heard.length > 0);
    expect(phone.heard).toMatchObject([{ action: 'update-organization', organization_id: id }]);
    expect(await phone.tell('join', room(id))).toEqual({ ok: false });
  });
});

describe('A session that ends', () => {
  test('takes its connection with it', async () => {
    const signedIn = await ask(null, 'POST', '/api/auth/log-in', { email: 'caro@campo.test', password: testPassword });
    const token = String(signedIn.body['token']);
    const phone = await listen(token);
    await phone.tell('join', room());
    await ask(token, 'POST', '/api/auth/log-out');
    expect(await phone.isOut()).toBe(true);
    expect((await listen(token)).failed).toBe('SESSION_REVOKED');
  });
});

describe('At the end of the day', () => {
  test('the book adds up and the feed has no holes', async () => {
    const db = openSqlite(join(folder, 'tranquera.sqlite'));
    expect(await examine(db)).toEqual([]);
    await db.destroy();
  });
});
