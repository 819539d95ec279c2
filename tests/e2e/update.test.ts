import { appendFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { copyBuild, release } from './support/builds.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { untilDraftSaved } from './support/drafts.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, endSessions, type ServerProcess } from './support/server-process.ts';

let built: string;
let server: ServerProcess;
let phone: Device;

interface HalfTyped {
  readonly path: string;
  /** What opens the form, where its address does not. */
  readonly press?: string;
  readonly label: string;
  readonly text: string;
}

/** One form of each family: a record, a thing in a sheet, a thing with its own screen, a paper. */
const halfTyped: readonly HalfTyped[] = [
  { path: '/lots/create', label: 'Nombre del lote', text: 'La Esquina' },
  { path: '/notes', press: 'Nueva nota', label: 'Nota', text: 'Falta un palo en la manga' },
  { path: '/tasks', press: 'Nueva tarea', label: '¿Qué hay que hacer?', text: 'Correr el boyero' },
  { path: '/rodeos', press: 'Nuevo rodeo', label: 'Nombre del rodeo', text: 'Vaquillonas de primera' },
  { path: '/create-stock', label: 'Nombre', text: 'Ivermectina' },
  { path: '/create-invoice', label: 'CUIT', text: '30-50001091-2' },
];

async function openForm(page: Page, { path, press, label }: HalfTyped): Promise<void> {
  await page.goto(`${server.address}${path}`);
  if (press !== undefined) await page.getByRole('button', { name: press }).first().click();
  await expect(page.getByLabel(label, { exact: true })).toBeVisible();
}

async function expectAllTyped(page: Page): Promise<void> {
  for (const form of halfTyped) {
    await openForm(page, form);
    await expect(page.getByLabel(form.label, { exact: true }), form.path).toHaveValue(form.text);
  }
}

/** Has the page look for a newer version; what becomes of it. */
const lookForNewer = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    // Listened for before it is asked for: it may have come to its end by the time that the asking has.
    const end = new Promise((resolve) => {
      registration.addEventListener('updatefound', () => {
        const fresh = registration.installing;
        fresh?.addEventListener('statechange', () => resolve(fresh.state));
      });
    });
    await registration.update();
    return await end;
  });

test.describe('A newer version is on the server', () => {
  test.describe.configure({ mode: 'serial' });

  test.beforeAll(async () => {
    built = await copyBuild();
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

  const releaseOf = (page: Page): Promise<string | null> =>
    page.evaluate(() => document.querySelector('meta[name="release"]')?.getAttribute('content') ?? null);

  test('it does not come in with the page of a portal in the place of a file', async () => {
    const { page } = phone;
    const worker = join(built, 'app/sw.js');
    const good = await readFile(worker, 'utf8');
    await writeFile(join(built, 'app/assets/portal.html'), '<html><body>Bienvenido al hotel</body></html>');
    const files = good.indexOf('[{"revision":');
    const one = '{"revision":"1","url":"assets/portal.html"},';
    await writeFile(worker, `${good.slice(0, files + 1)}${one}${good.slice(files + 1)}`);
    expect(await lookForNewer(page)).toBe('redundant');
    await writeFile(worker, good);
    await phone.context.setOffline(true);
    await page.goto(`${server.address}/dashboard`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await phone.context.setOffline(false);
  });

  test('it is offered after others that did not come in, without a new start of the page', async () => {
    const { page } = phone;
    await page.goto(`${server.address}/dashboard`);
    const worker = join(built, 'app/sw.js');
    const good = await readFile(worker, 'utf8');
    for (const name of ['missing-1', 'missing-2']) {
      const one = `{"revision":"1","url":"assets/${name}.js"},`;
      await writeFile(worker, good.replace('[{"revision":', `[${one}{"revision":`));
      expect(await lookForNewer(page)).toBe('redundant');
    }
    await writeFile(worker, `${good}\n// whole again\n`);
    expect(await lookForNewer(page)).toBe('installed');
    await expect(page.getByRole('button', { name: 'Actualizar' })).toBeVisible();
    const loaded = page.waitForEvent('domcontentloaded', { timeout: 60_000 });
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await loaded;
  });

  test('it waits for a word, never takes over a form, and comes in when the form is done', async () => {
    const { page } = phone;
    await page.goto(`${server.address}/dashboard?registrar=rain`);
    await page.getByRole('button', { name: '30', exact: true }).click();
    const before = await loadedAt(page);
    await release(built, 'newer');
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    // Another window of the same phone says yes while the form is open here.
    const other = await phone.context.newPage();
    await other.goto(`${server.address}/dashboard`);
    await expect(other.getByRole('button', { name: 'Actualizar' })).toBeVisible();
    // A version that waits opens nothing yet.
    await other.reload();
    expect(await releaseOf(other)).toBeNull();
    await other.getByRole('button', { name: 'Actualizar' }).click();
    await page.waitForTimeout(6_000);
    expect(await loadedAt(page)).toBe(before);
    await expect(page.getByRole('button', { name: 'Guardar 30 mm' })).toBeVisible();

    const loaded = page.waitForEvent('domcontentloaded', { timeout: 60_000 });
    await page.getByRole('button', { name: 'Guardar 30 mm' }).click();
    await loaded;
    expect(await loadedAt(page)).toBeGreaterThan(before);
    expect(await releaseOf(page)).toBe('newer');
    await phone.setSignal(false);
    await page.goto(`${server.address}/dashboard`);
    expect(await releaseOf(page)).toBe('newer');
    await phone.setSignal(true);
    // What the one before had kept is gone.
    const startCaches = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('workbox-start-')));
    await expect.poll(startCaches).toEqual(['workbox-start-newer']);
    await expect(page.getByRole('link', { name: /Lluvia · 30 mm/ })).toBeVisible();
    await other.close();
    expect(phone.errors).toEqual([]);
  });

  test('a page that another version takes before the app has come is loaded anew', async () => {
    const page = await phone.context.newPage();
    await page.addInitScript(() => {
      const loads = Number(sessionStorage.getItem('loads') ?? 0) + 1;
      sessionStorage.setItem('loads', String(loads));
      if (loads > 1) return;
      // The document's own script has run, the app has not.
      new MutationObserver((_, observer) => {
        if (!document.getElementById('root')) return;
        observer.disconnect();
        navigator.serviceWorker.dispatchEvent(new Event('controllerchange'));
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${server.address}/dashboard`);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('loads')).catch(() => null)).toBe('2');
    await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(1_000);
    expect(await page.evaluate(() => sessionStorage.getItem('loads'))).toBe('2');
    await page.close();
  });

  test('what was typed into forms of every family is there after an update, and after a session that ran out', async () => {
    const { page } = phone;
    for (const form of halfTyped) {
      await openForm(page, form);
      await page.getByLabel(form.label, { exact: true }).fill(form.text);
      // Half-typed and left, as somebody who is called away does it.
      await untilDraftSaved(page, form.text);
    }

    await page.goto(`${server.address}/dashboard`);
    await appendFile(join(built, 'app/sw.js'), '\n// newer still\n');
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
    });
    const loaded = page.waitForEvent('domcontentloaded', { timeout: 60_000 });
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await loaded;
    await expectAllTyped(page);

    endSessions(server);
    await page.goto(`${server.address}/dashboard?pendientes=1`);
    await expect(page.getByText(/^Tu sesión terminó/)).toBeVisible({ timeout: 40_000 });
    await page.getByLabel('Correo electrónico').fill(people.beto.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(people.beto.password);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await page.waitForURL(/\/dashboard/);
    await expectAllTyped(page);
    expect(phone.errors).toEqual([]);
  });

  /** A version of so many files that its installation is under way for a while. */
  async function releaseOfMany(name: string): Promise<void> {
    const [worker, many] = [
      join(built, 'app/sw.js'),
      Array.from({ length: 400 }, (_, nth) => `assets/${name}-${nth}.js`),
    ];
    for (const file of many) await writeFile(join(built, 'app', file), '0;');
    const listed = many.map((url) => `{"revision":null,"url":"${url}"},`).join('');
    await writeFile(worker, (await readFile(worker, 'utf8')).replace('[{"revision":', `[${listed}{"revision":`));
  }

  test('one that was on its way already when a page starts is offered to it', async () => {
    const { page } = phone;
    await page.goto(`${server.address}/dashboard`);
    await releaseOfMany('long');
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
    await page.reload();
    const isOnItsWay = await page.evaluate(async () => (await navigator.serviceWorker.ready).installing !== null);
    expect(isOnItsWay).toBe(true);
    const loaded = page.waitForEvent('domcontentloaded', { timeout: 60_000 });
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await loaded;
  });

  test('what a still newer one has kept so far stays when one that waited takes over', async () => {
    const { page } = phone;
    await page.goto(`${server.address}/dashboard`);
    await release(built, 'waits');
    await page.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())?.update()));
    const states = () =>
      page.evaluate(async () => {
        const found = await navigator.serviceWorker.getRegistration();
        return [found?.installing?.state ?? null, found?.waiting?.state ?? null];
      });
    await expect.poll(states).toEqual([null, 'installed']);

    await releaseOfMany('many');
    const kept = () =>
      page.evaluate(async () => {
        const name = (await caches.keys()).find((found) => found.startsWith('workbox-precache')) ?? '';
        return (await (await caches.open(name)).keys()).filter(({ url }) => url.includes('/many-')).length;
      });
    await page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
    await expect.poll(kept, { intervals: [50] }).toBeGreaterThan(20);
    expect(await states()).toEqual(['installing', 'installed']);
    const loaded = page.waitForEvent('domcontentloaded');
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await loaded;
    await expect.poll(states).toEqual([null, 'installed']);
    expect(await kept()).toBe(400);
  });
});
