import { expect, type Page, test } from '@playwright/test';
import { createDevice, type Device, phoneSize } from './support/device.ts';
import { openField, ownerOf } from './support/field.ts';
import { settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** What a save costs depends on neither what waits nor how large the farm is. Ratios alone: the machine of the tests is shared. */
const rows = Number(process.env['ROWS'] ?? 20_000);
const waiting = 3_000;
const [rounds, each] = [6, 10];
/** A machine that does much else needs more of them until the medians say something. */
const mostRounds = 24;

let server: ServerProcess;
let device: Device;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  device = await createDevice(phoneSize);
});

test.afterAll(async () => {
  await device?.close();
  await server?.close();
});

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;

test(`a save with ${waiting} records waiting, or ${rows} rows of the farm, takes as long as one with neither`, async () => {
  test.setTimeout(600_000);
  const farm = await settleFarm(server, 'La Esperanza');
  const owner = await ownerOf(server, farm, 'beto');
  const open = async (userId: string): Promise<Page> => {
    const page = await device.context.newPage();
    await openField(page, server, { ...owner, userId });
    return page;
  };
  const phones = {
    bare: await open('bare'),
    waiting: await open('waiting'),
    large: await open('large'),
  };
  await device.context.setOffline(true);
  for (const page of [phones.bare, phones.waiting]) await page.evaluate(() => window.field.fill(1_000));
  await phones.large.evaluate((count) => window.field.fill(count), rows);
  await phones.waiting.evaluate((count) => window.field.saveTogether('waiting', count), waiting);
  const times = { bare: [] as number[], waiting: [] as number[], large: [] as number[], floor: [] as number[] };
  // In turn, so that whatever else the machine does falls on each alike.
  const isHeld = (): boolean => {
    const bare = median(times.bare);
    return median(times.waiting) / bare <= 1.3 && median(times.large) / bare <= 1.1;
  };
  for (let round = 0; round < rounds || (round < mostRounds && !isHeld()); round += 1) {
    for (const name of ['bare', 'waiting', 'large'] as const) {
      const page = phones[name];
      await page.bringToFront();
      const taken = await page.evaluate(([prefix, count]) => window.field.timeSaves(prefix, count), [
        `round-${round}`,
        each,
      ] as const);
      // The first of a turn finds what other tabs have put aside.
      times[name].push(...taken.slice(1));
    }
    times.floor.push(...(await phones.large.evaluate((count) => window.field.timeFloor(count), each)).slice(1));
  }
  const [bare, withMany, withRows] = [median(times.bare), median(times.waiting), median(times.large)];
  const floor = median(times.floor);
  const figures = `${bare.toFixed(1)} ms, ${(bare / floor).toFixed(1)}x the floor; ${(withMany / bare).toFixed(2)}x with ${waiting} waiting, ${(withRows / bare).toFixed(2)}x with ${rows} rows`;
  test.info().annotations.push({ type: 'figures', description: figures });
  expect(withMany / bare, figures).toBeLessThanOrEqual(1.3);
  expect(withRows / bare, figures).toBeLessThanOrEqual(1.1);
});
