import { expect, test } from '@playwright/test';
import { createLot, recordBirth, recordTransfer } from './support/acts.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { stockFarm } from './support/stock.ts';
import { untilQuiet } from './support/until-quiet.ts';

/** One phone goes through several hands and several farms: what was recorded stays its author's and its farm's. */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let farm: StoryFarm;
let phone: Device;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Esperanza');
  await stockFarm(server, farm);
  phone = await createDevice(phoneSize);
  await signIn(phone, server.address, people.beto);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
});

const chip = () =>
  phone.page.getByRole('button', { name: /Al día|pendiente|Sin señal|Enviando|con error|Comprobando/ });

async function logOut({ unsent }: { readonly unsent: boolean }): Promise<void> {
  const { page } = phone;
  await page.goto(`${server.address}/configuration`);
  // What waits is known by then.
  await expect(chip()).toContainText(unsent ? '1 pendiente' : 'Al día');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  if (unsent) {
    const sure = page.getByRole('alertdialog');
    await expect(sure).toContainText('1 registro sin enviar');
    await sure.getByRole('button', { name: 'Cerrar sesión' }).click();
  }
  await page.waitForURL((url) => !url.pathname.startsWith('/configuration'));
}

test('whoever signs out with unsent records is told so, and the next hand does not see them', async () => {
  const { page } = phone;
  await phone.setSignal(false);
  await page.goto(`${server.address}/dashboard`);
  await recordBirth(page, 'El Ombú', 'Ternero al pie');
  await expect(chip()).toContainText('1 pendiente');
  await logOut({ unsent: true });
  await page.goto(`${server.address}/log-in`);
  await expect(page.getByText('En este celular hay 1 registro sin enviar.')).toBeVisible();
  await phone.setSignal(true);

  await signIn(phone, server.address, people.caro);
  await expect(chip()).toContainText('Al día');
  await page.goto(`${server.address}/dashboard?pendientes=1`);
  await expect(page.getByText('En este celular hay 1 registro de otra persona sin enviar.')).toBeVisible();
  await page.goto(`${server.address}/data`);
  await expect(page.getByRole('link', { name: /Compra/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Nacimiento/ })).toHaveCount(0);
  const { movements } = (await call(server, 'GET', `/api/movement/all/${farm.organizationId}`, {
    token: farm.tokens.ana,
  })) as { movements: { type: string }[] };
  expect(movements.filter((movement) => movement.type === 'BIRTH')).toEqual([]);
});

test('the records of a signed-out hand go up when he is back, under his own name', async () => {
  await logOut({ unsent: false });
  const { page } = phone;
  await page.goto(`${server.address}/log-in`);
  await page.getByLabel('Correo electrónico').fill(people.beto.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(people.beto.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL(/\/dashboard/);
  await expect(chip()).toContainText('Al día', { timeout: 30_000 });
  await page.goto(`${server.address}/data`);
  await expect(page.getByRole('link', { name: /Nacimiento.*Beto Gómez/ })).toHaveCount(1);
});

test('a lot whose name was taken meanwhile waits to be corrected, and what was recorded in it waits with it', async () => {
  const { page } = phone;
  // The signal goes between two calls, and the browser does not notice: a phone that knows it has none records for the field, which is
  // taken as it is.
  await untilQuiet(page);
  await page.clock.setFixedTime(new Date());
  const calls = '**/api/**';
  await phone.context.route(calls, (route) => route.abort());
  await createLot(page, 'Potrero Nuevo', '45,5');
  await recordTransfer(page, { from: 'El Ombú', to: 'Potrero Nuevo', category: 'Vaca', count: 4 });
  await call(server, 'POST', `/api/lot/create/${farm.organizationId}`, {
    token: farm.tokens.ana,
    body: { name: 'Potrero nuevo', hectares: 10 },
  });
  await phone.context.unroute(calls);
  await page.goto(`${server.address}/dashboard?pendientes=1`);
  await page.getByRole('button', { name: 'Enviar ahora' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading', { name: 'Con error (1)' })).toBeVisible({ timeout: 20_000 });
  await expect(sheet).toContainText('Ya existe un lote con ese nombre');
  await expect(sheet.getByRole('heading', { name: 'Por enviar (1)' })).toBeVisible();
  const refused = sheet.getByRole('listitem').filter({ hasText: 'Ya existe un lote con ese nombre' });
  await refused.getByRole('button', { name: 'Corregir' }).click();
  await page.getByLabel('Nombre del lote').fill('Potrero del Fondo');
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // A start sends by itself: a button to do it may be gone before it is touched.
  await page.goto(`${server.address}/dashboard`);
  await expect(chip()).toContainText('Al día', { timeout: 40_000 });
  await page.goto(`${server.address}/lots`);
  await expect(page.getByRole('link', { name: /Potrero del Fondo.*4 cab/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Potrero nuevo.*0 cab/ })).toBeVisible();
});

test('another farm of the same person starts empty, and the first one is as it was', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/dashboard?organizacion=1`);
  await page.getByRole('button', { name: 'Nuevo establecimiento' }).click();
  await page.getByLabel('Nombre del establecimiento').fill('Los Talas');
  await page.getByRole('button', { name: 'Crear establecimiento' }).click();
  await expect(page.getByRole('button', { name: 'Los Talas: cambiar de establecimiento' })).toBeVisible();
  await page.getByRole('link', { name: 'Campo', exact: true }).click();
  await expect(page.getByText('Creá tus lotes para ubicar la hacienda')).toBeVisible();
  await page.getByRole('button', { name: /Los Talas: cambiar/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /La Esperanza/ })
    .click();
  await page.getByRole('link', { name: 'Campo', exact: true }).click();
  await expect(page.getByRole('link', { name: /Potrero del Fondo.*4 cab/ })).toBeVisible();
  expect(phone.errors).toEqual([]);
});
