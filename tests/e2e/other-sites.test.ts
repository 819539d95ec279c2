import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { recordRain } from './support/acts.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** What a page of another site, or a text that came in by a record, can make the app do: nothing. */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let stranger: Server;
let phone: Device;
let violations: string[];

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  await settleFarm(server, 'La Esperanza');
  stranger = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Otro sitio</title>'),
  );
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  phone = await createDevice(phoneSize);
  violations = [];
  await phone.page.exposeFunction('tellViolation', (what: string) => violations.push(what));
  await phone.page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      (window as unknown as { tellViolation: (what: string) => void }).tellViolation(
        `${violatedDirective} ${blockedURI} ${sample}`,
      ),
    ),
  );
  await signIn(phone, server.address, people.ana);
});

test.afterAll(async () => {
  await phone?.close();
  stranger?.close();
  await server?.close();
});

/** What a text becomes that somebody lets the page read as markup or as a script's address. */
const made = (page: Page, how: 'markup' | 'worker' | 'service worker' | 'other build', text: string) =>
  page.evaluate(
    async ([way, given]) => {
      try {
        if (way === 'markup') document.body.innerHTML = given;
        else if (way === 'service worker') await navigator.serviceWorker.register(given);
        else new Worker(given).terminate();
        return 'done';
      } catch (thrown) {
        return thrown instanceof TypeError ? 'refused' : String(thrown);
      }
    },
    [how, text] as const,
  );

test('The app keeps a record, its journal and itself for no signal, and breaks none of the rules for scripts', async () => {
  const { page } = phone;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await recordRain(page, 10);
  await page.reload();
  await expect(page.locator('body')).toContainText('10 mm');
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL ?? '')).toMatch(/\/sw\.js$/);
  expect(violations).toEqual([]);
  expect(phone.errors).toEqual([]);
});

test('Text becomes no markup, and no script but those of the build is started', async () => {
  const { page } = phone;
  const { port } = stranger.address() as AddressInfo;
  expect(await made(page, 'markup', '<img src=x onerror=alert(1)>')).toBe('refused');
  expect(await made(page, 'worker', `http://127.0.0.1:${port}/x.js`)).toBe('refused');
  expect(await made(page, 'worker', '/api/audio/un-archivo.js')).toBe('refused');
  expect(await made(page, 'worker', 'data:text/javascript,1')).toBe('refused');
  expect(await made(page, 'service worker', '/api/otro.js')).toBe('refused');
  expect(violations.length).toBeGreaterThan(0);
});

test('A form that another site posts leaves no file in the app; the screen asks for the file itself', async () => {
  const { page } = phone;
  const { port } = stranger.address() as AddressInfo;
  // Another site to the browser: another host name, not only another port.
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.evaluate((action) => {
    const chosen = new DataTransfer();
    chosen.items.add(new File(['%PDF-1.4'], 'de otro sitio.pdf', { type: 'application/pdf' }));
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action, enctype: 'multipart/form-data' });
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', name: 'file' });
    input.files = chosen.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, `${server.address}/upload-invoice`);
  await expect(page).toHaveURL(/\/upload-invoice\?compartido=nada/);
  await expect(page.getByText('de otro sitio.pdf')).toBeHidden();
  const kept = await page.evaluate(async () => (await (await caches.open('compartido')).keys()).length);
  expect(kept).toBe(0);
});
