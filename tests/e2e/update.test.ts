import { appendFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

const inRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

let built: string;
let server: ServerProcess;
let phone: Device;

test.describe('A newer version is on the server', () => {
  test.beforeAll(async () => {
    await mkdir(inRoot('test-results'), { recursive: true });
    // Inside the project, so that the server finds its packages.
    built = await mkdtemp(inRoot('test-results/built-'));
    await cp(inRoot('dist'), built, { recursive: true });
    server = await createServerProcess(built);
    await server.start();
    await settleFarm(server, 'La Esperanza');
    phone = await createDevice(phoneSize);
    await signIn(phone, server.address, people.beto);
  });

  test.afterAll(async () => {
    await phone?.close();
    await server?.close();
    await rm(built, { recursive: true, force: true });
  });

  const loadedAt = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);

  test('it waits for a word, never takes over a form, and comes in when the form is done', async () => {
    const { page } = phone;
    await page.goto(`${server.address}/dashboard?registrar=rain`);
    await page.getByRole('button', { name: '30', exact: true }).click();
    const before = await loadedAt(page);
    await appendFile(join(built, 'app/sw.js'), '\n// newer\n');
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    // Another window of the same phone says yes while the form is open here.
    const other = await phone.context.newPage();
    await other.goto(`${server.address}/dashboard`);
    await other.getByRole('button', { name: 'Actualizar' }).click();
    await page.waitForTimeout(6_000);
    expect(await loadedAt(page)).toBe(before);
    await expect(page.getByRole('button', { name: 'Guardar 30 mm' })).toBeVisible();

    const loaded = page.waitForEvent('domcontentloaded', { timeout: 60_000 });
    await page.getByRole('button', { name: 'Guardar 30 mm' }).click();
    await loaded;
    expect(await loadedAt(page)).toBeGreaterThan(before);
    await expect(page.getByRole('link', { name: /Lluvia · 30 mm/ })).toBeVisible();
    expect(phone.errors).toEqual([]);
  });
});
