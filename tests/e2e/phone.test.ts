import { expect, type Page, test } from '@playwright/test';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { untilDraftSaved } from './support/drafts.ts';
import { people, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { type Stock, stockFarm } from './support/stock.ts';

/** What the phone of a ranch hand must do by itself: be installed, open anywhere without signal, take a record in three touches. */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let farm: StoryFarm;
let stock: Stock;
let phone: Device;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Esperanza');
  stock = await stockFarm(server, farm);
  phone = await createDevice(phoneSize);
  await signIn(phone, server.address, people.beto);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
});

/** The pixels of a picture that the server has. */
const sizeOf = (page: Page, src: string): Promise<{ readonly width: number; readonly height: number }> =>
  page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    return { width: image.naturalWidth, height: image.naturalHeight };
  }, src);

test('the browser finds nothing that keeps it from being installed', async () => {
  const { page, context } = phone;
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const { data, errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}') as {
    lang: string;
    icons: { src: string; purpose: string; sizes: string }[];
    screenshots: { src: string; form_factor: string; sizes: string }[];
  };
  expect(manifest.lang).toBe('es-AR');
  expect(new Set(manifest.icons.map((icon) => icon.purpose))).toEqual(new Set(['any', 'maskable']));
  expect(new Set(manifest.screenshots.map((shot) => shot.form_factor))).toEqual(new Set(['narrow', 'wide']));
  const touchIcon = (await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')) ?? '';
  for (const src of [...manifest.icons.map((icon) => icon.src), touchIcon]) {
    expect((await sizeOf(page, src)).width, src).toBeGreaterThanOrEqual(180);
  }
  for (const { src, sizes } of manifest.screenshots) {
    const { width, height } = await sizeOf(page, src);
    expect(`${width}x${height}`, src).toBe(sizes);
  }
});

test('every screen opens from a cold start with no network, and an unknown address goes home', async () => {
  const { purchase, lots } = stock;
  const screens: readonly (readonly [string, string])[] = [
    ['/dashboard', 'Inicio'],
    ['/data', 'Movimientos'],
    [`/data/${purchase}`, 'Registro de datos'],
    ['/lots', 'Lotes'],
    [`/lots/${lots['El Ombú']}`, 'El Ombú'],
    ['/lots/create', 'Nuevo lote'],
    ['/configuration', 'Configuración'],
  ];
  // What the browser has from the network's own store it may throw away: the app stands on what it keeps itself.
  const cdp = await phone.context.newCDPSession(phone.page);
  await cdp.send('Network.clearBrowserCache');
  phone = await phone.reopen({ signal: false });
  const failed: string[] = [];
  phone.page.on('requestfailed', (request) => void failed.push(new URL(request.url()).pathname));
  for (const [path, title] of screens) {
    await phone.page.goto(`${server.address}${path}`);
    await expect(phone.page.getByRole('heading', { level: 1, name: title }), path).toBeVisible();
  }
  for (const path of ['/', '/log-in', '/sign-up', '/no/such/screen']) {
    await phone.page.goto(`${server.address}${path}`);
    await expect(phone.page.getByRole('heading', { level: 1, name: 'Inicio' }), path).toBeVisible();
  }
  const overlays: readonly (readonly [string, string])[] = [
    ['registrar=birth', 'Nacimiento'],
    ['registrar=rain', 'Lluvia'],
    ['registrar=menu', 'Registrar'],
    ['pendientes=1', 'Pendientes'],
    ['organizacion=1', 'Establecimientos'],
    ['mas=1', 'Más'],
  ];
  for (const [search, title] of overlays) {
    await phone.page.goto(`${server.address}/dashboard?${search}`);
    await expect(phone.page.getByRole('dialog').getByRole('heading', { name: title }), search).toBeVisible();
  }
  expect(failed.filter((path) => path.startsWith('/assets/'))).toEqual([]);
  expect(phone.errors).toEqual([]);
});

/** Counts what the hand does on the page: touches on controls, and keys. */
async function countTouches(page: Page): Promise<() => Promise<{ taps: number; keys: number }>> {
  await page.evaluate(() => {
    const seen = { taps: 0, keys: 0 };
    Object.assign(window, { seen });
    document.addEventListener('click', () => (seen.taps += 1), true);
    document.addEventListener('keydown', () => (seen.keys += 1), true);
  });
  return async () => await page.evaluate(() => (window as unknown as { seen: { taps: number; keys: number } }).seen);
}

const quick: readonly {
  title: string;
  tile: string;
  count: (page: Page) => Promise<void>;
  save: string;
  row: RegExp;
}[] = [
  {
    title: 'a birth',
    tile: 'Nacimiento',
    count: (page) => page.getByRole('button', { name: 'Sumar 1 ternero al pie' }).tap(),
    save: 'Guardar 1 nacimiento',
    row: /Nacimiento · 1 ternero al pie .*El Ombú/,
  },
  {
    title: 'the rain',
    tile: 'Lluvia',
    count: (page) => page.getByRole('button', { name: '25', exact: true }).tap(),
    save: 'Guardar 25 mm',
    row: /Lluvia · 25 mm/,
  },
  {
    title: 'a death',
    tile: 'Muerte',
    count: (page) => page.getByRole('button', { name: 'Sumar 1 vaca' }).tap(),
    save: 'Guardar 1 muerte',
    row: /Muerte · 1 vaca .*El Ombú/,
  },
];

test.describe('from the first screen, without signal', () => {
  test.beforeAll(async () => {
    // The lot of last time is what a form starts with: one record says which it is.
    const { page } = phone;
    await page.goto(`${server.address}/lots/${stock.lots['El Ombú']}`);
    await page.getByRole('region', { name: 'Registrar acá' }).getByRole('button', { name: 'Nacimiento' }).click();
    await page.getByRole('button', { name: 'Sumar 1 ternera al pie' }).click();
    await page.getByRole('button', { name: 'Guardar 1 nacimiento' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  for (const { title, tile, count, save, row } of quick) {
    test(`${title} takes three touches and no key`, async () => {
      const { page } = phone;
      await page.goto(`${server.address}/dashboard`);
      await expect(page.getByRole('button', { name: tile, exact: true })).toBeVisible();
      const counted = await countTouches(page);
      await page.getByRole('button', { name: tile, exact: true }).tap();
      await count(page);
      await page.getByRole('button', { name: save }).tap();
      await expect(page.getByRole('link', { name: row })).toBeVisible();
      expect(await counted()).toEqual({ taps: 3, keys: 0 });
    });
  }

  test('a double touch on Guardar records once, and opens nothing that lies below', async () => {
    const { page } = phone;
    await page.goto(`${server.address}/dashboard`);
    await page.getByRole('button', { name: 'Lluvia', exact: true }).tap();
    await page.getByRole('button', { name: '10', exact: true }).tap();
    const save = await page.getByRole('button', { name: 'Guardar 10 mm' }).boundingBox();
    if (!save) throw new Error('The form has no button that saves');
    const touch = () => page.touchscreen.tap(save.x + save.width / 2, save.y + save.height / 2);
    await touch();
    await page.waitForTimeout(150);
    await touch();
    await page.waitForTimeout(600);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const rain = page.getByRole('listitem').filter({ hasText: 'Lluvia · 10 mm' });
    await expect(rain).toHaveCount(1);
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    // What comes after counts the others.
    await rain.getByRole('button', { name: 'Deshacer' }).click();
    await expect(rain).toHaveCount(0);
  });
});

test('what is half typed is still there after the app was closed, and can be thrown away', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/dashboard?registrar=death`);
  await page.getByRole('button', { name: 'Sumar 1 novillo' }).click();
  await page.getByRole('button', { name: 'Agregar detalle' }).click();
  await page.getByLabel('Detalle').fill('Lo encontró Beto al lado de la aguada');
  await untilDraftSaved(page, 'Lo encontró Beto al lado de la aguada');
  phone = await phone.reopen({ signal: false });
  await phone.page.goto(`${server.address}/dashboard?registrar=death`);
  await expect(phone.page.getByText('Recuperamos lo que estabas cargando')).toBeVisible();
  await expect(phone.page.getByLabel('Detalle')).toHaveValue('Lo encontró Beto al lado de la aguada');
  await expect(phone.page.getByRole('button', { name: 'Guardar 1 muerte' })).toBeVisible();
  await phone.page.getByRole('button', { name: 'Empezar de nuevo' }).click();
  await expect(phone.page.getByRole('button', { name: 'Guardar', exact: true })).toBeVisible();
});

test('the back gesture closes what lies over the screen, then goes back', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/dashboard`);
  await page.getByRole('link', { name: 'Campo', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lotes' })).toBeVisible();
  await page.getByRole('button', { name: 'Registrar', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Lluvia', exact: true }).first().click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Lluvia' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/lots$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a lot is renamed without signal, at its own address', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/lots/${stock.lots['El Bajo']}/edit`);
  await page.getByRole('dialog').getByLabel('Nombre del lote').fill('El Bajo Chico');
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page).toHaveURL(new RegExp(`/lots/${stock.lots['El Bajo']}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'El Bajo Chico' })).toBeVisible();
});

test('undo leaves no trace of a record that was never sent', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/dashboard`);
  const rain = page.getByRole('listitem').filter({ hasText: 'Lluvia · 25 mm' });
  await rain.getByRole('button', { name: 'Deshacer' }).click();
  await expect(rain).toHaveCount(0);
  await page.goto(`${server.address}/dashboard?pendientes=1`);
  await expect(page.getByRole('heading', { name: 'Por enviar (4)' })).toBeVisible();
});

test('a captive portal answers everything with its own page: nothing is lost and nothing is called sent', async () => {
  const { page, context } = phone;
  await context.route('**/api/**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<html><body>Bienvenido al hotel</body></html>' }),
  );
  await phone.setSignal(true);
  await page.goto(`${server.address}/dashboard?pendientes=1`);
  const answered = page.waitForResponse('**/api/**');
  await page.getByRole('button', { name: 'Enviar ahora' }).click();
  await answered;
  // Time to take the page for an answer, if it would.
  await page.waitForTimeout(1_500);
  await expect(page.getByRole('heading', { name: 'Por enviar (4)' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Al día/ })).toHaveCount(0);
  await context.unroute('**/api/**');
  // A start sends by itself: a button to do it may be gone before it is touched.
  await page.goto(`${server.address}/dashboard`);
  await expect(page.getByRole('button', { name: /Al día/ })).toBeVisible({ timeout: 30_000 });
});
