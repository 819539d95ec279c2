import { expect, type Locator, test } from '@playwright/test';
import { createDevice, type Device, signIn } from './support/device.ts';
import { walkers } from './support/routes.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** Messages of two seconds on a small phone (ux.md §0.2): seldom more than one, and never where the hand works. */
let server: ServerProcess;
let phone: Device;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await createServerProcess(undefined, {}, true);
  await server.start();
  phone = await createDevice({ width: 360, height: 640 });
  await signIn(phone, server.address, walkers.hand);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
});

/** Where something stands, from top to bottom. */
async function spanOf(thing: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await thing.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return { top: box.y, bottom: box.y + box.height };
}

test('two quick records say it once, over neither the number nor the buttons', async () => {
  const { page } = phone;
  await page.getByRole('region', { name: 'Registrar' }).getByRole('button', { name: 'Lluvia', exact: true }).click();
  const form = page.getByRole('dialog').last();
  const usual = form.getByRole('group', { name: 'Milímetros de siempre' });
  const another = form.getByRole('button', { name: 'Guardar y cargar otro' });
  for (const mm of ['10', '20']) {
    await usual.getByRole('button', { name: mm, exact: true }).click();
    await another.click();
    await expect(usual.locator('[aria-pressed=true]')).toHaveCount(0);
  }
  const message = page.locator('[popover]').getByText(/^Guardado/);
  await expect(message).toHaveCount(1);
  const said = await spanOf(message);
  for (const thing of [usual, another, form.getByRole('button', { name: /^Guardar/ }).first()]) {
    const { top, bottom } = await spanOf(thing);
    expect(said.bottom <= top || said.top >= bottom, `${JSON.stringify(said)} beside ${top} to ${bottom}`).toBe(true);
  }
});
