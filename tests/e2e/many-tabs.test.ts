import { appendFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import type { FieldOwner } from './support/field-page.ts';
import { duplicated, field, marksOn, missing, openField, ownerOf } from './support/field.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** The same farm open in many places at once: they share one disk and one queue, and none may send what another has sent. */
test.describe.configure({ mode: 'serial' });

const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
/** How many records each tab makes. The builds' share is 20; before a release: TAB_RECORDS=125. */
const [tabs, each] = [8, Number(process.env['TAB_RECORDS'] ?? 20)];

let built: string;
let server: ServerProcess;
let owner: FieldOwner;
let phone: Device;

test.beforeAll(async () => {
  await mkdir(inRoot('test-results'), { recursive: true });
  // Inside the project, so that the server finds its packages.
  built = await mkdtemp(inRoot('test-results/built-'));
  await cp(inRoot('dist'), built, { recursive: true });
  server = await createServerProcess(built);
  await server.start();
  const farm = await settleFarm(server, 'La Esperanza');
  owner = await ownerOf(server, farm, 'beto');
  phone = await createDevice(phoneSize);
  await signIn(phone, server.address, people.beto);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
  await rm(built, { recursive: true, force: true });
});

async function openTab(): Promise<Page> {
  const page = await phone.context.newPage();
  await openField(page, server, owner);
  return page;
}

/** How this person's tabs hold the lock that says whether one is alone. */
const locksHeld = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.flatMap(({ name = '', mode = '' }) => (name.startsWith('solo:') ? [mode] : []));
  });

/** Each of these records is on the server once, and shown once. */
async function expectAll(page: Page, prefix: string, count: number): Promise<void> {
  await expect.poll(async () => (await field.held(page)).waiting, { timeout: 60_000 }).toBe(0);
  const [held, there] = [await field.held(page), await marksOn(server, owner)];
  const mine = (marks: readonly string[]): readonly string[] => marks.filter((mark) => mark.startsWith(prefix));
  expect([mine(there).length, mine(held.shown).length]).toEqual([count, count]);
  expect([duplicated(there), duplicated(held.shown), missing(there, held.shown)]).toEqual([[], [], []]);
  expect([held.torn, held.withError]).toEqual([[], 0]);
}

test('many tabs record at the same time: each record arrives once', async () => {
  test.setTimeout(480_000);
  // One after the other: what they do at the same time is recording. Of eight that load at once one may wait for ever for its script.
  const pages: Page[] = [];
  for (let tab = 0; tab < tabs; tab += 1) pages.push(await openTab());
  await Promise.all(
    pages.map((page, tab) =>
      page.evaluate(([name, count]) => window.field.saveMany(name, count), [`tab-${tab}`, each] as const),
    ),
  );
  const [first] = pages;
  if (!first) throw new Error('no tab');
  await Promise.all(pages.map((page) => field.send(page)));
  await expectAll(first, 'tab-', tabs * each);
  for (const page of pages) await page.close();
  await expect(phone.page.getByRole('button', { name: /Al día/ })).toBeVisible({ timeout: 60_000 });
});

test('a tab that is alone shares with a second and shows what it saves; it is alone again when that is gone', async () => {
  test.setTimeout(300_000);
  const { page: screens } = phone;
  const chip = screens.getByRole('banner').getByRole('button', { name: /Al día|pendiente|Sin señal|Enviando/ });
  for (const [turn, records] of [3, 5].entries()) {
    await expect.poll(() => locksHeld(screens), { timeout: 90_000 }).toEqual(['exclusive']);
    const page = await openTab();
    await expect.poll(() => locksHeld(screens), { timeout: 20_000 }).toEqual(['shared', 'shared']);
    await phone.setSignal(false);
    await page.evaluate(([name, count]) => window.field.saveMany(name, count), [`second-${turn}-`, records] as const);
    await expect(chip).toHaveText(new RegExp(`${records} pendientes`));
    await page.close();
    await screens.bringToFront();
    await phone.setSignal(true);
    await expect(chip).toHaveText(/Al día/, { timeout: 60_000 });
  }
  const last = await openTab();
  await expectAll(last, 'second-', 8);
  // Left open it might be the one that sends, and the screens would not say so.
  await last.close();
});

test('a newer version takes over in the middle of a sending: each record arrives once', async () => {
  const records = 120;
  const page = await openTab();
  const { page: screens, context } = phone;
  // A page that is just loading anew has no answer yet.
  const loadedAt = (): Promise<number> => screens.evaluate(() => performance.timeOrigin).catch(() => 0);
  const before = await loadedAt();
  await phone.setSignal(false);
  await page.evaluate((count) => window.field.saveMany('update', count), records);
  await page.close();
  // Answers come late, the first of them once somebody has seen the sending: so it is still under way when the newer version comes.
  let onSeen = (): void => undefined;
  const seen = new Promise<void>((resolve) => {
    onSeen = resolve;
  });
  await context.route('**/ops', async (route) => {
    await seen;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await appendFile(join(built, 'app/sw.js'), '\n// newer\n');
  await phone.setSignal(true);
  await screens.bringToFront();
  await screens.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
  await expect(screens.getByRole('button', { name: /Enviando/ })).toBeVisible({ timeout: 30_000 });
  onSeen();
  await screens.getByRole('button', { name: 'Actualizar' }).click();
  await expect.poll(loadedAt, { timeout: 30_000 }).toBeGreaterThan(before);
  await expect(screens.getByRole('button', { name: /Al día/ })).toBeVisible({ timeout: 60_000 });
  await context.unroute('**/ops');
  await expectAll(await openTab(), 'update-', records);
  expect(phone.errors).toEqual([]);
});
