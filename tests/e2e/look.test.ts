import { expect, type Page, test } from '@playwright/test';
import { createDevice, type Device, signIn } from './support/device.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { unreadable } from './support/readable.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { stockFarm, type Stock } from './support/stock.ts';
import { tooWide } from './support/too-wide.ts';

/** Every screen, narrow and wide, light, dark and in the sun: fit for readers, keys and thumbs, and never wider than the phone. */
let server: ServerProcess;
let farm: StoryFarm;
let stock: Stock;
let device: Device;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Esperanza');
  stock = await stockFarm(server, farm);
  device = await createDevice({ width: 320, height: 640 });
});

test.afterAll(async () => {
  await device?.close();
  await server?.close();
});

const sizes = [
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
];
const themes = ['light', 'sol', 'dark'];

const dress = (page: Page, theme: string): Promise<unknown> =>
  page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme);

async function examine(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    // Letters are bigger in the sun.
    for (const theme of ['sol', 'light']) {
      await dress(page, theme);
      expect(await tooWide(page), `${name} at ${size.width}, ${theme}`).toBeLessThanOrEqual(0);
    }
    // The colours of every theme are proved by their own test; here the wide screen alone is dressed in all of them.
    for (const theme of size.width > 1000 ? themes : ['light']) {
      await dress(page, theme);
      expect(await unreadable(page), `${name} at ${size.width}, ${theme}`).toEqual([]);
    }
  }
}

test('the doors: landing, log-in, sign-up', async () => {
  const { page } = device;
  for (const path of ['/', '/log-in', '/sign-up']) {
    await page.goto(`${server.address}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await examine(page, path);
  }
});

test('the screens of a farm', async () => {
  await signIn(device, server.address, people.ana);
  const { page } = device;
  const paths = [
    '/dashboard',
    '/data',
    `/data/${stock.purchase}`,
    '/lots',
    `/lots/${stock.lots['El Ombú']}`,
    '/lots/create',
    '/configuration',
  ];
  for (const path of paths) {
    await page.goto(`${server.address}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await examine(page, path);
  }
});

test('figures that are being counted anew, in every theme', async () => {
  const { page } = device;
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.address}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Últimos movimientos' })).toBeVisible();
  for (const theme of themes) {
    await dress(page, theme);
    const dimmed = await page.evaluate(() => {
      const parts = [...document.querySelectorAll('main section[aria-labelledby], main dl > div')];
      const outer = parts.filter((part) => !parts.some((other) => other !== part && other.contains(part)));
      // Also where one lies in another.
      for (const part of outer)
        for (const one of [part, part.querySelector('span, small')]) one?.setAttribute('aria-busy', 'true');
      return outer.length;
    });
    expect(dimmed).toBeGreaterThan(2);
    expect(await unreadable(page), theme).toEqual([]);
  }
});

test('what lies over them', async () => {
  const { page } = device;
  for (const search of [
    'registrar=menu',
    'registrar=birth',
    'registrar=rain',
    'registrar=treatment',
    'pendientes=1',
    'organizacion=1',
    'mas=1',
  ]) {
    await page.goto(`${server.address}/dashboard?${search}`);
    await expect(page.getByRole('dialog').getByRole('heading', { level: 2 })).toBeVisible();
    await expect(page.getByRole('dialog').getByText('Cargando')).toHaveCount(0);
    await examine(page, search);
  }
});

test('on a narrow phone the name of the farm is whole, whatever the chip says', async () => {
  const { page } = device;
  await device.setSignal(false);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${server.address}/dashboard?registrar=rain`);
  await page.getByRole('dialog').getByRole('button', { name: '25', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar 25 mm' }).click();
  const name = page.getByRole('button', { name: 'La Esperanza: cambiar de establecimiento' }).getByText('La Esperanza');
  const look = async (chip: RegExp): Promise<void> => {
    await expect(page.getByRole('button', { name: chip })).toBeVisible({ timeout: 30_000 });
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      for (const theme of ['light', 'sol']) {
        await dress(page, theme);
        const hidden = await name.evaluate(({ scrollWidth, scrollHeight, clientWidth, clientHeight }) =>
          Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight),
        );
        expect(hidden, `${chip} at ${width}, ${theme}`).toBeLessThanOrEqual(1);
      }
    }
  };
  await look(/^Sin señal · 1 pendiente$/);
  await device.setSignal(true);
  await look(/^Al día$/);
});

test('a table has room for its columns, whatever the letters', async () => {
  const { page } = device;
  const [token, path] = [farm.tokens.ana, `/api/invoice/${farm.organizationId}`];
  const lines = [{ concept: 'Novillos', heads: 40, kg: 15_960, quantity: 15_960, unit_price: '2800', vat_rate: 10.5 }];
  const body = { direction: 'emitida', kind: 'liquidacion', state: 'borrador', lines };
  const { invoice } = (await call(server, 'POST', path, { token, body })) as { invoice: { id: string } };
  await page.goto(`${server.address}/billing/${invoice.id}`);
  await expect(page.getByRole('rowheader', { name: 'Novillos' })).toBeVisible();
  for (const width of [800, 1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const theme of ['light', 'sol']) {
      await dress(page, theme);
      expect(await tooWide(page), `at ${width}, ${theme}`).toBeLessThanOrEqual(0);
    }
  }
});

test('the number and the amounts of an invoice are whole in the largest letters', async () => {
  const { page } = device;
  const [token, path] = [farm.tokens.ana, `/api/invoice/${farm.organizationId}`];
  const lines = [{ concept: 'Campo', quantity: 1, net: '999999999999.99', vat_rate: 21 }];
  const number = {
    letter: 'A',
    point_of_sale: 3,
    number: 7,
    state: 'borrador',
    kind: 'factura',
    direction: 'recibida',
  };
  const { invoice } = (await call(server, 'POST', path, { token, body: { ...number, lines } })) as {
    invoice: { id: string };
  };
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(`${server.address}/billing/${invoice.id}`);
  await expect(page.getByRole('heading', { name: 'Factura A 00003-00000007' })).toBeVisible();
  await dress(page, 'sol');
  await page.evaluate(() => (document.documentElement.dataset['textSize'] = 'max'));
  expect(await tooWide(page)).toBeLessThanOrEqual(0);
  await page.evaluate(() => delete document.documentElement.dataset['textSize']);
  await dress(page, 'light');
});

test('paper has the whole screen, black on white, and nothing to press', async () => {
  const { page } = device;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.address}/dashboard`);
  await dress(page, 'dark');
  await expect(page.getByRole('heading', { name: 'Hacienda en el tiempo' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Lluvia' })).toBeHidden();
  const seen = await page.evaluate(() => ({
    below: document.documentElement.scrollHeight > innerHeight,
    ground: getComputedStyle(document.body).backgroundColor,
  }));
  expect(seen).toEqual({ below: true, ground: 'rgb(255, 255, 255)' });
  await page.emulateMedia({ media: null });
  await dress(page, 'light');
});

test('paper says which records are listed, not which others could be', async () => {
  const { page } = device;
  await page.goto(`${server.address}/data`);
  const kinds = page.getByRole('group', { name: 'Tipo de movimiento' });
  await expect(kinds.getByRole('button', { name: 'Clima' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(kinds.getByRole('button', { name: 'Clima' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Buscar y filtrar' })).toBeHidden();
  // White on the ground of the button, which paper has not.
  await expect(kinds.getByRole('button', { name: 'Todos' })).toHaveCSS('color', 'rgb(18, 21, 14)');
  await page.emulateMedia({ media: null });
});

test('at a desk what is to be recorded is found by its letters', async () => {
  const { page } = device;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.address}/dashboard?registrar=menu`);
  const menu = page.getByRole('dialog');
  await menu.getByRole('searchbox', { name: 'Buscar' }).fill('trata');
  await expect(menu.getByRole('region')).toHaveCount(1);
  await expect(menu.getByRole('button', { name: 'Vacunar o tratar' })).toBeVisible();
});

test('by the keyboard alone a birth is recorded', async () => {
  const { page } = device;
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${server.address}/lots/${stock.lots['El Ombú']}`);
  const tile = page.getByRole('region', { name: 'Registrar acá' }).getByRole('button', { name: 'Nacimiento' });
  await tile.focus();
  await page.keyboard.press('Enter');
  const more = page.getByRole('button', { name: 'Sumar 1 ternero al pie' });
  await expect(more).toBeVisible();
  for (
    let steps = 0;
    steps < 30 && !(await more.evaluate((element) => element === document.activeElement));
    steps += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const save = page.getByRole('button', { name: 'Guardar 2 nacimientos' });
  for (
    let steps = 0;
    steps < 30 && !(await save.evaluate((element) => element === document.activeElement));
    steps += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Nacimiento · 2 terneros al pie/ })).toBeVisible();
  await expect(tile).toBeFocused();
});
