import { expect, type Page, test } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import { recordRain } from './support/acts.ts';
import { createDevice, deskSize, type Device, phoneSize, signIn } from './support/device.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { stockFarm } from './support/stock.ts';

/**
 * Somebody comes to work, gets a role, another one, and goes: between the owner's desk and a phone of his own, with what he had not sent
 * when he was taken off the team (domain.md §2.12, §2.18; F24).
 */
test.describe.configure({ mode: 'serial' });

const luz = { email: 'luz@campo.test', password: 'la tranquera de Luz 7', first_name: 'Luz', last_name: 'Ibarra' };

let server: ServerProcess;
let desk: Device;
let phone: Device;
let link = '';

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  const farm = await settleFarm(server, 'La Esperanza');
  await stockFarm(server, farm);
  [desk, phone] = [await createDevice(deskSize), await createDevice(phoneSize)];
  await signIn(desk, server.address, people.ana);
});

test.afterAll(async () => {
  for (const device of [desk, phone]) await device?.close();
  await server?.close();
});

/** What the camera of another phone reads off the screen. */
async function readCode(page: Page, label: string): Promise<string> {
  const image = page.getByRole('img', { name: label });
  await expect(image).toBeVisible();
  const pixels = await image.evaluate((element) => {
    const [width, height] = [320, 320];
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d');
    if (!context || !(element instanceof HTMLImageElement)) return null;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(element, 0, 0, width, height);
    // As one text: of a list, every number comes over by itself.
    const { data } = context.getImageData(0, 0, width, height);
    return { width, height, text: Array.from(data, (value) => String.fromCharCode(value)).join('') };
  });
  if (!pixels) throw new Error('The code could not be drawn');
  const { width, height, text } = pixels;
  return decodeQR({ width, height, data: Uint8ClampedArray.from(Buffer.from(text, 'latin1')) });
}

const openMember = async (): Promise<void> => {
  await desk.page.goto(`${server.address}/work-team`);
  await desk.page
    .getByRole('list', { name: 'Integrantes' })
    .getByRole('button', { name: /Luz Ibarra/ })
    .click();
};

test('the owner makes an account for somebody, and its link is a text and a code', async () => {
  const { page } = desk;
  await page.goto(`${server.address}/work-team`);
  await page.getByRole('button', { name: 'Agregar', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('Crear su cuenta').click();
  await sheet.getByLabel('Nombre', { exact: true }).fill(luz.first_name);
  await sheet.getByLabel('Apellido').fill(luz.last_name);
  await sheet.getByLabel('Correo electrónico').fill(luz.email);
  await sheet.getByRole('button', { name: 'Crear cuenta y enlace' }).click();
  await expect(sheet.getByText('La cuenta está creada')).toBeVisible();
  link = await readCode(page, 'Código con el enlace de activación');
  await expect(sheet.getByText(link, { exact: true })).toBeVisible();
  expect(new URL(link).pathname).toBe('/admin-activation');
});

test('who reads it chooses a password and is on the farm, once', async () => {
  const { page } = phone;
  const { pathname, hash } = new URL(link);
  await page.goto(`${server.address}${pathname}${hash}`);
  await page.getByLabel('Contraseña', { exact: true }).fill(luz.password);
  // On the way in, also for a moment, nobody is told that his link was not whole.
  await page.evaluate(() => {
    document.documentElement.dataset['said'] = '';
    const look = (): void => {
      if (document.body.innerText.includes('Al enlace le falta')) document.documentElement.dataset['said'] = 'broken';
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.getByRole('button', { name: 'Activar la cuenta' }).click();
  await page.waitForURL(/\/dashboard/);
  expect(await page.evaluate(() => document.documentElement.dataset['said'])).toBe('');
  await expect(page.getByRole('button', { name: /Al día/ })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('La Esperanza')).toBeVisible();

  const again = await createDevice(phoneSize);
  await again.page.goto(`${server.address}${pathname}${hash}`);
  await again.page.getByLabel('Contraseña', { exact: true }).fill('otra clave bien larga');
  await again.page.getByRole('button', { name: 'Activar la cuenta' }).click();
  await expect(again.page.getByText(/Este enlace ya se usó o venció/)).toBeVisible();
  await again.close();
});

test('a hand sees the herd, and neither money nor the keys of the team', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/lots`);
  await expect(page.getByRole('link', { name: /El Ombú.*90 cab/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Nuevo lote' })).toHaveCount(0);
  await page.goto(`${server.address}/billing`);
  await expect(page.getByRole('link', { name: 'Nueva factura' })).toHaveCount(0);
  await page.goto(`${server.address}/work-team`);
  await expect(page.getByText('Tu rol: Usuario')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Agregar', exact: true })).toHaveCount(0);
});

test('another role is on the phone at once, without a reload', async () => {
  const before = await phone.page.evaluate(() => performance.timeOrigin);
  await openMember();
  const sheet = desk.page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Administrador', exact: true }).click();
  await sheet.getByRole('button', { name: 'Cambiar rol' }).click();
  await expect(sheet.getByText('Luz ahora es Administrador.')).toBeVisible();
  await expect(phone.page.getByText('Tu rol: Administrador')).toBeVisible({ timeout: 30_000 });
  await expect(phone.page.getByRole('button', { name: 'Agregar', exact: true })).toBeVisible();
  expect(await phone.page.evaluate(() => performance.timeOrigin)).toBe(before);
});

test('taken off the team without signal, what was recorded before still reaches the office', async () => {
  phone = await phone.reopen({ signal: false });
  await phone.page.goto(`${server.address}/dashboard`);
  await recordRain(phone.page, 25);
  await openMember();
  const sheet = desk.page.getByRole('dialog').last();
  await sheet.getByRole('button', { name: 'Quitar del equipo' }).click();
  await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Quitar' }).click();
  await expect(desk.page.getByText('Luz ya no está en el equipo')).toBeVisible();

  await phone.setSignal(true);
  await desk.page.goto(`${server.address}/data`);
  const rain = desk.page.getByRole('link', { name: /Lluvia.*25 mm/ });
  await expect(rain).toBeVisible({ timeout: 60_000 });
  await expect(rain).toContainText('Luz Ibarra');
  await expect(rain).toContainText('Revisar');
});

test('and the farm is gone from the phone, live', async () => {
  const offTeam = phone.page.getByRole('alertdialog', { name: 'Ya no estás en La Esperanza' });
  await offTeam.getByRole('button', { name: 'Seguir' }).click({ timeout: 30_000 });
  await expect(phone.page.getByRole('heading', { name: 'Creá tu establecimiento' })).toBeVisible({ timeout: 30_000 });
  await expect(phone.page.getByText('La Esperanza')).toHaveCount(0);
  expect([...desk.errors, ...phone.errors]).toEqual([]);
});

test('who does not open the app is on the team by one name, and is given a task', async () => {
  const { page } = desk;
  await page.goto(`${server.address}/work-team`);
  await page.getByRole('button', { name: 'Agregar', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Sin acceso a la app' }).click();
  await sheet.getByLabel('Nombre', { exact: true }).fill('Cacho');
  await sheet.getByRole('button', { name: 'Agregar sin acceso' }).click();
  await expect(sheet.getByText('Ya está en el equipo, sin acceso a la app.')).toBeVisible();
  await page.goto(`${server.address}/tasks`);
  await page.getByRole('button', { name: 'Nueva tarea' }).click();
  await page.getByLabel('¿Qué hay que hacer?').fill('Arreglar el molino');
  await page.getByRole('dialog').getByRole('button', { name: 'Cacho', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click();
  await page.getByRole('button', { name: 'Todas', exact: true }).click();
  await page
    .getByRole('group', { name: 'Cuándo' })
    .getByRole('button', { name: /^Sin fecha/ })
    .first()
    .click();
  await expect(
    page.getByRole('list', { name: 'Cacho' }).getByRole('button', { name: /^Arreglar el molino/ }),
  ).toBeVisible();
});

test('and finds it there, once he is let in', async () => {
  const { page } = desk;
  await page.goto(`${server.address}/work-team`);
  await page
    .getByRole('list', { name: 'Integrantes' })
    .getByRole('button', { name: /^Cacho.*Sin acceso/ })
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Dar acceso a la app' }).click();
  await sheet.getByRole('button', { name: 'Con su correo' }).click();
  await sheet.getByLabel('Apellido').fill('Luna');
  await sheet.getByLabel('Correo electrónico').fill('cacho@campo.test');
  await sheet.getByRole('button', { name: 'Crear cuenta y enlace' }).click();
  await expect(sheet.getByText('La cuenta está creada')).toBeVisible();
  const { pathname, hash } = new URL(await readCode(page, 'Código con el enlace de activación'));
  const his = await createDevice(phoneSize);
  await his.page.goto(`${server.address}${pathname}${hash}`);
  await his.page.getByLabel('Contraseña', { exact: true }).fill('la tranquera de Cacho 7');
  await his.page.getByRole('button', { name: 'Activar la cuenta' }).click();
  await his.page.waitForURL(/\/dashboard/);
  await his.page.goto(`${server.address}/tasks`);
  await his.page
    .getByRole('group', { name: 'Cuándo' })
    .getByRole('button', { name: /^Sin fecha/ })
    .first()
    .click();
  await expect(his.page.getByRole('button', { name: /^Arreglar el molino/ })).toBeVisible({ timeout: 30_000 });
  expect([...desk.errors, ...his.errors]).toEqual([]);
  await his.close();
});
