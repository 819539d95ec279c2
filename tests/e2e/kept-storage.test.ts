import { expect, type Page, test } from '@playwright/test';
import { recordRain } from './support/acts.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

let server: ServerProcess;
test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  await settleFarm(server, 'La Esperanza');
});
test.afterAll(async () => {
  await server?.close();
});

const isKept = (page: Page): Promise<boolean> => page.evaluate(() => navigator.storage.persisted());

/** A new phone whose browser gives this answer to who asks that nothing be deleted. */
async function phoneThat(setting: 'granted' | 'denied'): Promise<Device> {
  const phone = await createDevice(phoneSize);
  const cdp = await phone.context.newCDPSession(phone.page);
  await cdp.send('Browser.setPermission', {
    permission: { name: 'persistent-storage' },
    setting,
    origin: server.address,
  });
  await signIn(phone, server.address, people.beto);
  return phone;
}

/** How often the app has asked since it was opened. */
async function countAsking(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const [storage, asked] = [navigator.storage, { count: 0 }];
    const ask = storage.persist.bind(storage);
    storage.persist = async () => {
      asked.count += 1;
      return await ask();
    };
    Object.assign(window, { asked });
  });
  return () => page.evaluate(() => (window as unknown as { readonly asked: { readonly count: number } }).asked.count);
}

async function expectTold(page: Page, words: string, buttons: number): Promise<void> {
  await page.goto(`${server.address}/configuration?seccion=celular`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Espacio usado' })).toContainText(words);
  await expect(page.getByRole('button', { name: 'Proteger almacenamiento' })).toHaveCount(buttons);
}

test('a browser that may keep its storage keeps it, is not asked again, and Configuración says so', async () => {
  const phone = await phoneThat('granted');
  const asked = await countAsking(phone.page);
  await recordRain(phone.page, 30);
  expect([await isKept(phone.page), await asked()]).toEqual([true, 0]);
  await expectTold(phone.page, 'Protegido', 0);
  expect(phone.errors).toEqual([]);
  await phone.close();
});

test('a browser that says no is asked with the first record, works on, and Configuración says so', async () => {
  const phone = await phoneThat('denied');
  const asked = await countAsking(phone.page);
  expect([await isKept(phone.page), await asked()]).toEqual([false, 0]);
  await recordRain(phone.page, 30);
  await expect.poll(asked).toBe(1);
  expect(await isKept(phone.page)).toBe(false);
  await expectTold(phone.page, 'Sin proteger', 1);
  expect(phone.errors).toEqual([]);
  await phone.close();
});
