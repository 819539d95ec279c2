import { expect, type Page, test } from '@playwright/test';
import { recordRain } from './support/acts.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

const settings: Record<string, string> = {};
let server: ServerProcess;
let farm: StoryFarm;
let phone: Device;

/** Looks into the page; one that loads itself anew at that moment, because its worker went, is looked into again. */
async function looked<T>(page: Page, look: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await page.evaluate(look);
    } catch (thrown) {
      if (!String(thrown).includes('Execution context was destroyed')) throw thrown;
      await page.waitForLoadState();
    }
  }
}

const workers = (page: Page): Promise<number> =>
  looked(page, async () => (await navigator.serviceWorker.getRegistrations()).length);
/** What the browser keeps for the app beside the files of the build. */
const kept = (page: Page) =>
  looked(page, async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name ?? '').toSorted((a, b) => (a < b ? -1 : 1)),
    caches: (await caches.keys()).filter((name) => !name.startsWith('workbox-')),
    keys: Object.keys(localStorage).includes('token'),
  }));
/** The build's files, and the pages that the app is opened by. */
const ownCaches = 2;
const precached = (page: Page): Promise<number> =>
  looked(page, async () => (await caches.keys()).filter((name) => name.startsWith('workbox-')).length);

test.describe('A service worker that its operator calls back', () => {
  test.describe.configure({ mode: 'serial' });

  test.beforeAll(async () => {
    server = await createServerProcess(undefined, settings);
    await server.start();
    farm = await settleFarm(server, 'La Esperanza');
    phone = await createDevice(phoneSize);
    await signIn(phone, server.address, people.beto);
    await phone.page.evaluate(async () => void (await navigator.serviceWorker.ready));
  });
  test.afterAll(async () => {
    await phone?.close();
    await server?.close();
  });

  test('is gone when the app is loaded again, and what waited is there and is sent', async () => {
    const { page } = phone;
    await page.evaluate(async () => {
      // A paper that another app shared, which waits for its person.
      await (await caches.open('compartido')).put('/compartido/uno/0', new Response('%PDF'));
    });
    await phone.setSignal(false);
    await page.goto(`${server.address}/dashboard`);
    await recordRain(page, 30);
    const before = await kept(page);
    expect([before.keys, before.caches, await workers(page), await precached(page)]).toEqual([
      true,
      ['compartido'],
      1,
      ownCaches,
    ]);

    await server.kill();
    settings['SERVICE_WORKER'] = 'off';
    await server.start();
    await phone.setSignal(true);
    await page.goto(`${server.address}/dashboard`);
    await expect.poll(() => precached(page), { timeout: 30_000 }).toBe(0);
    await page.goto(`${server.address}/dashboard`);
    // A page that came while it went has asked for it once more, and lets it go with the next load.
    await expect
      .poll(
        async () => {
          const left = await workers(page);
          if (left > 0) await page.reload();
          return left;
        },
        { timeout: 60_000, intervals: [1_000, 3_000] },
      )
      .toBe(0);
    expect(await precached(page)).toBe(0);
    expect(await kept(page)).toEqual(before);
    await expect(page.getByRole('link', { name: /Lluvia · 30 mm/ })).toBeVisible();
    const rains = async (): Promise<unknown[]> =>
      (await call(server, 'GET', `/api/movement/all/${farm.organizationId}?type=RAIN`, { token: farm.tokens.beto }))[
        'movements'
      ] as unknown[];
    await expect.poll(async () => (await rains()).length, { timeout: 30_000 }).toBe(1);
    await expect(page.getByText('Por ahora la app no abre sin señal.')).toBeVisible();
    await expect(page.getByText('Lista para usar sin señal')).toHaveCount(0);
    expect(phone.errors).toEqual([]);
  });

  test('comes back when it is let, and the app opens without signal again', async () => {
    const { page } = phone;
    await server.kill();
    settings['SERVICE_WORKER'] = 'on';
    await server.start();
    await page.goto(`${server.address}/dashboard`);
    await expect.poll(() => precached(page), { timeout: 30_000 }).toBe(ownCaches);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await phone.setSignal(false);
    await page.goto(`${server.address}/dashboard`);
    await expect(page.getByRole('link', { name: /Lluvia · 30 mm/ })).toBeVisible();
    await expect(page.getByText('Por ahora la app no abre sin señal.')).toHaveCount(0);
  });
});
