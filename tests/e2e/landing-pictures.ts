import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, expect, type Page, test } from '@playwright/test';
import { demoPeople } from '../../src/server/seed/places.ts';
import { browserArgs } from './support/device.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** The pictures that the landing page shows are of the product, with the demonstration farm in it: nothing is painted. */
let server: ServerProcess;
let browser: Browser;

test.beforeAll(async () => {
  server = await createServerProcess(undefined, {}, true);
  await server.start();
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: browserArgs,
  });
});

test.afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const folder = fileURLToPath(new URL('../../src/app/features/landing/pictures', import.meta.url));
const shown = fileURLToPath(new URL('../../public/screenshots', import.meta.url));
const most = 60_000;
const mostShown = 200_000;

/**
 * Keeps what the page shows as WebP: a browser is the only thing at hand that writes it. And as PNG for the browser's own dialog that
 * installs the app, which takes no WebP (ux.md §2.1); only that dialog fetches it.
 */
async function keep(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(800);
  const picture = await page.screenshot();
  expect(picture.length, `${name}.png`).toBeLessThanOrEqual(mostShown);
  await writeFile(`${shown}/${name}.png`, picture);
  const png = picture.toString('base64');
  const painter = await page.context().newPage();
  const webp = await painter.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.72).split(',')[1] ?? '';
  }, png);
  await painter.close();
  const bytes = Buffer.from(webp, 'base64');
  expect(bytes.length, `${name}.webp`).toBeLessThanOrEqual(most);
  await writeFile(`${folder}/${name}.webp`, bytes);
}

async function open(size: { width: number; height: number }, scale: number, email: string, password: string) {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: scale,
    hasTouch: size.width < 600,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${server.address}/log-in`);
  await page.getByLabel('Correo electrónico').fill(email);
  await page.locator('input[type=password]').fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL(/dashboard/);
  await page.getByRole('button', { name: /Al día/ }).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Entendido' }).click();
  await page.locator('main').evaluate((main) => {
    main.scrollTo(0, 0);
  });
  // Toasts are gone by then.
  await page.waitForTimeout(3_000);
  return { context, page };
}

test('the phone of a hand', async () => {
  const { email, password } = demoPeople.hand;
  const { context, page } = await open({ width: 360, height: 700 }, 1.5, email, password);
  await keep(page, 'inicio');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Nacimiento', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'El Ombú', exact: true }).click();
  await form
    .getByRole('button', { name: /^Sumar 1 / })
    .first()
    .click({ clickCount: 2 });
  await keep(page, 'nacimiento');
  await form
    .getByRole('button', { name: /^Guardar( |$)/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.locator('nav a[href="/data"]').click();
  await page.getByRole('heading', { level: 1, name: 'Movimientos' }).waitFor();
  await page.getByRole('button', { name: /Sin señal/ }).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(3_000);
  await keep(page, 'movimientos');
  await context.close();
});

test('the desk of an owner', async () => {
  const { email, password } = demoPeople.owner;
  const { context, page } = await open({ width: 1280, height: 800 }, 1, email, password);
  await keep(page, 'oficina');
  await context.close();
});
