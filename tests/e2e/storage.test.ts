import { expect, test } from '@playwright/test';
import { createLot } from './support/acts.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { stockFarm } from './support/stock.ts';

/** What a browser does to what it keeps (trust.md F14, F16). */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let phone: Device;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  await stockFarm(server, await settleFarm(server, 'La Esperanza'));
  phone = await createDevice(phoneSize);
  await signIn(phone, server.address, people.beto);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
});

test('a browser that deletes its databases is found out: the records that went are told, and the farm is loaded again', async () => {
  const { page, context } = phone;
  await phone.setSignal(false);
  await createLot(page, 'El Sauce', '40');
  await expect(page.getByRole('button', { name: /1 pendiente|Sin señal/ }).first()).toBeVisible();
  const cdp = await context.newCDPSession(page);
  await page.goto('about:blank');
  await cdp.send('Storage.clearDataForOrigin', { origin: server.address, storageTypes: 'indexeddb' });
  await phone.setSignal(true);
  await page.goto(`${server.address}/dashboard`);
  const told = page.getByRole('alert').filter({ hasText: 'El navegador borró' });
  await expect(told).toContainText('El navegador borró los datos guardados en este dispositivo');
  await expect(told).toContainText('Había 1 registro sin enviar y se perdió');
  await expect(page.getByRole('button', { name: /Al día/ })).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(told).toContainText('Había 1 registro sin enviar');
  await told.getByRole('button', { name: 'Entendido' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: /Al día/ })).toBeVisible({ timeout: 30_000 });
  await expect(told).toHaveCount(0);
});

test('a browser without databases says so before anything can be typed', async () => {
  const page = await phone.context.newPage();
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await page.goto(`${server.address}/log-in`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este navegador no deja guardar datos');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.close();
});
