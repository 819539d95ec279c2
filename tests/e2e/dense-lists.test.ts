import { expect, type Page, test } from '@playwright/test';
import { demoPeople } from '../../src/server/seed/places.ts';
import { createDevice, type Device, signIn } from './support/device.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/**
 * How much of the demonstration's farm is told without a touch, on the phone of a hand: whole rows between the bar above and the bar
 * below. A list of which two rows are seen is a list that one scrolls through by name.
 */
test.describe.configure({ mode: 'serial', timeout: 180_000 });

const phone = { width: 360, height: 740 };

let server: ServerProcess;
let device: Device;

test.beforeAll(async () => {
  server = await createServerProcess(undefined, {}, true);
  await server.start();
  device = await createDevice(phone);
  await signIn(device, server.address, demoPeople.hand);
});

test.afterAll(async () => {
  await device?.close();
  await server?.close();
});

/** Rows that are seen whole: their four edges inside what scrolls, above the bar below. */
const wholeRows = (page: Page, list: string): Promise<number> =>
  page.evaluate((selector) => {
    const screen = document.querySelector('main')?.getBoundingClientRect();
    if (!screen) return 0;
    const rows = [...document.querySelectorAll(selector)].map((row) => row.getBoundingClientRect());
    return rows.filter(({ top, bottom }) => top >= screen.top - 1 && bottom <= screen.bottom + 1).length;
  }, list);

async function record(page: Page): Promise<void> {
  await page.goto(`${server.address}/dashboard?registrar=rain`);
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: '25', exact: true }).click();
  await form.getByRole('button', { name: 'Guardar 25 mm' }).click();
  await expect(form).toHaveCount(0);
}

test('six lots and more', async () => {
  const { page } = device;
  await page.goto(`${server.address}/lots`);
  await expect(page.getByRole('list', { name: 'Lotes' }).getByRole('link')).toHaveCount(12);
  // How long each is grazed is read last: what it says must not make the rows higher.
  await expect(page.getByText(/^Ocupado \d+ días/).first()).toBeVisible();
  expect(await wholeRows(page, 'ul[aria-label="Lotes"] > li')).toBeGreaterThanOrEqual(6);
});

test('seven movements and more, and seven that wait on a small phone, in the sun too', async () => {
  const { page } = device;
  await device.setSignal(false);
  for (let times = 0; times < 8; times += 1) await record(page);
  await page.goto(`${server.address}/data`);
  await expect(page.getByRole('heading', { name: 'Movimientos' })).toBeVisible();
  await expect(page.getByText(/25 mm/).first()).toBeVisible();
  expect(await wholeRows(page, 'main section > ul > li')).toBeGreaterThanOrEqual(7);
  await page.goto(`${server.address}/dashboard?pendientes=1`);
  const rows = page.getByRole('dialog').getByRole('region', { name: 'Por enviar' }).getByRole('listitem');
  await expect(rows).toHaveCount(8);
  await page.setViewportSize({ width: 360, height: 640 });
  for (const theme of ['light', 'sol']) {
    await page.evaluate((name) => void (document.documentElement.dataset['theme'] = name), theme);
    const seen = await rows.evaluateAll((all) => {
      const footer = document.querySelector('dialog footer')?.getBoundingClientRect().top ?? innerHeight;
      return all.filter((row) => row.getBoundingClientRect().bottom <= footer + 1).length;
    });
    expect(seen).toBeGreaterThanOrEqual(7);
  }
  await page.setViewportSize(phone);
});

test('on Inicio the buttons, what was recorded last and, where there is room, what one looks at in passing', async () => {
  const { page } = device;
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${server.address}/dashboard`);
  await expect(page.getByRole('region', { name: 'Lo último que registraste' })).toBeVisible();
  const bottom = await page
    .getByRole('region', { name: 'Registrar' })
    .evaluate((region) => region.getBoundingClientRect().bottom);
  const bar = await page.locator('main').evaluate((main) => main.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThanOrEqual(bar);
  await page.setViewportSize(phone);
  const glance = page.getByRole('region', { name: 'De un vistazo' });
  await expect(glance.getByRole('link', { name: /^Por enviar ?8/ })).toBeVisible();
  await expect(glance.getByRole('link', { name: /^Lluvia .* mm$/ })).toBeVisible();
});
