import { expect, test } from '@playwright/test';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import type { FieldOwner } from './support/field-page.ts';
import { duplicated, field, marksOn, missing, openField, ownerOf } from './support/field.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { stockFarm } from './support/stock.ts';

/** A road along the edge of the signal: it comes and goes a hundred times, and the server dies in between. */
const toggles = 100;

let server: ServerProcess;
let owner: FieldOwner;
let phone: Device;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  const farm = await settleFarm(server, 'La Esperanza');
  await stockFarm(server, farm);
  owner = await ownerOf(server, farm, 'beto');
  phone = await createDevice(phoneSize);
  await signIn(phone, server.address, people.beto);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
});

test(`the signal goes and comes ${toggles} times while records are made: each arrives once, and the chip says the truth`, async () => {
  test.setTimeout(180_000);
  const { page: screens, context } = phone;
  const page = await context.newPage();
  await openField(page, server, owner);
  const saved: string[] = [];
  for (let toggle = 0; toggle < toggles; toggle += 1) {
    await phone.setSignal(toggle % 2 === 1);
    await field.save(page, `toggle-${toggle}`);
    saved.push(`toggle-${toggle}`);
    // Not waited for: the signal goes again while it is on its way.
    void field.send(page).catch(() => undefined);
    await page.waitForTimeout(Math.random() * 120);
    if (toggle === 50) {
      await server.kill();
      await server.start();
    }
    expect(missing(saved, (await field.held(page)).shown)).toEqual([]);
  }
  await phone.setSignal(true);
  await field.send(page);
  await expect.poll(async () => (await field.held(page)).waiting, { timeout: 60_000 }).toBe(0);
  const [held, there] = [await field.held(page), await marksOn(server, owner)];
  expect([missing(saved, there), duplicated(there), missing(saved, held.shown), duplicated(held.shown)]).toEqual([
    [],
    [],
    [],
    [],
  ]);
  expect([held.torn, held.withError]).toEqual([[], 0]);
  await expect(screens.getByRole('button', { name: /Al día/ })).toBeVisible({ timeout: 60_000 });
  expect(phone.errors).toEqual([]);
});
