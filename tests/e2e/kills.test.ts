import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { FieldOwner, Held } from './support/field-page.ts';
import { doubled, field, marksOn, missing, openField, ownerOf } from './support/field.ts';
import { type MortalBrowser, startMortal } from './support/mortal-browser.ts';
import { call, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** The battery goes flat, or the system kills the app: in the middle of saves, of sendings, of what comes down. 200 before a release. */
const kills = Number(process.env['KILLS'] ?? 50);

/** After every fourth of them the browser's database is deleted whole; `DELETIONS=1`: after each. */
const deletion = Number(process.env['DELETIONS'] ?? 4);

// A loss that comes once in a hundred kills must not be tried away.
test.describe.configure({ retries: 0 });

/** What goes on while the browser dies. */
const kinds = ['saves without signal', 'saves and sendings', 'saves, sendings and news'] as const;

let server: ServerProcess;
let farm: StoryFarm;
let owner: FieldOwner;
let profile: string;
let browser: MortalBrowser | null = null;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Esperanza');
  owner = await ownerOf(server, farm, 'beto');
  profile = await mkdtemp(join(tmpdir(), 'tranquera-mortal-'));
});

test.afterAll(async () => {
  await browser?.kill();
  await server?.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

/** Marks of the records that a screen has called saved, as they are called so. */
const saved = new Set<string>();

async function openPage(): Promise<Page> {
  browser = await startMortal(profile);
  const { page } = browser;
  const session = await page.context().newCDPSession(page);
  session.on('Runtime.bindingCalled', ({ payload }) => saved.add(payload));
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'told' });
  await openField(page, server, owner);
  return page;
}

/** Another one of the farm records all the time, so that there is something to apply. */
function makeNews(round: number): () => Promise<void> {
  let goesOn = true;
  const body = { date: '2026-01-10', mm: 3, detail: `news-${round}` };
  const working = (async () => {
    while (goesOn) {
      await call(server, 'POST', `/api/movement/weather/rain/${owner.organizationId}`, {
        token: farm.tokens.ana,
        body,
      });
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  })();
  return async () => {
    goesOn = false;
    await working;
  };
}

const own = (marks: readonly string[]): readonly string[] => marks.filter((mark) => !mark.startsWith('news'));

function expectWhole(held: Held, when: string): void {
  expect(missing(saved, held.shown), `${when}: saved, and not there`).toEqual([]);
  expect(doubled(own(held.shown)), `${when}: shown twice`).toEqual([]);
  expect([held.torn, held.withError], `${when}: torn`).toEqual([[], 0]);
}

/** The database is gone: what had been sent is loaded again, and what had not comes back from its second copy. */
async function startAnew(page: Page, when: string): Promise<void> {
  const there = new Set(await marksOn(server, owner));
  const unsent = [...saved].filter((mark) => !there.has(mark));
  expect(missing(unsent, (await field.held(page)).shown), `${when}: not sent, and not put back`).toEqual([]);
  await field.send(page);
  await expect.poll(async () => missing(saved, (await field.held(page)).shown), { timeout: 60_000 }).toEqual([]);
  const held = await field.held(page);
  expect([doubled(own(held.shown)), held.withError], when).toEqual([[], 0]);
  // A form may come back with the record that it was for, killed between the two: it is offered, and counts nothing by itself.
  expect(held.torn.length, when).toBeLessThanOrEqual(1);
  for (const mark of held.torn) await field.dropDraft(page, mark);
}

test(`${kills} times the whole browser is killed at work: every record that was called saved is there, once and whole`, async () => {
  test.setTimeout(60_000 + kills * 6_000);
  let page = await openPage();
  let thrownAway = 0;
  let deleted = 0;
  for (let round = 0; round < kills; round += 1) {
    const kind = kinds[round % kinds.length];
    const isDeleted = round % deletion === deletion - 1;
    if (kind === 'saves without signal') await page.context().setOffline(true);
    const stopNews = kind === 'saves, sendings and news' ? makeNews(round) : null;
    // The page dies with the answer still open.
    page.evaluate((prefix) => window.field.saveAndSend(prefix, 4), `round-${round}`).catch(() => undefined);
    await page.waitForTimeout(60 + Math.random() * 400);
    await browser?.kill();
    await stopNews?.();
    if (isDeleted) await rm(join(profile, 'Default', 'IndexedDB'), { recursive: true });
    page = await openPage();
    const held = await field.held(page);
    if (missing(saved, held.shown).length > 0) await page.waitForTimeout(500);
    if (isDeleted || browser?.hasThrownAway()) {
      if (isDeleted) deleted += 1;
      else thrownAway += 1;
      await startAnew(page, `after kill ${round + 1} without its database, in ${kind}`);
      continue;
    }
    expectWhole(held, `after kill ${round + 1}, in ${kind}`);
  }
  // Seen about once in a hundred and fifty kills of Chromium 156; more often would be something of ours.
  expect(thrownAway, 'databases that the browser threw away').toBeLessThanOrEqual(Math.ceil(kills / 25));
  expect(saved.size).toBeGreaterThan(kills);
  await field.send(page);
  await expect.poll(async () => (await field.held(page)).waiting, { timeout: 60_000 }).toBe(0);
  const held = await field.held(page);
  expectWhole(held, 'at rest');
  const there = own(await marksOn(server, owner));
  expect([missing(saved, there), doubled(there)]).toEqual([[], []]);
  expect(missing(own(held.shown), there)).toEqual([]);
  await field.save(page, 'last');
  expect((await field.held(page)).durability).toEqual(['strict']);
  test.info().annotations.push({
    type: 'figures',
    description: `${kills} kills, ${deleted} databases deleted after them, ${thrownAway} thrown away by the browser, ${saved.size} records called saved`,
  });
});
