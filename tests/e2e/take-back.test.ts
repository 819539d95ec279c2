import { expect, type Locator, type Page, test } from '@playwright/test';
import { recordDeath, recordRain } from './support/acts.ts';
import { createDevice, type Device, signIn } from './support/device.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { type Stock, stockFarm } from './support/stock.ts';
import { untilQuiet } from './support/until-quiet.ts';

/**
 * What a hand can do with what he has just said (ux.md §1.2, §4.8): take it back before and after it was sent, correct it and throw it away
 * where it waits, and read why it was refused. Caro records on a small phone; Beto has the other one.
 */
test.describe.configure({ mode: 'serial', timeout: 180_000 });

const smallPhone = { width: 360, height: 640 };

let server: ServerProcess;
let farm: StoryFarm;
let stock: Stock;
let phone: Device;
let other: Device;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Paloma');
  stock = await stockFarm(server, farm);
  [phone, other] = [await createDevice(smallPhone), await createDevice(smallPhone)];
  await signIn(phone, server.address, people.caro);
  await signIn(other, server.address, people.beto);
});

test.afterAll(async () => {
  for (const device of [phone, other]) await device?.close();
  await server?.close();
});

const card = (page: Page): Locator => page.getByRole('region', { name: 'Lo último que registraste' });
const waiting = (page: Page): Locator =>
  page.getByRole('dialog').getByRole('region', { name: 'Por enviar' }).getByRole('listitem');
const upToDate = (page: Page): Locator => page.getByRole('button', { name: /Al día/ });
const home = async (page: Page): Promise<void> => void (await page.goto(`${server.address}/dashboard`));

test('what is said of a save covers no button of Inicio, nor the card', async () => {
  const { page } = phone;
  await phone.setSignal(false);
  await home(page);
  await recordRain(page, 25);
  const said = page.getByRole('status').getByText('Guardado en este celular');
  await expect(said).toBeVisible();
  const covered = await said.evaluate((element) => {
    const { bottom } = (element.parentElement ?? element).getBoundingClientRect();
    const main = [...document.querySelectorAll('main section button, main section a')];
    return main.filter((button) => button.getBoundingClientRect().top < bottom).map((button) => button.textContent);
  });
  expect(covered).toEqual([]);
  await expect(card(page)).toContainText('Lluvia · 25 mm');
});

test('what waits is corrected and thrown away in its row, by keyboard, each button 48 px and named by its record', async () => {
  const { page } = phone;
  await recordRain(page, 10);
  await page.goto(`${server.address}/dashboard?pendientes=1`);
  await expect(waiting(page)).toHaveCount(2);
  const names = await waiting(page)
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')?.replace(/ · hoy .*$/, '')));
  expect(names).toEqual([
    'Corregir: Lluvia · 25 mm',
    'Descartar: Lluvia · 25 mm',
    'Corregir: Lluvia · 10 mm',
    'Descartar: Lluvia · 10 mm',
  ]);
  for (const target of await waiting(page).locator('a, button').all()) {
    const { width, height } = (await target.boundingBox()) ?? { width: 0, height: 0 };
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(48);
  }
  await waiting(page)
    .getByRole('link', { name: /Lluvia · 25 mm/ })
    .focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog').last();
  await form
    .getByRole('group', { name: 'Milímetros de siempre' })
    .getByRole('button', { name: '15', exact: true })
    .click();
  await form.locator('button[type=submit]').click();
  await page.goto(`${server.address}/dashboard?pendientes=1`);
  await expect(waiting(page).filter({ hasText: '15 mm' })).toHaveCount(1);
  await expect(waiting(page).filter({ hasText: '25 mm' })).toHaveCount(0);

  await page.getByRole('button', { name: /^Descartar: Lluvia · 10 mm/ }).focus();
  await page.keyboard.press('Enter');
  const asked = page.getByRole('alertdialog', { name: '¿Descartar este registro?' });
  await asked.getByLabel('Escribí DESCARTAR para confirmar').fill('descartar');
  await asked.getByRole('button', { name: 'Descartar' }).focus();
  await page.keyboard.press('Enter');
  await expect(waiting(page)).toHaveCount(1);
});

test('a record that was sent is taken back by a deletion that says so, and the other phone shows it no more', async () => {
  const { page } = phone;
  await home(page);
  await recordRain(page, 25);
  await phone.setSignal(true);
  await expect(upToDate(page)).toBeVisible();
  const there = other.page
    .getByRole('list', { name: 'Últimos movimientos' })
    .getByRole('link', { name: /Lluvia · 25 mm/ });
  await expect(there).toHaveCount(1);
  await card(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText('Se eliminó: ya se había enviado')).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  await expect(other.page.getByText(/^Eliminado/)).toHaveCount(1);
  await expect(upToDate(page)).toBeVisible();
});

test('a deletion that waits is taken back in its row: what it was about stands again', async () => {
  const { page } = phone;
  await recordRain(page, 5);
  await expect(upToDate(page)).toBeVisible();
  await phone.setSignal(false);
  await card(page).getByRole('button', { name: 'Deshacer' }).click();
  // The deletion is kept: before, the page would leave without it.
  await expect(card(page)).toHaveCount(0);
  await page.goto(`${server.address}/dashboard?pendientes=1`);
  await page.getByRole('button', { name: /^Deshacer: Eliminar: Lluvia/ }).focus();
  await page.keyboard.press('Enter');
  await expect(waiting(page)).toHaveCount(0);
  await home(page);
  await expect(card(page)).toContainText('Lluvia · 5 mm');
});

async function note(page: Page, text: string): Promise<void> {
  await page.getByRole('region', { name: 'Registrar' }).getByRole('button', { name: 'Nota', exact: true }).click();
  const form = page.getByRole('dialog').last();
  await form.getByRole('textbox', { name: 'Nota', exact: true }).fill(text);
  await form.getByRole('button', { name: /^Guardar/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(card(page)).toContainText(text);
}

test('a note is taken back without a trace before it is sent, and put away afterwards, which says so', async () => {
  const { page } = phone;
  await note(page, 'Alambre cortado');
  await card(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText('Deshecho')).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  await note(page, 'El molino no anda');
  await phone.setSignal(true);
  await expect(upToDate(page)).toBeVisible();
  await card(page).getByRole('button', { name: 'Deshacer' }).click();
  await expect(page.getByText('Se archivó: ya se había enviado')).toBeVisible();
  await expect(card(page)).toHaveCount(0);
  await expect(upToDate(page)).toBeVisible();
  const notes = await call(server, 'GET', `/api/note/all/${farm.organizationId}`, { token: farm.tokens.ana });
  const texts = (notes['notes'] as readonly { readonly text: string; readonly archived: boolean }[]).map(
    ({ text, archived }) => [text, archived],
  );
  expect(texts).toEqual([['El molino no anda', true]]);
});

test('a record that the server refuses says on Inicio that it did not get in, and why, until it is corrected', async () => {
  const { page } = phone;
  // Only what is sent is lost: a phone that knows of no signal records for the field, which is taken as it is.
  await untilQuiet(page);
  await page.clock.setFixedTime(new Date());
  const calls = '**/api/**';
  await phone.context.route(calls, (route) => (route.request().method() === 'GET' ? route.continue() : route.abort()));
  await recordDeath(page, 'El Ombú', 'Novillo');
  const animals = [{ type: stock.category('Novillo'), count: 30 }];
  await call(server, 'POST', `/api/movement/sell/${farm.organizationId}`, {
    token: farm.tokens.ana,
    body: { date: '2026-02-10', rodeo_id: stock.rodeo, lot_id: stock.lots['El Ombú'], animals },
  });
  await phone.context.unroute(calls);
  await page.goto(`${server.address}/dashboard?pendientes=1`);
  // A start sends by itself: the button to do it may be gone before it is touched.
  const send = page.getByRole('button', { name: 'Enviar ahora' });
  await send.click({ timeout: 5_000 }).catch(() => undefined);
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Con error (1)' })).toBeVisible();
  await home(page);
  await expect(card(page)).toContainText('Muerte · 1 novillo');
  await expect(card(page)).toContainText('No entró: Solo hay 0 novillos en El Ombú');
  await expect(card(page).getByRole('button', { name: 'Deshacer' })).toHaveCount(0);
  await card(page).getByRole('link', { name: 'Corregir' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Muerte' })).toBeVisible();
  await page.goBack();
  await recordRain(page, 25);
  await expect(card(page)).toContainText('Lluvia · 25 mm');
  expect([...phone.errors, ...other.errors]).toEqual([]);
});
