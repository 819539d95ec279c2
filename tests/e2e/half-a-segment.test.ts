import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { createDevice, phoneSize } from './support/device.ts';
import type { FieldOwner } from './support/field-page.ts';
import { duplicated, field, marksOn, missing, openField, ownerOf } from './support/field.ts';
import { type MortalBrowser, startMortal } from './support/mortal-browser.ts';
import { settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/**
 * The first load of a phone is cut within a segment of the history, which is longer than one transaction: the whole browser is killed while
 * a part of it is being written, again and again, with what had been written of it before and without.
 */
const rows = 1_700;
/** Which writing of the history each start is killed in: the first one of it, and one that comes after another was written. */
const cuts = [1, 2, 1, 2];

let server: ServerProcess;
let farm: StoryFarm;
let profile: string;
let browser: MortalBrowser | null = null;

test.describe.configure({ retries: 0 });

test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Esperanza');
  profile = await mkdtemp(join(tmpdir(), 'tranquera-segment-'));
  await recordMany(await ownerOf(server, farm, 'ana'));
});

test.afterAll(async () => {
  await browser?.kill();
  await server?.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

/** A month of one farm: one segment. */
async function recordMany(owner: FieldOwner): Promise<void> {
  const device = await createDevice(phoneSize);
  const page = await device.context.newPage();
  await openField(page, server, owner);
  await page.evaluate((count) => window.field.saveTogether('history', count), rows);
  await field.send(page);
  await expect.poll(async () => (await field.held(page)).waiting, { timeout: 120_000 }).toBe(0);
  await device.close();
}

/** Says that a part of the history is half written, and lets nothing go on: its transaction stays as it is until the browser dies. */
const haltAt = (nth: number): void => {
  const { prototype } = IDBObjectStore;
  const put = Reflect.get(prototype, 'put') as (this: IDBObjectStore, row: unknown) => IDBRequest<IDBValidKey>;
  const seen = new WeakSet<IDBTransaction>();
  let count = 0;
  prototype.put = function (this: IDBObjectStore, row: unknown) {
    const request = put.call(this, row);
    if (this.name !== 'blocks' || seen.has(this.transaction)) return request;
    seen.add(this.transaction);
    count += 1;
    if (count === nth) {
      window.told?.('within');
      const until = Date.now() + 60_000;
      while (Date.now() < until);
    }
    return request;
  };
};

/** Opens the phone; `nth`: the writing of the history within which it is to stand still, null: none. `within` resolves there. */
async function start(
  owner: FieldOwner,
  nth: number | null,
): Promise<{ page: Page; within: Promise<void>; asked: string[] }> {
  browser = await startMortal(profile);
  const { page } = browser;
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/api\/sync\/[^/]+\/(history|snapshot)/.test(pathname)) asked.push(pathname.split('/')[4] ?? '');
  });
  const session = await page.context().newCDPSession(page);
  const within = new Promise<void>((resolve) => session.on('Runtime.bindingCalled', () => resolve()));
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'told' });
  if (nth !== null) await page.addInitScript(haltAt, nth);
  // Where it stands still it answers nothing more.
  const opened = openField(page, server, owner);
  await (nth === null ? opened : Promise.race([within, opened]));
  return { page, within, asked };
}

test(`a phone that is killed ${cuts.length} times within a segment of its first load has every record in the end, and none twice`, async () => {
  test.setTimeout(300_000);
  const owner = await ownerOf(server, farm, 'beto');
  let whole = 0;
  for (const [round, nth] of cuts.entries()) {
    const { within, asked } = await start(owner, nth);
    await within;
    await browser?.kill();
    whole += asked.filter((name) => name === 'snapshot').length;
    expect(asked, `start ${round + 1}`).toContain('history');
  }
  const { page, asked } = await start(owner, null);
  const had = await field.held(page);
  expect(duplicated(had.shown), 'shown twice after the kills').toEqual([]);
  // What had been written whole before the kills is there without being fetched: the load goes on from its place.
  expect(had.shown.length).toBeGreaterThan(0);
  await field.save(page, 'own');
  await field.send(page);
  await expect.poll(async () => (await field.held(page)).waiting, { timeout: 60_000 }).toBe(0);
  await expect.poll(async () => (await field.held(page)).shown.length, { timeout: 60_000 }).toBe(rows + 1);
  const there = await marksOn(server, owner);
  const { shown } = await field.held(page);
  expect([missing(there, shown), missing(shown, there), duplicated(shown)]).toEqual([[], [], []]);
  // The names of the segments were asked for at the first start alone.
  expect(asked.filter((name) => name === 'snapshot')).toEqual([]);
  expect(whole).toBeGreaterThan(0);
});
