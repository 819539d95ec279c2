import { describe, expect, test } from 'vitest';
import { expectGoodDays } from '../support/sim/days.ts';

describe('A day on a farm with bad links, tabs that die and a server that dies and goes back in time (block 2 of 2)', () => {
  test('ends with every record on the server once, and every phone alike', async () => {
    const { days, acts } = await expectGoodDays('core', 81, 80);
    expect(acts).toBeGreaterThan(days);
  }, 240_000);

  test('also over the model of the server’s protocol', async () => {
    const { days, acts } = await expectGoodDays('model', 581, 420);
    expect(acts).toBeGreaterThan(days);
  }, 240_000);
});
