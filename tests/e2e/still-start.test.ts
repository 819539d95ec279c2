import { expect, type Page, test } from '@playwright/test';
import { recordRain } from './support/acts.ts';
import { createDevice, deskSize, type Device, phoneSize, signIn } from './support/device.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { shifted, watchShifts } from './support/shifts.ts';
import { stockFarm } from './support/stock.ts';

/** Inicio of a phone that is ready, opened cold without signal by a slow processor: nothing moves, and nothing false is read on the way. */
let server: ServerProcess;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  await stockFarm(server, await settleFarm(server, 'La Quieta'));
});

test.afterAll(async () => await server.close());

/** Runs in the page, from its first script. */
function watchWords(): void {
  Object.assign(globalThis, { saidPreparing: false });
  new MutationObserver(() => {
    if (document.body.textContent.includes('Preparando para usar sin señal'))
      Object.assign(globalThis, { saidPreparing: true });
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Whether the screen said that it was getting ready. */
const saidPreparing = (page: Page): Promise<boolean> =>
  page.evaluate(() => (globalThis as unknown as { saidPreparing: boolean }).saidPreparing);

/** Everything of Inicio that stands below its buttons. */
async function rest({ page }: Device): Promise<void> {
  await expect(page.getByText('Lista para usar sin señal')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Últimos movimientos' })).toBeVisible();
  await expect(page.getByRole('figure')).toHaveCount(2);
  // What comes now would come late.
  await page.waitForTimeout(1_500);
}

for (const [name, size] of [
  ['a phone', phoneSize],
  ['a desk', deskSize],
] as const) {
  test(`on ${name}`, async () => {
    const device = await createDevice(size);
    try {
      await signIn(device, server.address, people.ana);
      await recordRain(device.page, 25);
      await rest(device);
      const { page } = device;
      const session = await device.context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      await device.setSignal(false);
      await watchShifts(page);
      await page.addInitScript(watchWords);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Sin señal' })).toBeVisible();
      await rest(device);
      expect(await shifted(page)).toBeLessThan(0.001);
      expect(await saidPreparing(page)).toBe(false);
    } finally {
      await device.close();
    }
  });
}

/** How high a button stands, in each frame from now on. Runs in the page, from its first script. */
function watchHeights(): void {
  const heights: number[] = [];
  Object.assign(globalThis, { heights });
  const look = (): void => {
    const rain = document.querySelector('#root [data-act="RAIN"]');
    if (rain) heights.push(Math.round(rain.getBoundingClientRect().y));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

test('the first one of a phone keeps its buttons where they are, but for a line, while the farm comes', async () => {
  const device = await createDevice(phoneSize);
  try {
    const { page } = device;
    await page.addInitScript(watchHeights);
    const session = await device.context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await signIn(device, server.address, people.ana);
    await rest(device);
    const heights = await page.evaluate(() => (globalThis as unknown as { heights: number[] }).heights);
    expect(heights.length).toBeGreaterThan(20);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(24);
  } finally {
    await device.close();
  }
});
