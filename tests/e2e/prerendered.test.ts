import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { phoneSize } from './support/device.ts';
import { call, people } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { shifted, watchShifts } from './support/shifts.ts';

/** The landing and the log-in before the app has come: its scripts are held back on their way, for as long as a test wants. */
let server: ServerProcess;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  await call(server, 'POST', '/api/auth/sign-up', {
    body: { ...people.ana, phone: '+5491155551200' },
  });
});

test.afterAll(async () => await server.close());

test.use({ viewport: phoneSize, reducedMotion: 'reduce' });

interface Held {
  /** Lets the app come. */
  readonly release: () => void;
  /** How many of its scripts were asked for. */
  readonly asked: () => number;
}

async function holdApp(context: BrowserContext): Promise<Held> {
  let release = (): void => undefined;
  let asked = 0;
  const released = new Promise<void>((resolve) => (release = resolve));
  await context.route(/\/assets\/(?!prerendered-)[\w-]+\.js$/, async (route) => {
    asked += 1;
    await released;
    await route.continue();
  });
  return { release, asked: () => asked };
}

/** The app's scripts are part of the log-in's document, which is not whole before they have come. */
const open = (page: Page, address: string) => page.goto(`${server.address}${address}`, { waitUntil: 'commit' });

const hasTakenOver = (page: Page) => expect(page.locator('#prerendered')).toHaveCount(0);

/** What stands there; a picture that was seen is told to be drawn at once, which nobody sees. */
const standing = async (page: Page): Promise<string> =>
  (await page.locator('#prerendered, #root').first().innerHTML()).replaceAll(/ (?:decoding|loading|style)="\w*"/g, '');

/** The screen scrolls within the page. */
const scrolled = (page: Page) =>
  page
    .locator('#prerendered > *, #root > *')
    .first()
    .evaluate((screen) => screen.scrollTop);

test('the landing is read and its links lead on without the app', async ({ page, context }) => {
  const app = await holdApp(context);
  await open(page, '/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('El cuaderno del campo, aunque no haya señal.');
  expect(app.asked()).toBe(0);
  await page.getByRole('link', { name: 'Ya tengo cuenta' }).click();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  await expect(page).toHaveURL(`${server.address}/log-in`);
});

test('the landing is what the app itself draws, and stays where it is when the app comes', async ({
  page,
  context,
}) => {
  const app = await holdApp(context);
  await watchShifts(page);
  await open(page, '/');
  // Its last words: before them the document is still coming.
  await expect(page.getByRole('heading', { name: 'Probalo con tu campo' })).toBeAttached();
  const before = await standing(page);
  await page.mouse.wheel(0, 900);
  await expect.poll(() => scrolled(page)).toBe(900);
  await expect.poll(() => app.asked()).toBeGreaterThan(0);
  app.release();
  await hasTakenOver(page);
  expect(await standing(page)).toBe(before);
  expect(await scrolled(page)).toBe(900);
  expect(await shifted(page)).toBe(0);
});

test('nobody has to wait for the app to type and to send: it goes on with what was typed', async ({
  page,
  context,
}) => {
  const app = await holdApp(context);
  await open(page, '/log-in');
  await page.getByLabel('Correo electrónico').fill(people.ana.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(people.ana.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Ingresar' })).toHaveAttribute('aria-busy', 'true');
  await expect(page).toHaveURL(`${server.address}/log-in`);
  app.release();
  await expect(page).toHaveURL(`${server.address}/dashboard`);
});

test('the log-in is what the app itself draws; who types on loses no letter', async ({ page, context }) => {
  const app = await holdApp(context);
  await watchShifts(page);
  await open(page, '/log-in');
  const before = await standing(page);
  const email = page.getByLabel('Correo electrónico');
  await email.pressSequentially('ana campo');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft');
  app.release();
  await hasTakenOver(page);
  await page.keyboard.type('@');
  await expect(email).toBeFocused();
  await expect(email).toHaveValue('ana@ campo');
  await email.fill('');
  expect(await standing(page)).toBe(before);
  expect(await shifted(page)).toBe(0);
});

test('a device that knows somebody shows nothing of either before the app says who is in', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => localStorage.setItem('sesion:ultima', 'alguien'));
  const app = await holdApp(context);
  for (const address of ['/', '/log-in']) {
    await open(page, address);
    await expect.poll(() => app.asked()).toBeGreaterThan(0);
    await expect(page.getByRole('heading', { level: 1, includeHidden: true })).toBeHidden();
  }
  app.release();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
});

test('wears what was chosen on this device before the app has come', async ({ page, context }) => {
  await page.addInitScript(() => localStorage.setItem('tema', 'dark'));
  await holdApp(context);
  await open(page, '/');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-prerendered', 'open');
});
