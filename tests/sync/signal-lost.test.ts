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
