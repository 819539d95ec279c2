import { expect, type Page, test } from '@playwright/test';
import { createDevice, type Device, phoneSize } from './support/device.ts';
import { openField, ownerOf } from './support/field.ts';
import { settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/**
 * Saves while everybody else's records of weeks come down. Times are compared before a release (`BACKLOGS=4`), at a quarter of the processor;
 * always, that no transaction holds many rows, and that saves get in between.
 */
const rounds = Number(process.env['BACKLOGS'] ?? 0);
const rows = 3_000;
const savesEach = 60;
const mostInOne = 100;

let server: ServerProcess;
let device: Device;
let page: Page;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  device = await createDevice(phoneSize);
  const owner = await ownerOf(server, await settleFarm(server, 'La Esperanza'), 'beto');
  page = await device.context.newPage();
  await openField(page, server, owner);
  await expect.poll(() => page.evaluate(() => window.field.told().journalTrouble)).toBeNull();
  await page.evaluate(() => window.field.send());
  await device.context.setOffline(true);
  await page.evaluate(() => window.field.fill(1_000));
});

test.afterAll(async () => {
  await device?.close();
  await server?.close();
});

const share = (times: readonly number[], part: number): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN;

test('a backlog of changed records goes in by small transactions, and saves get in between', async () => {
  const { times, mostRows } = await page.evaluate(() => window.field.timeBacklog('changed', 1_000, 2));
  expect(mostRows).toBeLessThanOrEqual(mostInOne);
  expect(times.length).toBeGreaterThan(3);
});

test('a backlog of new records goes in by blocks, and saves get in between', async () => {
  const { times, mostRows } = await page.evaluate(() => window.field.timeBacklog('news', 1_000));
  expect(mostRows).toBe(0);
  expect(times.length).toBeGreaterThan(1);
});

test(`a save takes at most twice as long while ${rows} rows come down`, async () => {
  test.skip(rounds === 0, 'The clock of a machine that does much else means nothing.');
  test.setTimeout(600_000);
  const session = await device.context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const alone: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await page.evaluate(([name, count]) => window.field.timeSaves(name, count), [
      `quiet-${round}`,
      savesEach,
    ] as const);
    // The first of a turn finds what was put aside.
    alone.push(...quiet.slice(1));
    const { times } = await page.evaluate(([name, count]) => window.field.timeBacklog(name, count), [
      `busy-${round}`,
      rows,
    ] as const);
    beside.push(...times.slice(1));
  }
  const said = (times: readonly number[]): string =>
    `p50 ${share(times, 0.5).toFixed(0)} ms, p95 ${share(times, 0.95).toFixed(0)} ms of ${times.length}`;
  const ratio = share(beside, 0.95) / share(alone, 0.95);
  const figures = `alone ${said(alone)}; with ${rows} rows coming down ${said(beside)}: ${ratio.toFixed(2)}x`;
  test.info().annotations.push({ type: 'figures', description: figures });
  expect(ratio, figures).toBeLessThanOrEqual(2);
});
