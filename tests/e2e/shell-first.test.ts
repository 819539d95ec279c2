import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { recordRain } from './support/acts.ts';
import { deskSize, phoneSize } from './support/device.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/**
 * The bars of a farm's screens, and Inicio's buttons, before the app has come (decisions 60, 62): its scripts and sheets are held back for as
 * long as a test wants.
 */
let server: ServerProcess;
let farm: StoryFarm;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Chica');
});

test.afterAll(async () => await server.close());

// What the service worker opens cannot be held back.
test.use({ viewport: phoneSize, reducedMotion: 'reduce', serviceWorkers: 'block' });

async function holdApp(context: BrowserContext): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await context.route(/\/assets\/[\w-]+\.(js|css)$/, async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

const open = (page: Page, address: string) => page.goto(`${server.address}${address}`, { waitUntil: 'commit' });

async function logIn(page: Page, who = people.ana): Promise<void> {
  await page.goto(`${server.address}/log-in`);
  await page.getByLabel('Correo electrónico').fill(who.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(who.password);
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

const registrar = (page: Page) => page.getByRole('region', { name: 'Registrar' });

/** Inicio's buttons, of the shell or of the app. */
const tiles = (page: Page) =>
  page.evaluate(() => {
    const screen = document.querySelector('#shell [data-tiles]') ?? document.querySelector('#root [data-tiles]');
    return [...(screen?.children ?? [])].map((part) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return [part.textContent, ...[x, y, width, height].map(Math.round)].join(' ');
    });
  });

/** How high that button stands, of each frame from now on. */
function watchRain(): Set<number> {
  const heights = new Set<number>();
  const look = (): void => {
    const rain = document.querySelector('[data-tiles] [data-act="RAIN"]');
    if (rain) heights.add(Math.round(rain.getBoundingClientRect().y));
    requestAnimationFrame(look);
  };
  look();
  return heights;
}

/** Inicio as it rests: what is above the buttons has come, and where they stand is kept. */
async function rest(page: Page): Promise<void> {
  await expect(registrar(page).getByRole('button')).toHaveCount(9);
  await expect(page.getByText('Cabezas')).toBeVisible();
  const seen: string[] = [];
  const isResting = async (): Promise<boolean> => {
    seen.push(JSON.stringify([await tiles(page), await page.evaluate(() => localStorage.getItem('inicio'))]));
    return seen.length > 6 && new Set(seen.slice(-6)).size === 1;
  };
  await expect.poll(isResting, { intervals: [300] }).toBe(true);
}

const sizes = [
  ['a phone', phoneSize],
  ['a desk', deskSize],
] as const;

for (const [name, size] of sizes) {
  test(`on ${name} Inicio's buttons stand where they stood, before the app has come`, async ({ page, context }) => {
    await page.setViewportSize(size);
    await logIn(page);
    await recordRain(page, 25);
    await rest(page);
    const release = await holdApp(context);
    await open(page, '/dashboard');
    await expect(page.locator('#shell [data-tiles]')).toBeVisible();
    const heights = await page.evaluateHandle(watchRain);
    await expect(page.locator('#shell main')).toHaveText(/^Inicio(Nacimiento|Lluvia)/);
    const before = await tiles(page);
    expect(before).toHaveLength(9);
    release();
    await expect(page.locator('#shell')).toHaveCount(0);
    await rest(page);
    expect(await tiles(page)).toEqual(before);
    // Nor did they move in between, while what is above them was read.
    expect(await heights.evaluate((all) => [...all])).toHaveLength(1);
  });
}

for (const [where, mark, count] of [
  ['among them', /(?=<button[^>]*data-act="DEATH")/, 0],
  ['after them', /(?<=<div id="root"><\/div>)/, 9],
] as const) {
  test(`they stand in their place, or not at all, in a document that stops ${where}`, async ({ page, context }) => {
    await logIn(page);
    await rest(page);
    const before = await tiles(page);
    await holdApp(context);
    await page.route('**/dashboard', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(mark, '<script src="/assets/held.js"></script>');
      expect(body).toContain('held.js');
      await route.fulfill({ response, body });
    });
    await open(page, '/dashboard');
    await expect(page.locator('#shell nav')).toBeVisible();
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => document.readyState)).toBe('loading');
    expect((await tiles(page)).filter((tile) => !tile.endsWith(' 0 0'))).toEqual(before.slice(0, count));
    // No frame is spent on a document that does not yet say what stands in it.
    const painted = await page.evaluate(() => performance.getEntriesByType('paint').length > 0);
    expect(painted).toBe(count > 0);
  });
}

test('a press on one of them opens its form when the app has come', async ({ page, context }) => {
  await logIn(page);
  await rest(page);
  const release = await holdApp(context);
  await open(page, '/dashboard');
  await page.locator('#shell [data-act="RAIN"]').click();
  await expect(page.locator('#shell [data-act="RAIN"]')).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('dialog', { name: 'Lluvia' })).toBeVisible();
});

/** Caro, of La Chica and of a farm of her own, is at La Chica's Inicio and is then taken off it. */
async function takeOff(page: Page): Promise<void> {
  const { organizationId, tokens } = farm;
  await logIn(page, people.caro);
  await page.goto(`${server.address}/dashboard?organizacion=1`);
  const ways = page.getByRole('dialog').getByRole('button', { name: /La Chica/ });
  await ways.click();
  await expect(page.getByRole('button', { name: /La Chica: cambiar/ })).toBeVisible();
  // A hand's buttons, with nothing above them, stand a gap below the heading.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('inicio'))).toMatch(/^360 16 .* RAIN /);
  const { user } = (await call(server, 'GET', '/api/user', { token: tokens.caro })) as { user: { id: string } };
  // A tab that hears of it would offer the other farm to those that come after it.
  await page.goto('about:blank');
  await call(server, 'DELETE', `/api/organization/user/${user.id}`, {
    token: tokens.ana,
    body: { organization_id: organizationId },
  });
}

test('a press made for a farm that one was taken off opens no form on another', async ({ page, context }) => {
  await call(server, 'POST', '/api/organization', { token: farm.tokens.caro, body: { name: 'La Propia' } });
  await takeOff(page);
  const tab = await context.newPage();
  const release = await holdApp(context);
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await context.route('**/api/user', async (route) => {
    await answered;
    await route.continue();
  });
  await open(tab, '/dashboard');
  await tab.locator('#shell [data-act="RAIN"]').click();
  release();
  // Its form is on the farm that it was made for, which does not give way under it.
  await expect(tab.getByRole('dialog', { name: 'Lluvia' })).toBeVisible();
  answer();
  const told = tab.getByRole('alertdialog', { name: 'Ya no estás en La Chica' });
  await expect(told).toBeVisible();
  await told.getByRole('button', { name: 'Ir a La Propia' }).click();
  await expect(tab.getByRole('button', { name: /La Propia: cambiar/ })).toBeVisible();
  await expect(tab.getByRole('dialog')).toHaveCount(0);
});

test('a press waits for the button where the frame comes before it', async ({ page, context }) => {
  await logIn(page);
  await rest(page);
  await holdApp(context);
  await open(page, '/dashboard');
  await page.locator('#shell [data-act="RAIN"]').click();
  await page.evaluate(() => document.querySelector('#root')?.append(document.createElement('nav')));
  await page.waitForTimeout(300);
  await expect(page.locator('#shell [data-act="RAIN"]')).toHaveAttribute('aria-busy', 'true');
  await page.evaluate(() => {
    const button = document.createElement('button');
    button.ariaLabel = 'Lluvia';
    button.addEventListener('click', () => (document.title = 'pressed'));
    document.querySelector('#root')?.append(document.createElement('h1'), button);
  });
  await expect(page).toHaveTitle('pressed');
  await expect(page.locator('#shell')).toHaveCount(0);
});

test('none stand before a PIN, over an open sheet, at another width, nor where one is chosen that the document lacks', async ({
  page,
  context,
}) => {
  await logIn(page);
  await rest(page);
  await holdApp(context);
  const buttons = page.locator('#shell [data-tiles]');
  await open(page, '/dashboard');
  await expect(buttons).toBeVisible();
  await open(page, '/dashboard?registrar=menu');
  await expect(page.locator('#shell nav')).toBeVisible();
  await expect(buttons).toBeHidden();
  await page.setViewportSize(deskSize);
  await open(page, '/dashboard');
  await expect(page.locator('#shell nav')).toBeVisible();
  await expect(buttons).toBeHidden();
  await page.setViewportSize(phoneSize);
  for (const change of [
    () => localStorage.setItem('pin:somebody', '{}'),
    () => {
      localStorage.removeItem('pin:somebody');
      localStorage.setItem('inicio', `${localStorage.getItem('inicio')} SALE`);
    },
  ]) {
    await page.evaluate(change);
    await open(page, '/dashboard');
    await expect(page.locator('#shell nav')).toBeVisible();
    await expect(buttons).toBeHidden();
  }
});

for (const [name, size] of sizes) {
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
    await expect(bars.locator('header')).toHaveText('');
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
  await page.locator('#shell button[aria-label="Registrar"]').click();
  await expect(page.locator('#shell [aria-busy]')).toHaveCount(1);
  release();
  await expect(page.getByRole('dialog', { name: 'Registrar' })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\?registrar=menu/);
});

test('what the app says over the bars before its first screen can be answered', async ({ page, context }) => {
  await logIn(page);
  await holdApp(context);
  await open(page, '/dashboard');
  await expect(page.locator('#shell nav')).toBeVisible();
  await page.evaluate(() => {
    const answer = document.createElement('button');
    answer.textContent = 'Entendido';
    answer.addEventListener('click', () => answer.remove());
    document.getElementById('root')?.append(answer);
  });
  await page.getByRole('button', { name: 'Entendido' }).click({ timeout: 5_000 });
  await expect(page.getByRole('button', { name: 'Entendido' })).toHaveCount(0);
  await expect(page.locator('#shell nav')).toBeVisible();
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
  // Asked about only while the server does not hold this phone's key yet.
  const question = page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' });
  const door = page.getByRole('heading', { name: 'Iniciar sesión' });
  await expect(question.or(door)).toBeVisible();
  if (await question.isVisible()) await question.click();
  await expect(door).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('inicio'))).toBeNull();
  const release = await holdApp(context);
  await open(page, '/dashboard');
  await expect(page.locator('#root')).toBeAttached();
  await expect(page.locator('#shell > *')).toBeHidden();
  release();
});
