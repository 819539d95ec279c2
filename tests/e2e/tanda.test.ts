import { expect, type Locator, type Page, test } from '@playwright/test';
import { unfoldPlace } from './support/acts.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { stockFarm } from './support/stock.ts';

/** Weighing in the chute without signal (ux.md §1.3): four taps an animal, a reload in the middle, one record at the end. */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let farm: StoryFarm;
let beto: Device;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Esperanza');
  await stockFarm(server, farm);
  beto = await createDevice(phoneSize);
  await signIn(beto, server.address, people.beto);
});

test.afterAll(async () => {
  await beto?.close();
  await server?.close();
});

const weights = ['412', '398', '405', '420', '380', '401', '415', '396', '409', '388'];

/** Where the place stands beside the figures, so that the keys keep their room. */
const shortPhone = { width: 360, height: 640 };

let taps = 0;
async function tap(target: Locator): Promise<void> {
  await target.click();
  taps += 1;
}
async function weigh(page: Page, kilos: string): Promise<void> {
  for (const key of kilos) await tap(page.getByRole('button', { name: key, exact: true }));
  await tap(page.getByRole('button', { name: 'Anotar el peso' }));
}

test('ten animals without signal: four taps each, none lost by a reload or a page that dies, one weighing at the end', async () => {
  await beto.setSignal(false);
  let { page } = beto;
  await page.goto(`${server.address}/dashboard?registrar=weighing`);
  await unfoldPlace(page.getByRole('dialog').last());
  await page.getByRole('group', { name: 'Rodeo' }).getByRole('button', { name: 'Cría', exact: true }).click();
  await page.getByRole('button', { name: 'De a uno' }).click();

  for (const kilos of weights.slice(0, 5)) await weigh(page, kilos);
  await expect(page.getByRole('button', { name: /^5 animales · prom\. 403 kg/ })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Seguir', exact: true }).click();
  await expect(page.getByRole('button', { name: /^5 animales · prom\. 403 kg/ })).toBeVisible();
  for (const kilos of weights.slice(5, 8)) await weigh(page, kilos);
  await page.setViewportSize(shortPhone);
  const figures = page.getByRole('button', { name: /^8 animales · prom\. \d/ }).locator('span > span');
  expect(await figures.first().evaluate((line) => line.scrollWidth - line.clientWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize(phoneSize);

  // A page that dies is told nothing: what it has counted is there all the same.
  await expect(page.getByRole('button', { name: /^8 animales/ })).toBeVisible();
  await page.goto('chrome://crash').catch(() => undefined);
  const dead = page;
  page = await beto.context.newPage();
  await dead.close();
  await page.goto(`${server.address}/dashboard?registrar=weighing`);
  // Inicio says it too, behind the form.
  const form = page.getByRole('dialog');
  await expect(form.getByText('Tenés una tanda sin guardar: 8 pesadas')).toBeVisible();
  await form.getByRole('button', { name: 'Seguir la tanda' }).click();
  await page.getByRole('button', { name: 'Seguir', exact: true }).click();
  for (const kilos of weights.slice(8)) await weigh(page, kilos);
  expect(taps).toBe(4 * weights.length);
  // Every key is in sight without scrolling: a thumb finds them blind.
  const body = page.locator('dialog[open] > div > div').first();
  expect(await body.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(0);

  await tap(page.getByRole('button', { name: 'Guardar 10 pesadas' }));
  await expect(page.getByText('Pesada guardada en este celular')).toBeVisible();
  await page.getByRole('button', { name: 'Listo' }).click();
  await expect(page.getByRole('link', { name: /Pesada/ })).toHaveCount(1);
});

test('with signal it is on the server once, with the weight of each', async () => {
  await beto.setSignal(true);
  const [page] = beto.context.pages();
  if (!page) throw new Error('No window is open');
  await page.goto(`${server.address}/dashboard`);
  await expect(page.getByRole('button', { name: /Al día/ })).toBeVisible({ timeout: 30_000 });
  const { movements } = (await call(server, 'GET', `/api/movement/all/${farm.organizationId}?type=WEIGHING`, {
    token: farm.tokens.ana,
  })) as { movements: { type: string; animals: { count: number; total_kg: number; weights: { kg: number }[] }[] }[] };
  const weighings = movements.filter(({ type }) => type === 'WEIGHING');
  expect(weighings).toHaveLength(1);
  const [line] = weighings[0]?.animals ?? [];
  expect(line?.count).toBe(10);
  expect(line?.weights.map(({ kg }) => String(kg))).toEqual(weights);
  expect(line?.total_kg).toBe(weights.reduce((sum, kilos) => sum + Number(kilos), 0));
  expect(beto.errors).toEqual([]);
});
