import { expect, type Page, type Route, test } from '@playwright/test';
import { createDevice, deskSize, type Device, phoneSize, signIn } from './support/device.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { stockFarm } from './support/stock.ts';
import {
  recordBirth,
  recordBuy,
  recordDeath,
  recordRain,
  recordSale,
  recordTransfer,
  createLot,
} from './support/acts.ts';

/**
 * The main job, whole: a day in the field without signal, and the evening at the farmhouse. Two phones and a desk on one farm,
 * the real server and database, and a server that dies in the middle of the sending.
 */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let farm: StoryFarm;
let beto: Device;
let caro: Device;
let desk: Device;

interface WireMovement {
  readonly id: string;
  readonly type: string;
  readonly deleted: boolean;
  readonly reference: string;
}

const movementsOnServer = async (): Promise<WireMovement[]> => {
  const answer = await call(server, 'GET', `/api/movement/all/${farm.organizationId}`, { token: farm.tokens.ana });
  return (answer['movements'] as WireMovement[]).filter((movement) => !/_(LOT|RODEO)$|AUDIT/.test(movement.type));
};

const headsOnServer = async (): Promise<Record<string, number>> => {
  const { lots } = (await call(server, 'GET', `/api/lot/info/${farm.organizationId}`, { token: farm.tokens.ana })) as {
    lots: { name: string; animals: { count: number }[] }[];
  };
  return Object.fromEntries(lots.map((lot) => [lot.name, lot.animals.reduce((sum, animal) => sum + animal.count, 0)]));
};

/**
 * The phone sends what waits in one call. The server commits the first of it, and dies before the rest is done and any answer is out: the
 * phone cannot know what is there. Resolves when it is dead.
 */
const dieAfter = (device: Device, committed: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const onWrite = async (route: Route): Promise<void> => {
      const { operations } = route.request().postDataJSON() as { readonly operations: readonly object[] };
      // On a slow machine the app sends fewer at a time.
      const written = operations.slice(0, committed);
      const answer = await route.fetch({ postData: { operations: written } });
      const { results } = (await answer.json()) as { readonly results: readonly { readonly status: number }[] };
      expect(results.map(({ status }) => status)).toEqual(written.map(() => 200));
      await server.kill();
      await route.abort('connectionreset');
      resolve();
    };
    device.context.route('**/api/sync/*/ops', (route) => onWrite(route).catch(reject), { times: 1 }).catch(reject);
  });

const chip = (page: Page) =>
  page.getByRole('button', { name: /Al día|pendiente|Sin señal|Enviando|con error|Comprobando/ });

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Esperanza');
  await stockFarm(server, farm);
  [beto, caro, desk] = [await createDevice(phoneSize), await createDevice(phoneSize), await createDevice(deskSize)];
  await signIn(beto, server.address, people.beto);
  await signIn(caro, server.address, people.caro);
  await signIn(desk, server.address, people.ana);
});

test.afterAll(async () => {
  for (const device of [beto, caro, desk]) await device?.close();
  await server?.close();
});

test('without signal, after a cold start, the phone opens and takes a day of records', async () => {
  beto = await beto.reopen({ signal: false });
  await beto.page.goto(`${server.address}/dashboard`);
  await expect(beto.page.getByRole('button', { name: /Nacimiento/ }).first()).toBeVisible();

  for (let births = 0; births < 5; births += 1) await recordBirth(beto.page, 'El Ombú', 'Ternero al pie');
  await recordRain(beto.page, 25);
  await recordRain(beto.page, 10);
  await recordDeath(beto.page, 'El Ombú', 'Vaca');
  await recordBuy(beto.page, { rodeo: 'Cría', lot: 'El Ombú', category: 'Vaca', count: 3 });
  await recordSale(beto.page, { rodeo: 'Cría', lot: 'El Ombú', category: 'Novillo', count: 2 });
  await createLot(beto.page, 'Potrero Nuevo', '45,5');
  await recordTransfer(beto.page, { from: 'El Ombú', to: 'Potrero Nuevo', category: 'Vaca', count: 4 });
  await expect(chip(beto.page)).toContainText('12 pendientes');
});

test('an unsent record is corrected and another taken back, and no trace of either stays', async () => {
  const { page } = beto;
  await page.goto(`${server.address}/data`);
  await page.getByRole('link', { name: /Lluvia.*10 mm/ }).click();
  await page.getByRole('button', { name: 'Editar' }).click();
  await page.getByRole('button', { name: '30', exact: true }).click();
  await page
    .getByRole('button', { name: /Guardar/ })
    .first()
    .click();
  // The form goes by the way back: what is opened before it has gone would be taken back with it.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('30 mm').first()).toBeVisible();

  await page.goto(`${server.address}/data`);
  await page
    .getByRole('link', { name: /Nacimiento/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Eliminar' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar' }).click();
  await page.waitForURL(/\/data$/);
  await expect(page.getByRole('link', { name: /Nacimiento/ })).toHaveCount(4);
  await expect(chip(page)).toContainText('11 pendientes');
});

test('closed and opened again without signal, every record is there', async () => {
  beto = await beto.reopen({ signal: false });
  await beto.page.goto(`${server.address}/data`);
  await expect(beto.page.getByRole('link', { name: /Nacimiento/ })).toHaveCount(4);
  await expect(beto.page.getByRole('link', { name: /Lluvia/ })).toHaveCount(2);
  await expect(chip(beto.page)).toContainText('11 pendientes');
  await beto.page.goto(`${server.address}/lots`);
  await expect(beto.page.getByText('Potrero Nuevo')).toBeVisible();
});

test('at the farmhouse the server dies in the middle of the sending, comes back, and everything arrives once', async () => {
  await desk.page.goto(`${server.address}/data`);
  const seenBefore = await desk.page.evaluate(() => performance.timeOrigin);
  await beto.page.goto(`${server.address}/dashboard?pendientes=1`);
  await expect(beto.page.getByRole('heading', { name: 'Por enviar (11)' })).toBeVisible();
  // Before the signal is there: the app may send by itself as soon as it is.
  const died = dieAfter(beto, 5);
  await beto.setSignal(true);
  await beto.page.getByRole('button', { name: 'Enviar ahora' }).click();
  await died;
  // What was written before the death is there; the rest is still on the phone and nowhere else.
  await expect(beto.page.getByRole('heading', { name: /Por enviar \(/ })).toBeVisible();
  await server.start();

  await beto.page.goto(`${server.address}/dashboard`);
  await expect(chip(beto.page)).toContainText('Al día', { timeout: 60_000 });
  const movements = await movementsOnServer();
  const counts = Object.fromEntries(
    [...new Set(movements.map((movement) => movement.type))].map((type) => [
      type,
      movements.filter((movement) => movement.type === type && !movement.deleted).length,
    ]),
  );
  // The purchase that stocked the farm is the second BUY.
  expect(counts).toEqual({ BIRTH: 4, RAIN: 2, DEATH: 1, BUY: 2, SELL: 1, TRANSFER: 1 });
  expect(movements.filter((movement) => movement.type === 'RAIN').map((movement) => movement.reference)).toEqual(
    expect.arrayContaining([expect.stringContaining('25 mm'), expect.stringContaining('30 mm')]),
  );
  expect(await headsOnServer()).toEqual({ 'El Ombú': 60 + 30 + 4 - 1 + 3 - 2 - 4, 'El Bajo': 0, 'Potrero Nuevo': 4 });
  expect(await desk.page.evaluate(() => performance.timeOrigin)).toBe(seenBefore);
});

test('the desk has seen it all without a reload, and every screen agrees to the head', async () => {
  await expect(desk.page.getByRole('link', { name: /Nacimiento/ })).toHaveCount(4, { timeout: 30_000 });
  const heads = await headsOnServer();
  for (const device of [desk, beto, caro]) {
    await device.page.goto(`${server.address}/lots`);
    for (const [lot, count] of Object.entries(heads)) {
      await expect(device.page.getByRole('link', { name: new RegExp(`${lot}.*\\b${count} cab`) })).toBeVisible({
        timeout: 30_000,
      });
    }
  }
});

test('a stranger sees nothing of it, and no page has thrown an error', async () => {
  const answer = await fetch(`${server.address}/api/movement/all/${farm.organizationId}`, {
    headers: { authorization: `Bearer ${farm.tokens.dana}` },
  });
  expect(answer.status).toBe(404);
  for (const device of [beto, caro, desk]) expect(device.errors).toEqual([]);
});
