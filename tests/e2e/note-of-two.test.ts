import { expect, type Page, test } from '@playwright/test';
import { createDevice, deskSize, type Device, phoneSize, signIn } from './support/device.ts';
import { call, people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** A hand writes on in a note without signal, while the owner corrects a word of it at the desk (decision 0074). */
let server: ServerProcess;
let desk: Device;
let phone: Device;
let note = '';

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  const { organizationId, tokens } = await settleFarm(server, 'La Esperanza');
  const body = { text: 'Molino: no anda\nTanque: seco' };
  const made = await call(server, 'POST', `/api/note/create/${organizationId}`, { token: tokens.caro, body });
  note = `${server.address}/notes?hoja=${(made['note'] as { id: string }).id}`;
  [desk, phone] = [await createDevice(deskSize), await createDevice(phoneSize)];
  await signIn(desk, server.address, people.ana);
  await signIn(phone, server.address, people.caro);
});

test.afterAll(async () => {
  for (const device of [desk, phone]) await device?.close();
  await server?.close();
});

const chip = ({ page }: Device, words: RegExp) =>
  expect(page.getByRole('button', { name: words }).first()).toBeVisible();

async function change(page: Page, text: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Editar' }).click();
  await page.getByLabel('Nota', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Guardar cambios' }).click();
  await expect(page.getByRole('button', { name: 'Guardar cambios' })).toHaveCount(0);
}

test('both have the lines of the one and the word of the other, in a note that was open on both', async () => {
  const lines = 'Falta un flotante\nFalta caño de 1 pulgada\nAvisar a Sosa';
  await desk.page.goto(note);
  await phone.page.goto(note);
  await expect(phone.page.getByRole('dialog').getByText('Molino: no anda')).toBeVisible();
  await phone.setSignal(false);
  await change(phone.page, `Molino: no anda\nTanque: seco\n${lines}`);
  await chip(phone, /1 pendiente/);
  await change(desk.page, 'Molino: no anda bien\nTanque: seco');
  await chip(desk, /Al día/);
  await phone.setSignal(true);
  for (const { page } of [phone, desk])
    await expect(page.getByRole('dialog').getByText('Molino: no anda bien')).toHaveText(
      new RegExp(`^Molino: no anda bien\\s+Tanque: seco\\s+${lines.replaceAll('\n', '\\s+')}$`),
      { timeout: 30_000 },
    );
  await chip(phone, /Al día/);
  await phone.page.reload();
  await expect(phone.page.getByRole('dialog').getByText('Molino: no anda bien')).toBeVisible();
  expect([...desk.errors, ...phone.errors]).toEqual([]);
});
