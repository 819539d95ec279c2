import { expect, type Locator, type Page, test } from '@playwright/test';
import type { RecordedKind } from '../../src/domain/movements/define.ts';
import { recordedKinds } from '../../src/domain/movements/registry.ts';
import { createDevice, type Device, signIn } from './support/device.ts';
import { call, people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { stockFarm } from './support/stock.ts';

/**
 * What a person must know before the touch that saves stands within the first view of a small phone, whatever the form: the place that is
 * not said yet, and the animals that are not there. On a farm of two stocked lots and two rodeos, where nothing follows by itself.
 */
test.describe.configure({ mode: 'serial', timeout: 180_000 });

const smallPhone = { width: 360, height: 640 };

let server: ServerProcess;
let device: Device;
let lot: string;
let rodeo: string;
let org: string;
let otherToken: string;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  const farm = await settleFarm(server, 'La Chica');
  const stock = await stockFarm(server, farm);
  lot = stock.lots['El Bajo'];
  const token = farm.tokens.ana;
  org = farm.organizationId;
  otherToken = farm.tokens.beto;
  const made = await call(server, 'POST', `/api/rodeo/${org}`, { token, body: { name: 'Invernada' } });
  rodeo = (made['rodeo'] as { readonly id: string }).id;
  const animals = ['Vaca', 'Novillo', 'Ternero al pie'].map((name) => ({ type: stock.category(name), count: 3 }));
  await call(server, 'POST', `/api/movement/purchase/${org}`, {
    token,
    body: { date: '2026-01-11', rodeo_id: rodeo, lot_id: lot, animals },
  });
  device = await createDevice(smallPhone);
  await signIn(device, server.address, people.ana);
});

test.afterAll(async () => {
  await device?.close();
  await server?.close();
});

const slugOf = ({ type }: RecordedKind): string => type.toLowerCase().replaceAll('_', '-');
const form = (page: Page): Locator => page.getByRole('dialog').last();
const saveButton = (page: Page): Locator => form(page).locator('button[type=submit]');
const where = (page: Page): Locator => form(page).locator('footer').getByRole('status');

async function open(page: Page, kind: RecordedKind, place: string): Promise<void> {
  await page.goto(`${server.address}/dashboard?registrar=${slugOf(kind)}${place}`);
  await expect(saveButton(page)).toBeVisible();
}

/** Where it stands on the screen, against the screen's own edges; null where it does not. */
const within = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const isInside = box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
    // From its head to its foot: half under the buttons is not in view.
    const isSeen = [2, box.height / 2, box.height - 2].every((down) => {
      const there = document.elementFromPoint(box.x + box.width / 2, box.y + down);
      return there !== null && (element.contains(there) || there.contains(element));
    });
    return isInside && isSeen;
  });

const placed = recordedKinds.filter(({ place, herd }) => place.lot !== undefined && herd !== 'unchanged');
for (const kind of placed) {
  test(`${kind.label}: what is missing of the place is read before it is saved`, async () => {
    const { page } = device;
    await open(page, kind, '');
    await expect(where(page)).toHaveText(/^Falta el (?:lote|rodeo): se pregunta al guardar$/);
    expect([await within(where(page)), await within(saveButton(page))]).toEqual([true, true]);
  });
}

const takesAnimals = placed.filter(({ herd, fields }) => herd !== 'in' && fields['animals']?.required === true);
for (const kind of takesAnimals) {
  test(`${kind.label}: more animals than there are is read under their counter and on the button`, async () => {
    const { page } = device;
    await open(page, kind, `&lote=${lot}&rodeo=${rodeo}`);
    await form(page)
      .getByRole('button', { name: /escribir la cantidad de / })
      .first()
      .click();
    for (const digit of '99') await form(page).getByRole('button', { name: digit, exact: true }).click();
    await form(page).getByRole('button', { name: 'Listo' }).first().click();
    await expect(saveButton(page)).toHaveText('Guardar igual: 99 de 3');
    await expect(where(page)).toHaveText(/^En El Bajo figuran 3 /);
    const counter = form(page).getByText(/^hay 3: faltan 96$/);
    expect([await within(counter), await within(where(page)), await within(saveButton(page))]).toEqual([
      true,
      true,
      true,
    ]);
  });
}

/** Somebody else's rain of today: the form says it, and asks what becomes of it. */
test('the rain of somebody else is on the phone', async () => {
  const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' });
  const body = { date: today, campo_id: null, mm: 22 };
  await call(server, 'POST', `/api/movement/weather/rain/${org}`, { token: otherToken, body });
  await device.page.goto(`${server.address}/dashboard`);
  await expect(device.page.getByText(/Lluvia · 22 mm/).first()).toBeVisible();
});

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'Coma', 'Borrar'];
for (const [width, height, theme] of [
  [360, 640, 'light'],
  [360, 640, 'sol'],
  [640, 360, 'light'],
  [740, 360, 'sol'],
] as const) {
  test(`Lluvia, ${width} × ${height}, ${theme}: place, hint, number, all keys and the button are in the first view`, async () => {
    const { page } = device;
    await page.setViewportSize({ width, height });
    await page.goto(`${server.address}/dashboard?registrar=rain`);
    const hint = form(page).getByText(/ya cargó 22 mm hoy$/);
    await expect(hint).toBeVisible();
    await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
    const needed = [
      form(page).getByRole('button', { name: 'Sacar foto' }),
      form(page).getByRole('button', { name: /, cambiar$/ }),
      hint,
      form(page).getByRole('button', { name: 'Reemplazar' }),
      form(page).getByRole('textbox', { name: 'Milímetros' }),
      ...keys.map((name) => form(page).getByRole('button', { name, exact: true }).last()),
      saveButton(page),
    ];
    const outside = [];
    for (const one of needed) if (!(await within(one))) outside.push(String(one));
    expect(outside).toEqual([]);
    await page.setViewportSize(smallPhone);
  });
}

test('Mover, 640 × 360: what moves at the left, where to at the right, and the button are in the first view', async () => {
  const { page } = device;
  await page.setViewportSize({ width: 640, height: 360 });
  await page.goto(`${server.address}/dashboard`);
  await page.getByRole('button', { name: 'Mover', exact: true }).tap();
  const which = form(page).getByRole('group', { name: '¿Cuáles?' });
  expect(await within(which.getByRole('button').first())).toBe(true);
  await which.getByRole('button').first().tap();
  const line = form(page).getByRole('button', { name: /, cambiar$/ });
  const search = form(page).getByRole('searchbox', { name: '¿A qué lote?' });
  const all = form(page).getByRole('button', { name: 'Todo el rodeo' });
  const needed = [line, all, search, saveButton(page)];
  expect(await Promise.all(needed.map(within))).toEqual([true, true, true, true]);
  const leftOf = async (one: Locator): Promise<number> => (await one.boundingBox())?.x ?? 0;
  expect(await leftOf(search)).toBeGreaterThan((await leftOf(line)) + 200);
  expect(await leftOf(all)).toBe(await leftOf(line));
  await page.setViewportSize(smallPhone);
});
