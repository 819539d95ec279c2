import { expect, type Page, type Route, test } from '@playwright/test';
import { recordRain } from './support/acts.ts';
import { createDevice, type Device, phoneSize } from './support/device.ts';
import { farmStops, type Stop, walkers } from './support/routes.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/**
 * The first load of the demonstration's farm, held up again and again: before its first row, among the lists, among the records. What a
 * screen says meanwhile it must also say when everything is there: no figure, no 'there is none', no advice from half a book.
 */
let server: ServerProcess;
let stops: readonly Stop[];
let phone: Device;

test.beforeAll(async () => {
  server = await createServerProcess(undefined, {}, true);
  await server.start();
  stops = await farmStops(server);
  phone = await createDevice(phoneSize);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
});

/** Answers of the first load go through as they are let: small pages, so that it can stop anywhere. */
class Turnstile {
  private let = 0;
  private passed = 0;
  private readonly held: (() => void)[] = [];

  readonly onSnapshot = async (route: Route): Promise<void> => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', '60');
    if (this.passed >= this.let) await new Promise<void>((resolve) => this.held.push(resolve));
    this.passed += 1;
    await route.continue({ url: url.href });
  };

  allow(pages: number): void {
    this.let += pages;
    for (const pass of this.held.splice(0)) pass();
  }
}

/** Sees every text that the page ever shows, under the address that it had then. */
const watchTexts = (): void => {
  const seen = new Map<string, Set<string>>();
  const look = (): void => {
    const lines = seen.get(location.pathname) ?? new Set<string>();
    seen.set(location.pathname, lines);
    for (const line of (document.querySelector('main')?.innerText ?? '').split('\n')) {
      if (line.trim() !== '') lines.add(line.trim());
    }
  };
  const each = (): void => {
    look();
    requestAnimationFrame(each);
  };
  requestAnimationFrame(each);
  Object.assign(window, {
    takeTexts: () => {
      const all = [...seen].map(([path, lines]) => [path, [...lines]] as const);
      seen.clear();
      return all;
    },
  });
};

type Texts = readonly (readonly [path: string, lines: readonly string[]])[];
declare global {
  interface Window {
    takeTexts: () => Texts;
  }
}

async function walk(page: Page): Promise<Texts> {
  for (const stop of stops) {
    await page.evaluate((to) => {
      window.history.pushState({}, '', to);
      window.dispatchEvent(new PopStateEvent('popstate'));
    }, stop.path);
    // What a screen asks its database for is answered within a few frames: it has the time to say something false.
    await page.waitForTimeout(350);
  }
  return await page.evaluate(() => window.takeTexts());
}

/** What a load says of itself, and hours. */
const ofTheLoad = /^Preparando|^Lotes, categorías y movimientos|^Pantallas de la app|^Cargando|\d %\)?$|^hace /;

test('a first load that is held up says nothing that is not so when all is there', async () => {
  test.setTimeout(180_000);
  const { page } = phone;
  const turnstile = new Turnstile();
  await page.addInitScript(watchTexts);
  await page.goto(`${server.address}/log-in`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.route(/\/api\/sync\/[^/]+\/snapshot/, turnstile.onSnapshot);
  const { email, password } = walkers.owner;
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL(/\/dashboard/);

  await page.evaluate(() => window.takeTexts());
  const said: { readonly when: string; readonly texts: Texts }[] = [];
  for (const [when, pages] of [
    ['before the first row', 0],
    ['among the lists', 1],
    ['among the records', 4],
  ] as const) {
    turnstile.allow(pages);
    await page.waitForTimeout(1_000);
    said.push({ when, texts: await walk(page) });
  }
  // Cut short: it is told, and a hand records all the same.
  await phone.setSignal(false);
  turnstile.allow(0);
  await expect(page.getByText('Falta traer parte del establecimiento')).toBeVisible({ timeout: 60_000 });
  await recordRain(page, 20);
  await expect(page.getByRole('banner').getByRole('button', { name: /1 pendiente/ })).toBeVisible();
  await phone.setSignal(true);
  turnstile.allow(100_000);
  await expect(page.getByRole('button', { name: /Al día/ })).toBeVisible({ timeout: 60_000 });
  await page.evaluate(() => window.takeTexts());
  const whole = new Map(await walk(page));

  const paths = stops.map((stop) => stop.path);
  const wrong = said.flatMap(({ when, texts }) =>
    texts.flatMap(([path, lines]) => {
      // The screen before stands until the next one is there.
      const before = paths[paths.indexOf(path) - 1] ?? paths.at(-1) ?? '';
      const inTheEnd = new Set([path, before].flatMap((at) => whole.get(at) ?? []));
      return lines
        .filter((line) => !inTheEnd.has(line) && !ofTheLoad.test(line))
        .map((line) => `${when}, ${path}: ${line}`);
    }),
  );
  expect(wrong).toEqual([]);
  expect(phone.errors).toEqual([]);
});
