import { beforeEach, describe, expect, test } from 'vitest';
import { createLiveConnection, type LiveConnection, type LiveSocket } from '../../src/app/net/live-connection.ts';
import { HandClock } from '../support/field.ts';

const second = 1000;

/** A socket that does what the test says. */
class HandSocket implements LiveSocket {
  readonly token: string;
  readonly emitted: [event: string, payload: unknown][] = [];
  isTried = false;
  isClosed = false;
  private readonly hearers = new Map<string, (...sent: unknown[]) => void>();
  private readonly acks: ((answer: unknown) => void)[] = [];
  constructor(token: string) {
    this.token = token;
  }
  readonly on = (event: string, listener: (...sent: unknown[]) => void): void => void this.hearers.set(event, listener);
  readonly emit = (event: string, payload: unknown, acknowledge: (answer: unknown) => void): void => {
    this.emitted.push([event, payload]);
    this.acks.push(acknowledge);
  };
  readonly connect = (): void => void (this.isTried = true);
  readonly close = (): void => void (this.isClosed = true);
  tell(event: string, ...sent: unknown[]): void {
    this.hearers.get(event)?.(...sent);
  }
  answer(answer: unknown): void {
    this.acks.shift()?.(answer);
  }
}

let clock: HandClock;
let sockets: HandSocket[];
let world: { token: string | null; selected: string | null; fraction: number; isLibraryHere: boolean };
let live: LiveConnection;
beforeEach(() => {
  clock = new HandClock();
  sockets = [];
  world = { token: 'good', selected: 'ombu', fraction: 0, isLibraryHere: true };
  live = createLiveConnection({
    openSocket: async (token) => {
      await Promise.resolve();
      if (!world.isLibraryHere) return null;
      const socket = new HandSocket(token);
      sockets.push(socket);
      return socket;
    },
    freshToken: async () => Promise.resolve(world.token),
    selectedId: () => world.selected,
    after: clock.after,
    fraction: () => world.fraction,
  });
});

const newest = (): HandSocket => {
  const socket = sockets.at(-1);
  if (!socket) throw new Error('no socket was opened');
  return socket;
};
const open = async (): Promise<HandSocket> => {
  live.start();
  await clock.pass(0);
  newest().tell('connect');
  return newest();
};
/** Fails the try that is under way, and gives how long it is until the next one. */
async function failAndWait(): Promise<number> {
  const before = sockets.length;
  newest().tell('connect_error', new Error('websocket error'));
  const from = clock.now();
  while (sockets.length === before && clock.now() - from < 120 * second) await clock.pass(100);
  return clock.now() - from;
}

describe('connecting', () => {
  test('takes a fresh token along', async () => {
    const socket = await open();
    expect(socket).toMatchObject({ token: 'good', isTried: true });
    expect(live.status()).toBe('connected');
  });

  test('is told to whoever wants to catch up', async () => {
    let connects = 0;
    const forget = live.onConnect(() => (connects += 1));
    await open();
    newest().tell('disconnect', 'transport close');
    await clock.pass(second);
    newest().tell('connect');
    expect(connects).toBe(2);
    forget();
    newest().tell('disconnect', 'transport close');
    await clock.pass(second);
    newest().tell('connect');
    expect(connects).toBe(2);
  });

  test('starting twice opens one socket', async () => {
    live.start();
    live.start();
    await clock.pass(0);
    expect(sockets).toHaveLength(1);
  });

  test('a try that nothing comes of in 15 seconds has failed', async () => {
    live.start();
    await clock.pass(15 * second - 1);
    expect(live.status()).toBe('connecting');
    await clock.pass(1);
    expect(live.status()).toBe('reconnecting');
    expect(newest().isClosed).toBe(true);
  });

  test('every change of its state is told to whoever shows it', async () => {
    const told: string[] = [];
    live.onStatus(() => told.push(live.status()));
    await open();
    newest().tell('disconnect', 'transport close');
    live.stop();
    expect(told).toEqual(['connecting', 'connected', 'reconnecting', 'off']);
  });

  test('messages are handed on as they come', async () => {
    const heard: unknown[] = [];
    live.onMessage((message) => heard.push(message));
    (await open()).tell('message', { action: 'lot-created' });
    expect(heard).toEqual([{ action: 'lot-created' }]);
  });
});

describe('waiting before the next try', () => {
  test('1 s, doubled each time up to 30 s', async () => {
    live.start();
    await clock.pass(0);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 10; attempt += 1) waits.push(await failAndWait());
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30, 30].map((seconds) => seconds * second));
  });

  test('up to a second more by chance', async () => {
    world.fraction = 0.999;
    live.start();
    await clock.pass(0);
    newest().tell('connect_error');
    await clock.pass(1_998);
    expect(sockets).toHaveLength(1);
    await clock.pass(1);
    expect(sockets).toHaveLength(2);
  });

  test('after ten tries it says «Failed to connect after 10 attempts», and goes on slowly', async () => {
    live.start();
    await clock.pass(0);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await failAndWait();
      expect(live.failure()).toBeNull();
    }
    expect([await failAndWait(), await failAndWait()]).toEqual([60 * second, 60 * second]);
    expect(live.failure()).toBe('Failed to connect after 10 attempts');
  });

  test('a connection takes the sentence back and starts the count again', async () => {
    live.start();
    await clock.pass(0);
    for (let attempt = 0; attempt < 12; attempt += 1) await failAndWait();
    newest().tell('connect');
    expect(live.failure()).toBeNull();
    expect(live.status()).toBe('connected');
    newest().tell('disconnect', 'io server disconnect');
    await clock.pass(second);
    expect(sockets).toHaveLength(14);
  });

  test('a token that cannot be had now is a failed try, not the end', async () => {
    world.token = null;
    live.start();
    await clock.pass(0);
    expect(sockets).toHaveLength(0);
    world.token = 'later';
    await clock.pass(second);
    expect(newest().token).toBe('later');
  });

  test('so is a library that could not be fetched without signal', async () => {
    world.isLibraryHere = false;
    live.start();
    await clock.pass(0);
    expect(live.status()).toBe('reconnecting');
    world.isLibraryHere = true;
    await clock.pass(second);
    expect(newest().isTried).toBe(true);
  });

  test('each try takes a token of its own', async () => {
    await open();
    world.token = 'renewed';
    newest().tell('disconnect', 'io server disconnect');
    await clock.pass(second);
    expect(newest().token).toBe('renewed');
  });
});

describe('a sign that it may work now', () => {
  test('makes the next try at once, and the waits short again', async () => {
    live.start();
    await clock.pass(0);
    for (let attempt = 0; attempt < 8; attempt += 1) await failAndWait();
    newest().tell('connect_error');
    live.connectNow();
    await clock.pass(0);
    expect(sockets).toHaveLength(10);
    expect(await failAndWait()).toBe(2 * second);
  });

  test('closes the try that was under way: one socket at a time', async () => {
    live.start();
    await clock.pass(0);
    await failAndWait();
    const before = newest();
    live.connectNow();
    await clock.pass(0);
    expect(before.isClosed).toBe(true);
    before.tell('connect');
    expect(live.status()).toBe('reconnecting');
    newest().tell('connect');
    expect(sockets.filter((socket) => !socket.isClosed)).toEqual([newest()]);
  });

  test('changes nothing while it is connected or off', async () => {
    live.connectNow();
    await clock.pass(second);
    expect(sockets).toHaveLength(0);
    await open();
    live.connectNow();
    await clock.pass(second);
    expect(sockets).toHaveLength(1);
  });
});

describe('the room of the selected farm', () => {
  test('is joined on connecting', async () => {
    expect((await open()).emitted).toEqual([['join', 'organization_ombu']]);
  });

  test('is left for the other when another farm is selected', async () => {
    const socket = await open();
    world.selected = 'ceibo';
    live.follow();
    expect(socket.emitted).toEqual([
      ['join', 'organization_ombu'],
      ['leave', 'organization_ombu'],
      ['join', 'organization_ceibo'],
    ]);
  });

  test('once joined is a reason to catch up: until then its news went unheard', async () => {
    let told = 0;
    live.onConnect(() => (told += 1));
    const socket = await open();
    expect(told).toBe(1);
    socket.answer({ ok: true });
    expect(told).toBe(2);
  });

  test('that lets nobody in is no reason', async () => {
    let told = 0;
    live.onConnect(() => (told += 1));
    (await open()).answer({ ok: false });
    expect(told).toBe(1);
  });

  test('is not joined twice', async () => {
    const socket = await open();
    live.follow();
    live.follow();
    expect(socket.emitted).toHaveLength(1);
  });

  test('is joined again on every new socket', async () => {
    await open();
    newest().tell('disconnect', 'transport close');
    await clock.pass(second);
    newest().tell('connect');
    expect(newest().emitted).toEqual([['join', 'organization_ombu']]);
  });

  test('that was refused is asked for again when it is selected again', async () => {
    const socket = await open();
    socket.answer({ ok: false });
    live.follow();
    expect(socket.emitted).toHaveLength(2);
    socket.answer({ ok: true });
    live.follow();
    expect(socket.emitted).toHaveLength(2);
  });

  test('while none is selected, is looked for every 500 ms', async () => {
    world.selected = null;
    const socket = await open();
    await clock.pass(3_100);
    world.selected = 'ombu';
    await clock.pass(399);
    expect(socket.emitted).toEqual([]);
    await clock.pass(1);
    expect(socket.emitted).toEqual([['join', 'organization_ombu']]);
  });

  test('and no longer than 15 seconds', async () => {
    world.selected = null;
    const socket = await open();
    await clock.pass(15 * second);
    world.selected = 'ombu';
    await clock.pass(60 * second);
    expect(socket.emitted).toEqual([]);
    live.follow();
    expect(socket.emitted).toEqual([['join', 'organization_ombu']]);
  });

  test('that was selected before the connection stood is joined as it stands', async () => {
    world.selected = null;
    live.start();
    live.follow();
    await clock.pass(9 * second);
    world.selected = 'ombu';
    newest().tell('connect');
    await clock.pass(200);
    expect(newest().emitted).toEqual([['join', 'organization_ombu']]);
  });
});

describe('stopping', () => {
  test('closes the socket, and nothing is tried or joined afterwards', async () => {
    world.selected = null;
    const socket = await open();
    live.stop();
    world.selected = 'ombu';
    await clock.pass(120 * second);
    expect(live.status()).toBe('off');
    expect(socket).toMatchObject({ isClosed: true, emitted: [] });
    expect(sockets).toHaveLength(1);
  });

  test('ends the waiting for the next try', async () => {
    live.start();
    await clock.pass(0);
    newest().tell('connect_error');
    live.stop();
    await clock.pass(120 * second);
    expect(sockets).toHaveLength(1);
  });

  test('a socket that is opened too late is closed', async () => {
    live.start();
    live.stop();
    await clock.pass(0);
    expect(sockets.every((socket) => socket.isClosed)).toBe(true);
    expect(live.status()).toBe('off');
  });

  test('what the old socket still says is not heard', async () => {
    const heard: unknown[] = [];
    live.onMessage((message) => heard.push(message));
    const socket = await open();
    live.stop();
    socket.tell('message', { action: 'lot-created' });
    socket.tell('disconnect', 'io client disconnect');
    expect(heard).toEqual([]);
    expect(live.status()).toBe('off');
  });

  test('it can be started again, with the count and the sentence of a new one', async () => {
    live.start();
    await clock.pass(0);
    for (let attempt = 0; attempt < 11; attempt += 1) await failAndWait();
    live.stop();
    live.start();
    expect(live.failure()).toBeNull();
    await clock.pass(0);
    expect(await failAndWait()).toBe(second);
  });
});
