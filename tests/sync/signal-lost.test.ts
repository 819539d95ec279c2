import { beforeEach, describe, expect, test } from 'vitest';
import { HandClock, Phone } from '../support/field.ts';
import { openFieldServer } from '../support/field-server.ts';

let clock: HandClock;
let phone: Phone;

beforeEach(async () => {
  clock = new HandClock();
  phone = new Phone(await openFieldServer(clock), clock, 'juan');
  await phone.start();
  await clock.pass(1_000);
});

const reach = (): string => phone.farm.status().reach;

describe('The browser’s word that the signal is gone', () => {
  test('is looked into at once, with nothing to send', async () => {
    expect(reach()).toBe('reachable');
    phone.fault = 'no-signal';
    phone.hint('offline');
    await clock.pass(1_000);
    expect(reach()).toBe('unreachable');
  });

  test('is not believed where the server answers', async () => {
    phone.hint('offline');
    await clock.pass(1_000);
    expect(reach()).toBe('reachable');
  });

  test('does not take the signal for lost for ever', async () => {
    phone.fault = 'no-signal';
    phone.hint('offline');
    await clock.pass(1_000);
    phone.fault = 'none';
    phone.hint('online');
    await clock.pass(1_000);
    expect(reach()).toBe('reachable');
  });
});

/** What Pendientes says of each record, beside the chip. */
const said = async (): Promise<object> => ({
  rows: (await phone.farm.views.pending()).map(({ state }) => state),
  reach: reach(),
  sending: phone.farm.status().sending,
});

describe('A record that was on its way when its page died', () => {
  beforeEach(async () => {
    phone.fault = 'writes-hang';
    await phone.farm.acts.recordMovement('RAIN', { date: '2026-11-20', mm: 12 });
    await clock.pass(1_000);
  });

  test('said so, and how many there were', async () => {
    expect(await said()).toEqual({ rows: ['enviando'], reach: 'reachable', sending: { done: 0, total: 1 } });
  });

  test('waits again, and says so, on a phone without signal', async () => {
    phone.fault = 'no-signal';
    await phone.restart();
    expect(await said()).toEqual({ rows: ['pendiente'], reach: 'unreachable', sending: null });
  });

  test('waits again while it is not known whether there is signal', async () => {
    phone.fault = 'hangs';
    await phone.restart();
    expect(await said()).toEqual({ rows: ['pendiente'], reach: 'unknown', sending: null });
  });

  test('is still being sent where another window has it in hand', async () => {
    phone.fault = 'no-signal';
    phone.isLockHeld = true;
    await phone.restart();
    expect((await phone.farm.views.pending()).map(({ state }) => state)).toEqual(['enviando']);
  });

  test('waits again where the signal goes without a word while it hangs', async () => {
    phone.fault = 'hangs';
    await clock.pass(4 * 60_000);
    expect(await said()).toMatchObject({ rows: ['pendiente'], sending: null });
    await phone.reconnect();
    expect(await phone.farm.views.pending()).toEqual([]);
  });
});
