import { expect, type Locator, type Page, test } from '@playwright/test';
import { unfoldPlace } from './support/acts.ts';
import { createDevice, deskSize, type Device, phoneSize, signIn } from './support/device.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/**
 * A new person with an empty farm, by screens alone: animals loaded with their lot, and a sale, a weighing, a diagnosis and a service of
 * them, saved and accepted. At a desk with signal; on a phone without, and sent when it comes back.
 */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let farm: StoryFarm;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Nueva');
});
test.afterAll(async () => server?.close());

const dialog = (page: Page): Locator => page.getByRole('dialog').last();
const saved = (page: Page): Promise<void> => expect(page.getByRole('dialog')).toHaveCount(0);

/** Types the heads of a category instead of touching so many times. */
async function typeHeads(page: Page, within: Locator, category: string, heads: string): Promise<void> {
  await within.getByRole('button', { name: new RegExp(`escribir la cantidad de ${category}$`) }).click();
  for (const digit of heads) await dialog(page).getByRole('button', { name: digit, exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Listo' }).first().click();
}

async function load(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Campo', exact: true }).click();
  await page.getByRole('link', { name: 'Nuevo lote' }).first().click();
  await page.getByLabel('Nombre del lote').fill(name);
  await page.getByLabel('Hectáreas').fill('80');
  await page.getByRole('button', { name: 'Agregar animales' }).click();
  const heads = page.getByRole('group', { name: 'Animales que ya están en el lote' });
  await heads.getByRole('button', { name: 'Anteayer' }).click();
  const rodeo = heads.getByLabel('Rodeo');
  if ((await rodeo.count()) > 0) await rodeo.selectOption({ label: 'Sin rodeo' });
  await typeHeads(page, heads, 'Novillito', '90');
  await typeHeads(page, heads, 'Vaca', '30');
  await page.getByRole('button', { name: 'Guardar lote' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

/** Opens a kind from the menu; the place is not said. */
async function open(page: Page, label: string): Promise<Locator> {
  await page.goto(`${server.address}/dashboard?registrar=menu`);
  await dialog(page).getByRole('button', { name: label, exact: true }).first().click();
  const form = dialog(page);
  await expect(form.getByRole('button', { name: 'Hoy' })).toBeVisible();
  return form;
}

/** Answers what the save asks about the place, until it asks no more. */
async function save(page: Page, lot: string): Promise<void> {
  await dialog(page)
    .getByRole('button', { name: /^Guardar( |$)/ })
    .first()
    .click();
  const question = page.getByRole('alertdialog');
  await expect(question.or(page.locator('body:not(:has(dialog))')).first()).toBeAttached();
  while ((await question.count()) > 0) {
    const title = await question.getByRole('heading').textContent();
    const answer = title?.includes('rodeo') ? /^Sin rodeo/ : new RegExp(`^${lot}`);
    await question.getByRole('button', { name: answer }).click();
    await expect(page.getByRole('alertdialog', { name: title ?? '' })).toHaveCount(0);
  }
  await saved(page);
}

async function work(page: Page, lot: string): Promise<void> {
  await load(page, lot);
  const sale = await open(page, 'Venta');
  await typeHeads(page, sale, 'Novillito', '20');
  await save(page, lot);

  const weighing = await open(page, 'Pesar');
  await unfoldPlace(weighing);
  await weighing.getByRole('group', { name: 'Lote', exact: true }).getByRole('button', { name: lot }).click();
  await weighing.getByLabel('Categoría').selectOption({ label: 'Novillito · hay 70' });
  await weighing.getByLabel('Cabezas').fill('10');
  await weighing.getByLabel('Kilos totales').fill('3000');
  await save(page, lot);

  const diagnosis = await open(page, 'Tacto');
  await diagnosis.getByLabel('Tactadas').fill('30');
  await diagnosis.getByLabel('Cabeza', { exact: false }).first().fill('28');
  await diagnosis.getByLabel('Vacías').first().fill('2');
  await save(page, lot);

  await page.goto(`${server.address}/dashboard?registrar=death`);
  await unfoldPlace(dialog(page));
  await dialog(page).getByRole('button', { name: 'Ayer', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Sumar 1 vaca' }).click();
  await save(page, lot);
}

async function cycle(page: Page, animals: number): Promise<void> {
  await page.goto(`${server.address}/ciclos-reproductivos`);
  await page.getByRole('button', { name: 'Nuevo ciclo' }).first().click();
  const form = dialog(page);
  await form.getByRole('button', { name: `Crear el rodeo con ${animals} animales` }).click();
  await expect(form.getByRole('button', { name: /^Rodeo general/ })).toHaveAttribute('aria-pressed', 'true');
  await form.getByLabel('Empieza').fill('2026-10-01');
  await form.getByLabel('Termina').fill('2026-12-01');
  await form.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Servicio primavera 2026/ }).first()).toBeVisible();
}

interface WireMovement {
  readonly type: string;
  readonly reference: string | null;
  readonly review?: object;
}
/** What the server holds of a kind, and whether anybody has to look at it. */
async function onServer(): Promise<readonly string[]> {
  const path = `/api/movement/all/${farm.organizationId}`;
  const { movements } = (await call(server, 'GET', path, { token: farm.tokens.ana })) as { movements: WireMovement[] };
  const kinds = ['SELL', 'WEIGHING', 'PREGNANCY_DIAGNOSIS', 'DEATH', 'CHANGE_RODEO'];
  return movements
    .filter(({ type }) => kinds.includes(type))
    .map(({ type, review }) => (review ? `${type} A REVISAR` : type))
    .toSorted();
}
const oneDay = ['CHANGE_RODEO', 'DEATH', 'PREGNANCY_DIAGNOSIS', 'SELL', 'WEIGHING'];

test('at a desk with signal all of it is saved and accepted', async () => {
  const desk: Device = await createDevice(deskSize);
  await signIn(desk, server.address, people.ana);
  await work(desk.page, 'El Bajo');
  await cycle(desk.page, 99);
  await expect.poll(onServer).toEqual(oneDay);
  expect(desk.errors).toEqual([]);
  await desk.close();
});

test('on a phone without signal all of it is saved, and accepted when the signal is back', async () => {
  const phone: Device = await createDevice(phoneSize);
  await signIn(phone, server.address, people.ana);
  await phone.setSignal(false);
  await work(phone.page, 'El Alto');
  await phone.setSignal(true);
  const [, ...rest] = oneDay;
  await expect.poll(onServer, { timeout: 60_000 }).toEqual([...oneDay, ...rest].toSorted());
  expect(phone.errors).toEqual([]);
  await phone.close();
});
