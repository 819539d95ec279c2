import { expect, type Page, test } from '@playwright/test';
import { createDevice, deskSize, type Device, phoneSize, signIn } from './support/device.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { stockFarm } from './support/stock.ts';

/** How a device calls for attention, and the keys of a desk: Configuración has a word in all of it. */
let server: ServerProcess;
const devices: Device[] = [];

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  await stockFarm(server, await settleFarm(server, 'La Esperanza'));
});

test.afterAll(async () => {
  for (const device of devices) await device.close();
  await server?.close();
});

interface Felt {
  readonly numbers: number[];
  readonly shakes: number[];
}

/** The test's browser has no icon and no motor: what the app asks of them is written down. */
function feel(): void {
  const felt: Felt = { numbers: [], shakes: [] };
  Object.assign(window, { felt });
  navigator.setAppBadge = async (count) => Promise.resolve(void felt.numbers.push(count ?? -1));
  navigator.clearAppBadge = async () => Promise.resolve(void felt.numbers.push(0));
  navigator.vibrate = (ms) => felt.shakes.push(Number(ms)) > 0;
}

const felt = async (page: Page): Promise<Felt> => page.evaluate(() => (window as unknown as { felt: Felt }).felt);
const number = async (page: Page): Promise<number | undefined> => (await felt(page)).numbers.at(-1);

async function open(size: typeof phoneSize): Promise<Device> {
  const device = await createDevice(size);
  devices.push(device);
  await device.context.addInitScript(feel);
  await signIn(device, server.address, people.ana);
  return device;
}

async function recordRain({ page }: Device, mm: string): Promise<void> {
  await page.goto(`${server.address}/dashboard?registrar=rain`);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: mm, exact: true }).click();
  await sheet.getByRole('button', { name: `Guardar ${mm} mm` }).click();
  await expect(sheet).toBeHidden();
}

test('at a desk N opens Registrar until Configuración switches it off', async () => {
  const { page } = await open(deskSize);
  const sheet = page.getByRole('dialog');
  await page.keyboard.press('n');
  await expect(sheet.getByRole('heading', { level: 2 })).toBeVisible();
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await page.goto(`${server.address}/configuration?seccion=pantalla`);
  await page.getByLabel(/^Atajos con una sola tecla/).click();
  await page.reload();
  await expect(page.getByLabel(/^Atajos con una sola tecla/)).not.toBeChecked();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('n');
  await page.keyboard.press('Control+k');
  await expect(page).toHaveURL(/buscar=/);
  await expect(sheet).toHaveCount(1);
});

test('on a phone the icon counts what waits, and the hand feels the save until it does not want to', async () => {
  const phone = await open(phoneSize);
  const { page } = phone;
  await phone.setSignal(false);
  await recordRain(phone, '25');
  await expect.poll(async () => number(page)).toBe(1);
  expect((await felt(page)).shakes).toContain(30);
  await page.goto(`${server.address}/configuration?seccion=notificaciones`);
  await page.getByLabel(/^Vibración al guardar/).click();
  await recordRain(phone, '10');
  await expect.poll(async () => number(page)).toBe(2);
  expect((await felt(page)).shakes).toEqual([]);
  await phone.setSignal(true);
  await expect.poll(async () => number(page), { timeout: 60_000 }).toBe(0);
  expect(phone.errors).toEqual([]);
});

test('who logs out with records that wait leaves no number on the icon', async () => {
  const phone = await open(phoneSize);
  const { page } = phone;
  await phone.setSignal(false);
  await recordRain(phone, '25');
  await expect.poll(async () => number(page)).toBe(1);
  await page.goto(`${server.address}/configuration`);
  await expect.poll(async () => number(page)).toBe(1);
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await expect(page).not.toHaveURL(/configuration/);
  await expect.poll(async () => number(page)).toBe(0);
});
