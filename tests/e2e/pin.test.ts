import { expect, type Page, test } from '@playwright/test';
import { recordRain } from './support/acts.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** A PIN stands before the farm's screens, and before nothing that is recorded (trust.md row 111). */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let farm: StoryFarm;
let phone: Device;
/** Another tab of the same phone: nobody has opened it yet. */
let tab: Page;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Esperanza');
  phone = await createDevice(phoneSize);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
});

const chip = (page: Page) => page.getByRole('button', { name: /Al día|pendiente|Sin señal|Enviando|con error/ });
const pin = (page: Page) => page.getByLabel('PIN de 6 números');

test('an easy one is refused, another is set, and the page in hand stays open', async () => {
  await signIn(phone, server.address, people.beto);
  const { page } = phone;
  await page.goto(`${server.address}/configuration?seccion=seguridad`);
  await pin(page).fill('123456');
  await page.getByLabel('Repetí el PIN').fill('123456');
  await page.getByRole('button', { name: 'Poner PIN' }).click();
  await expect(page.getByText('Elegí uno menos fácil').first()).toBeVisible();
  await pin(page).fill('493817');
  await page.getByLabel('Repetí el PIN').fill('493817');
  await page.getByRole('button', { name: 'Poner PIN' }).click();
  await expect(page.getByText('PIN guardado: este celular lo pide desde ahora')).toBeVisible();
  await page.goto(`${server.address}/dashboard`);
  await expect(chip(page)).toContainText('Al día', { timeout: 30_000 });
});

test('five wrong ones without signal lock a new tab, and what waits is there', async () => {
  await phone.setSignal(false);
  await recordRain(phone.page, 10);
  // What stands before the screens comes from what the app keeps itself.
  const cdp = await phone.context.newCDPSession(phone.page);
  await cdp.send('Network.clearBrowserCache');
  tab = await phone.context.newPage();
  await tab.goto(`${server.address}/dashboard`);
  await expect(tab.getByRole('heading', { name: 'Ingresá tu PIN' })).toBeVisible();
  await expect(tab.getByText('La Esperanza')).toHaveCount(0);
  for (const left of ['quedan 4 intentos', 'quedan 3 intentos', 'quedan 2 intentos', 'queda 1 intento']) {
    await pin(tab).fill('111222');
    await expect(tab.getByText(`Te ${left}`).first()).toBeVisible();
  }
  await pin(tab).fill('111222');
  await expect(tab.getByRole('heading', { name: 'PIN bloqueado' })).toBeVisible();
  await expect(tab.getByText('1 registro sin enviar sigue guardado')).toBeVisible();
  await tab.getByLabel(`Contraseña de ${people.beto.email}`, { exact: true }).fill(people.beto.password);
  await tab.getByRole('button', { name: 'Ingresar' }).click();
  await expect(tab.getByRole('alert').first()).toContainText('No se pudo conectar con el servidor');
});

test('the password opens it with signal: everything is there, and goes up once', async () => {
  await phone.setSignal(true);
  await tab.getByRole('button', { name: 'Ingresar' }).click();
  await expect(chip(tab)).toContainText('Al día', { timeout: 30_000 });
  await expect(tab.getByRole('banner').getByText('La Esperanza')).toBeVisible();
  const token = farm.tokens.ana;
  const { movements } = (await call(server, 'GET', `/api/movement/all/${farm.organizationId}`, { token })) as {
    movements: { type: string }[];
  };
  expect(movements.filter(({ type }) => type === 'RAIN')).toHaveLength(1);
  expect(phone.errors).toEqual([]);
});
