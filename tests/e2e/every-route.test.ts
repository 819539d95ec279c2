import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { arrives, fits, lookAt, type Walk } from './every-route/looks.ts';
import { settleWalkers, type WalkerName } from './every-route/walkers.ts';
import { browserArgs, deskSize, phoneSize, signIn } from './support/device.ts';
import { call, type Person } from './support/people.ts';
import { doors, farmStops, type Stop } from './support/routes.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/**
 * Every route of the specification on the demonstration's farm: with and without signal, on a phone and at a desk, in every role. One
 * server and one browser serve all; what is wrong is collected and told at the end of each walk.
 */
let server: ServerProcess;
let browser: Browser;
let stops: readonly Stop[];
let walkers: Readonly<Record<WalkerName, Person>>;

test.describe.configure({ mode: 'default', timeout: 480_000 });

test.beforeAll(async () => {
  server = await createServerProcess(undefined, {}, true);
  await server.start();
  walkers = await settleWalkers(server);
  stops = await farmStops(server);
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: browserArgs,
  });
});

test.afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Noise that a browser makes by itself when the signal is cut: not the product's errors. */
const isNoise = (text: string): boolean => /net::ERR_|Failed to load resource|WebSocket connection/.test(text);

async function setOut(who: WalkerName | null): Promise<Walk> {
  const context = await browser.newContext({
    viewport: phoneSize,
    hasTouch: true,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(`${who ?? 'visitor'}: ${String(error)}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isNoise(message.text())) found.push(`${who ?? 'visitor'}: ${message.text()}`);
  });
  return { page, who, found };
}

const at = (path: string): string => `${server.address}${path}`;

/** As a link of the app leads there, without a new page. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** From link to link with signal, each screen in every size. */
async function walkOnline(walk: Walk, places: readonly Stop[], readAt: readonly ('phone' | 'desk')[]): Promise<void> {
  for (const stop of places) {
    await follow(walk.page, stop.path);
    await lookAt(walk, stop, readAt);
  }
}

/** Every address is opened cold without signal, as from a bookmark, and comes out of the phone alone. */
async function walkOffline(walk: Walk, places: readonly Stop[]): Promise<void> {
  const { page } = walk;
  await page.context().setOffline(true);
  for (const stop of places) {
    await page.setViewportSize(phoneSize);
    await page.goto(at(stop.path));
    await expect(page).toHaveURL(at(stop.path));
    await arrives(walk, stop);
    await fits(walk, stop);
    await page.setViewportSize(deskSize);
    await arrives(walk, stop);
    await fits(walk, stop);
  }
}

const elsewhere: readonly string[] = ['/conversations', '/conversations/any', '/no-such-place'];

/** What is not his, or is nowhere, leads home. */
async function isSentHome({ page }: Walk): Promise<void> {
  for (const path of elsewhere) {
    await follow(page, path);
    await expect(page, path).toHaveURL(/\/(?:dashboard)?$/);
    // Nobody leaves for elsewhere before he has arrived.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inicio');
  }
}

for (const [who, readAt] of [
  ['user', ['phone']],
  ['admin', ['phone']],
  ['owner', ['phone', 'desk']],
] as const) {
  test(`every screen opens for the ${who}, with signal and cold without, on a phone and at a desk`, async () => {
    const walk = await setOut(who);
    await signIn(walk, server.address, walkers[who]);
    await walkOnline(walk, stops, readAt);
    await isSentHome(walk);
    await walkOffline(walk, stops);
    await walk.page.context().close();
    expect(walk.found).toEqual([]);
  });
}

test('the super admin sees the conversations, and his own account', async () => {
  const walk = await setOut('super admin');
  const { page } = walk;
  const { email, password } = walkers['super admin'];
  await page.goto(at('/log-in'));
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('heading', { name: 'Creá tu establecimiento' })).toBeVisible();
  const token = String((await call(server, 'POST', '/api/auth/log-in', { body: { email, password } }))['token']);
  const [thread] = (await call(server, 'GET', '/api/conversation', { token }))['conversations'] as { id: string }[];
  await walkOnline(
    walk,
    [
      { route: 'conversations', path: '/conversations' },
      { route: 'conversations/{id}', path: `/conversations/${thread?.id ?? ''}` },
      { route: 'configuration', path: '/configuration' },
    ],
    ['phone', 'desk'],
  );
  // Conversations are read on the server alone: without signal the screens say so under their own names.
  await page.context().setOffline(true);
  await page.goto(at('/conversations'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Conversaciones');
  await page.context().close();
  expect(walk.found).toEqual([]);
});

test('the doors open for everybody, with signal and without, and nothing else does without signing in', async () => {
  const walk = await setOut(null);
  const { page } = walk;
  await page.goto(at('/'));
  await walkOnline(walk, doors, ['phone', 'desk']);
  for (const path of [...stops.map((stop) => stop.path), ...elsewhere]) {
    await follow(page, path);
    await expect(page, path).toHaveURL(at('/'));
  }
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await walkOffline(walk, doors);
  await page.context().close();
  expect(walk.found).toEqual([]);
});
