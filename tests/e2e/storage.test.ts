import { expect, test } from '@playwright/test';
import { createLot } from './support/acts.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { stockFarm } from './support/stock.ts';

/** What a browser does to what it keeps, and a phone that is lost (trust.md F13, F14, F16, F40). */
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

/** Takes away what the browser keeps, as it does by itself, while no page of ours is open. */
async function takeAway(storageTypes: string): Promise<void> {
  const { page, context } = phone;
  const cdp = await context.newCDPSession(page);
  await page.goto('about:blank');
  await cdp.send('Storage.clearDataForOrigin', { origin: server.address, storageTypes });
}

const told = () => phone.page.getByRole('alert').filter({ hasText: 'El navegador borró' });
const chip = (name: RegExp) => phone.page.getByRole('button', { name }).first();

test('a browser that deletes its databases in the field takes no record with it: the app opens, and what waits is there', async () => {
  const { page } = phone;
  await phone.setSignal(false);
  await createLot(page, 'El Ceibo', '25');
  await expect(chip(/1 pendiente|Sin señal/)).toBeVisible();
  await takeAway('indexeddb');
  await page.goto(`${server.address}/dashboard`);
  await expect(told()).toContainText('De su segunda copia volvió 1 registro sin enviar.');
  await expect(chip(/1 pendiente|Sin señal/)).toBeVisible();
  await phone.setSignal(true);
  await expect(chip(/Al día/)).toBeVisible({ timeout: 30_000 });
  const { lots } = (await call(server, 'GET', `/api/lot/info/${farm.organizationId}`, { token: farm.tokens.ana })) as {
    lots: { name: string }[];
  };
  expect(lots.filter(({ name }) => name === 'El Ceibo')).toHaveLength(1);
  await told().getByRole('button', { name: 'Entendido' }).click();
  await expect(told()).toHaveCount(0);
});

test('a browser that deletes everything is found out: the records that went are told, and the farm is loaded again', async () => {
  const { page } = phone;
  await phone.setSignal(false);
  await createLot(page, 'El Sauce', '40');
  await expect(chip(/1 pendiente|Sin señal/)).toBeVisible();
  await takeAway('indexeddb,file_systems');
  await phone.setSignal(true);
  await page.goto(`${server.address}/dashboard`);
  await expect(told()).toContainText('El navegador borró los datos guardados en este dispositivo');
  await expect(told()).toContainText('Había 1 registro sin enviar y se perdió');
  await expect(chip(/Al día/)).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(told()).toContainText('Había 1 registro sin enviar');
  await told().getByRole('button', { name: 'Entendido' }).click();
  await page.reload();
  await expect(chip(/Al día/)).toBeVisible({ timeout: 30_000 });
  await expect(told()).toHaveCount(0);
});

test('a browser without databases says so before anything can be typed', async () => {
  const page = await phone.context.newPage();
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  await page.goto(`${server.address}/log-in`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este navegador no deja guardar datos');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.close();
});

test('a phone that was marked as lost hands over its records, empties itself and says why', async () => {
  const { page } = phone;
  await phone.setSignal(false);
  await createLot(page, 'La Loma', '12');
  const path = `/api/organization/${farm.organizationId}`;
  const token = farm.tokens.ana;
  const mine = (await call(server, 'GET', '/api/auth/session', { token: farm.tokens.beto })) as {
    sessions: { id: string; current: boolean }[];
  };
  const [phoneSession] = mine.sessions.filter(({ current }) => !current);
  await call(server, 'POST', `/api/auth/session/${phoneSession?.id}/lost`, { token: farm.tokens.beto });
  await phone.setSignal(true);
  await page.reload();
  await page.waitForURL(/\/log-in/);
  await expect(page.getByRole('status').filter({ hasText: 'se marcó como perdido' })).toContainText(
    'quedó en el servidor para que lo revisen',
    { timeout: 30_000 },
  );
  const { refused } = (await call(server, 'GET', path.replace('organization', 'refused'), { token })) as {
    refused: { body: { name?: string }; from_lost_phone: boolean }[];
  };
  expect(refused.map(({ body, from_lost_phone }) => [body.name, from_lost_phone])).toEqual([['La Loma', true]]);
  const left = await page.evaluate(async () => {
    const databases = (await indexedDB.databases())
      .map(({ name }) => name ?? '')
      .filter((name) => /^campo:/.test(name));
    const rows = async (name: string): Promise<number> => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error(name));
      });
      const tables = ['things', 'movements', 'outbox', 'archive', 'rain', 'sync'];
      const counts = await Promise.all(
        tables.map(
          (table) =>
            new Promise<number>((resolve) => {
              const asked = database.transaction(table).objectStore(table).count();
              asked.onsuccess = () => resolve(asked.result);
            }),
        ),
      );
      database.close();
      return counts.reduce((sum, count) => sum + count, 0);
    };
    return await Promise.all(databases.map(rows));
  });
  expect(left).toEqual([0]);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect(phone.errors).toEqual([]);
});

// It keeps the journal of the page before the reload: to be mended.
test('a phone that was marked as lost keeps no word of it in a journal either', async () => {
  const { page } = phone;
  const written = await page.evaluate(async () => {
    const texts: string[] = [];
    const journals = await (await navigator.storage.getDirectory()).getDirectoryHandle('diario');
    for await (const person of journals.values()) {
      if (!(person instanceof FileSystemDirectoryHandle)) continue;
      for await (const file of person.values())
        if (file instanceof FileSystemFileHandle) texts.push(await (await file.getFile()).text());
    }
    return texts.join('');
  });
  expect(written).not.toContain('La Loma');
});
