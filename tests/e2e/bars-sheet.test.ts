import { expect, test } from '@playwright/test';
import { deskSize, phoneSize } from './support/device.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** The first frame has a sheet of its own (decision 76): with it alone the bars and Inicio's buttons look as with the app's sheets. */
let server: ServerProcess;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  await settleFarm(server, 'La Blanqueada');
});

test.afterAll(async () => await server?.close());

// What the service worker opens cannot be held back.
test.use({ reducedMotion: 'reduce', serviceWorkers: 'block' });

const looks = [
  ['light', 'normal'],
  ['dark', 'large'],
  ['sol', 'max'],
] as const;

for (const [name, size] of [
  ['a phone', phoneSize],
  ['a desk', deskSize],
] as const) {
  test(`on ${name} the first frame's sheet has every rule that its bars and buttons need`, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto(`${server.address}/log-in`);
    await page.getByLabel('Correo electrónico').fill(people.ana.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(people.ana.password);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    const seen = () => page.evaluate(() => localStorage.getItem('inicio')?.split(' ')[0]);
    await expect.poll(seen, { timeout: 20_000 }).toBe(String(size.width));
    await page.route(/\/assets\/(?!shell-first-)[\w-]+\.js$/, async (route) => await route.abort());
    for (const [theme, letters] of looks) {
      await page.evaluate(
        ([tema, letra]) => {
          localStorage.setItem('tema', tema);
          localStorage.setItem('letra', letra);
        },
        [theme, letters] as const,
      );
      const shots: Buffer[] = [];
      for (const withSheets of [true, false]) {
        const sheets = /\/assets\/(?!bars-)[\w-]+\.css$/;
        if (!withSheets)
          await page.route(sheets, async (route) => await route.fulfill({ contentType: 'text/css', body: '' }));
        await page.goto(`${server.address}/dashboard`, { waitUntil: 'load' });
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
        await expect(page.locator('#shell [data-tiles] > *')).toHaveCount(9);
        const filled = await page.evaluate(() =>
          [...document.styleSheets].filter(({ cssRules }) => cssRules.length > 0),
        );
        expect(filled).toHaveLength(withSheets ? 3 : 1);
        shots.push(await page.screenshot());
        await page.unroute(sheets);
      }
      expect(shots[0]?.equals(shots[1] ?? Buffer.of()), `${theme}, ${letters}`).toBe(true);
    }
  });
}

for (const [what, missing] of [
  ['the app', /\/assets\/index-[\w-]+\.js$/],
  ['every script', /\/assets\/[\w-]+\.js$/],
] as const) {
  test(`where ${what} does not come, a line says so, and is not there where it comes`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const line = page.getByText('Tarda en abrir. Si sigue así, cerrá Tranquera y volvé a abrirla con señal.');
    await page.goto(`${server.address}/configuration`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(line).toHaveCSS('display', 'none');
    await page.route(missing, async (route) => await route.fulfill({ status: 404 }));
    await page.goto(`${server.address}/configuration`);
    await page.waitForTimeout(5_000);
    await expect(line).toBeHidden();
    await expect(line).toBeVisible({ timeout: 25_000 });
    await expect(line).toBeInViewport({ ratio: 1 });
  });
}
