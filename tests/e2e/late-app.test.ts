import { expect, test } from '@playwright/test';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** Nobody sits before bars without a word (decision 60). */
let server: ServerProcess;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  await settleFarm(server, 'La Blanqueada');
});

test.afterAll(async () => await server?.close());

// What the service worker opens cannot be held back.
test.use({ reducedMotion: 'reduce', serviceWorkers: 'block' });

for (const [what, missing] of [
  ['the app', /\/assets\/index-[\w-]+\.js$/],
  ['every script', /\/assets\/[\w-]+\.js$/],
] as const) {
  test(`where ${what} does not come, a line says so, and is not there where it comes`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    const line = page.getByText('Tarda en abrir. Si sigue así, cerrá Tranquera y volvé a abrirla con señal.');
    await page.goto(`${server.address}/log-in`);
    await page.getByLabel('Correo electrónico').fill(people.ana.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(people.ana.password);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await page.waitForURL(/\/dashboard/);
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
