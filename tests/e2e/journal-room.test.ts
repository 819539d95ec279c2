import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { field, openField, ownerOf } from './support/field.ts';
import { type MortalBrowser, startMortal } from './support/mortal-browser.ts';
import { settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

let server: ServerProcess;
let profile: string;
let browser: MortalBrowser;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  profile = await mkdtemp(join(tmpdir(), 'tranquera-room-'));
});

test.afterAll(async () => {
  await browser?.kill();
  await server?.close();
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
});

const marks = Array.from({ length: 10 }, (_, n) => `waits-${n}`);

/** What the browser believes that the origin's private files take, in bytes. */
const roomOfFiles = (): Promise<number> =>
  browser.page.evaluate(async () => {
    const { usageDetails } = (await navigator.storage.estimate()) as { usageDetails?: { fileSystem?: number } };
    return usageDetails?.fileSystem ?? 0;
  });

test('a page that goes leaves the browser the true size of its journal: on a small phone it is not told to be full', async () => {
  const owner = await ownerOf(server, await settleFarm(server, 'La Esperanza'), 'beto');
  browser = await startMortal(profile);
  await openField(browser.page, server, owner);
  for (const mark of marks) await field.save(browser.page, mark);
  await browser.kill();
  browser = await startMortal(profile);
  for (let reload = 0; reload < 5; reload += 1) {
    await openField(browser.page, server, owner);
    await field.held(browser.page);
  }
  await browser.page.goto('about:blank');
  await browser.kill();
  browser = await startMortal(profile);
  await openField(browser.page, server, owner);
  // One that was made as the page opened may have gone up by then.
  const held = await field.held(browser.page);
  expect(held.shown.toSorted()).toEqual(marks);
  expect(held.waiting).toBeGreaterThan(5);
  // A size below nothing is read as four gigabytes.
  expect(await roomOfFiles()).toBeLessThan(100_000_000);
});
