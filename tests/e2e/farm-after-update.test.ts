import { rm } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { goToFarm, recordRain } from './support/acts.ts';
import { copyBuild, partPages, release } from './support/builds.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { call, people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/**
 * The pages of a version before decision 79 ask the browser for a process of their own. A tab that leaves such a page for one that asks for none, and
 * comes back, is met by its memory as it was: whoever chose another farm between would record on the one before.
 */
test.describe.configure({ mode: 'serial' });

let built: string;
let server: ServerProcess;
let phone: Device;
let ana: string;
let farms: readonly [string, string];
let partNoMore: () => Promise<void>;

test.beforeAll(async () => {
  built = await copyBuild();
  partNoMore = await partPages(built);
  server = await createServerProcess(built);
  await server.start();
  const farm = await settleFarm(server, 'La Esperanza');
  ana = farm.tokens.ana;
  const made = await call(server, 'POST', '/api/organization', { token: ana, body: { name: 'El Otro Campo' } });
  farms = [farm.organizationId, (made['organization'] as { id: string }).id];
  phone = await createDevice(phoneSize);
  await signIn(phone, server.address, people.ana);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
  await rm(built, { recursive: true, force: true });
});

const opened = async (page: Page, path: string): Promise<Record<string, string>> =>
  (await page.goto(`${server.address}${path}`))?.headers() ?? {};

const onFarm = (page: Page, farm: string) => expect(page.getByRole('banner').getByText(farm)).toBeVisible();

const partingHeaders = ['cross-origin-opener-policy', 'origin-agent-cluster'];

/** As a person does at a desk with a key held: around the worker, from the server. */
async function reloadFromServer(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const loaded = page.waitForEvent('domcontentloaded');
  await session.send('Page.reload', { ignoreCache: true });
  await loaded;
  await session.detach();
}

/** Every way into the app from a window: what the icon opens, what the worker answers, what the server does. */
async function expectFarmEverywhere(page: Page, farm: string): Promise<void> {
  for (const path of ['/dashboard', '/lots', '/log-in', '/dashboard?registrar=rain', '/dashboard?desde=aviso']) {
    await page.goto(`${server.address}${path}`);
    await onFarm(page, farm);
  }
  await reloadFromServer(page);
  await onFarm(page, farm);
  await page.goto(`${server.address}/dashboard`);
  await onFarm(page, farm);
}

/** Chooses it in a page that came from the server, not from the worker. */
async function chooseFromServer(page: Page, farm: string): Promise<void> {
  await page.goto(`${server.address}/dashboard?organizacion=1`);
  await reloadFromServer(page);
  await expect(page.getByRole('dialog').getByRole('button', { name: new RegExp(farm) })).toBeVisible();
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(farm) })
    .click();
  await onFarm(page, farm);
}

test('under a version whose pages ask for a process of their own, the chosen farm stays', async () => {
  const { page } = phone;
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const headers = await opened(page, '/dashboard');
  for (const name of partingHeaders) expect(headers).toHaveProperty(name);
  await goToFarm(page, server.address, 'El Otro Campo');
  await goToFarm(page, server.address, 'La Esperanza');
  await expectFarmEverywhere(page, 'La Esperanza');
});

test('a newer server under the older pages opens the farm chosen last', async () => {
  const { page } = phone;
  await server.kill();
  await partNoMore();
  await release(built, 'newer');
  await server.start();
  await page.goto(`${server.address}/dashboard`);
  await onFarm(page, 'La Esperanza');
  await chooseFromServer(page, 'El Otro Campo');
  await expectFarmEverywhere(page, 'El Otro Campo');
});

test('and when its pages have come, whatever is recorded lands on the farm chosen last', async () => {
  const { page } = phone;
  await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
  // The version that waits takes over when no window of the app is open.
  const releaseAnew = async (): Promise<string | null> => {
    await page.goto('about:blank');
    await page.goto(`${server.address}/dashboard`);
    return await page.evaluate(() => document.querySelector('meta[name="release"]')?.getAttribute('content') ?? null);
  };
  await expect.poll(releaseAnew, { timeout: 60_000 }).toBe('newer');
  await onFarm(page, 'El Otro Campo');
  const headers = await opened(page, '/dashboard');
  for (const name of partingHeaders) expect(headers).not.toHaveProperty(name);
  await goToFarm(page, server.address, 'La Esperanza');
  await expectFarmEverywhere(page, 'La Esperanza');
  await page.goto(`${server.address}/dashboard`);
  await recordRain(page, 10);
  const rainsOn = async (farm: string): Promise<number[]> => {
    const { movements } = (await call(server, 'GET', `/api/movement/all/${farm}`, { token: ana })) as {
      movements: { type: string; metadata: { mm: number } }[];
    };
    return movements.filter(({ type }) => type === 'RAIN').map(({ metadata }) => metadata.mm);
  };
  await expect.poll(() => rainsOn(farms[0]), { timeout: 30_000 }).toEqual([10]);
  expect(await rainsOn(farms[1])).toEqual([]);
  expect(phone.errors).toEqual([]);
});
