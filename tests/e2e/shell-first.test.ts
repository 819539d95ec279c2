import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { deskSize, phoneSize } from './support/device.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** The bars of a farm's screens before the app has come (decision 60): its scripts are held back for as long as a test wants. */
let server: ServerProcess;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  await settleFarm(server, 'La Chica');
});

test.afterAll(async () => await server.close());

// What the service worker opens cannot be held back.
test.use({ viewport: phoneSize, reducedMotion: 'reduce', serviceWorkers: 'block' });

async function holdApp(context: BrowserContext): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await context.route(/\/assets\/(?!shell-first-)[\w-]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

const open = (page: Page, address: string) => page.goto(`${server.address}${address}`, { waitUntil: 'commit' });

async function logIn(page: Page): Promise<void> {
  await page.goto(`${server.address}/log-in`);
  await page.getByLabel('Correo electrónico').fill(people.ana.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(people.ana.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Where the round button, the bars and each word of them stand; of the first that is there of both. */
const standing = (page: Page) =>
  page.evaluate(() => {
    const screen = document.querySelector('#shell') ?? document.querySelector('#root');
    const parts = [...(screen?.querySelectorAll('nav, nav a, nav a span, button:has(+ nav)') ?? [])];
    return parts.map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      const words = part.getAttribute('aria-label') ?? part.textContent;
      return [part.tagName, words, ...[x, y, width, height].map(Math.round)].join(' ');
    });
  });

for (const [name, size] of [
  ['a phone', phoneSize],
  ['a desk', deskSize],
] as const) {
  test(`on ${name} the bars stand where the app draws them, and say nothing of the farm`, async ({ page, context }) => {
    await page.setViewportSize(size);
    await logIn(page);
    const release = await holdApp(context);
    await open(page, '/dashboard');
    const bars = page.locator('#shell > *');
    await expect(bars).toBeVisible();
    // Their last word: before it the document is still coming.
    await expect(bars).toContainText('Configuración');
    await expect(bars).not.toContainText('La Chica');
    await expect(bars.locator('header, main')).toHaveText(['', '']);
    // The keyboard does not reach them, and a screen reader hears nothing of them.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('#shell') ?? null)).toBeNull();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    const before = await standing(page);
    expect(before.length).toBeGreaterThan(10);
    release();
    await expect(page.getByRole('navigation', { name: 'Principal' })).toBeVisible();
    await expect(bars).toHaveCount(0);
    expect(await standing(page)).toEqual(before);
    await expect(page.locator('html')).not.toHaveAttribute('data-shell');
  });
}

test('a press waits for the app, the last one of two', async ({ page, context }) => {
  await logIn(page);
  const release = await holdApp(context);
  await open(page, '/dashboard');
  await page.locator('#shell a', { hasText: 'Movimientos' }).click();
  await page.locator('#shell button').click();
  await expect(page.locator('#shell [aria-busy]')).toHaveCount(1);
  release();
  await expect(page.getByRole('dialog', { name: 'Registrar' })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\?registrar=menu/);
});

test('a device without a session sees no bars, nor does a screen that has none', async ({ page, context }) => {
  const release = await holdApp(context);
  await open(page, '/dashboard');
  await expect(page.locator('#root')).toBeAttached();
  await expect(page.locator('#shell > *')).toBeHidden();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await logIn(page);
  const releaseAgain = await holdApp(context);
  await open(page, '/recovery');
  await expect(page.locator('#root')).toBeAttached();
  await expect(page.locator('#shell > *')).toBeHidden();
  releaseAgain();
});

test('who signed out sees none at the next start', async ({ page, context }) => {
  await logIn(page);
  await page.goto(`${server.address}/configuration`);
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
  const release = await holdApp(context);
  await open(page, '/dashboard');
  await expect(page.locator('#root')).toBeAttached();
  await expect(page.locator('#shell > *')).toBeHidden();
  release();
});
