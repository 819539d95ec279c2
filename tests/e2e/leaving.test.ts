import { expect, type Page, test } from '@playwright/test';
import { type Backed, backedByFolder } from '../restore/support/backing.ts';
import { invitationIn } from '../support/let-in.ts';
import { recordRain } from './support/acts.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { call, people, type Person, settleFarm, type StoryFarm } from './support/people.ts';
import { scan } from './support/scan.ts';
import type { ServerProcess } from './support/server-process.ts';
import { type Stock, stockFarm } from './support/stock.ts';

/** Who leaves a phone, or a farm, leaves nothing of what the farm knows on it (trust.md row 107). */
test.describe.configure({ mode: 'serial' });

let backed: Backed;
let server: ServerProcess;
let farm: StoryFarm;
let stock: Stock;
let phone: Device;
let beto: string;

test.beforeAll(async () => {
  backed = await backedByFolder();
  server = backed.server;
  farm = await settleFarm(server, 'La Esperanza');
  stock = await stockFarm(server, farm);
  const token = farm.tokens.ana;
  const { organizationId: org } = farm;
  await call(server, 'POST', `/api/note/create/${org}`, { token, body: { text: 'nota del patrón' } });
  await call(server, 'POST', `/api/movement/sell/${org}`, {
    token,
    body: {
      date: '2026-10-10',
      rodeo_id: stock.rodeo,
      lot_id: stock.lots['El Ombú'],
      animals: [{ type: stock.category('Novillo'), count: 2 }],
      buyer: 'Frigorífico Sur',
      total: '987654.00',
    },
  });
  const made = await call(server, 'POST', '/api/organization', { token, body: { name: 'El Otro Campo' } });
  const { id: organization_id } = made['organization'] as { id: string };
  const body = { organization_id, email: people.beto.email, role: 'user' };
  const asked = await call(server, 'POST', '/api/organization/add-user', { token, body });
  const invitation = { token: invitationIn(asked['invitation_url']) };
  await call(server, 'POST', '/api/organization/accept-invitation', { token: farm.tokens.beto, body: invitation });
  const { user } = (await call(server, 'GET', '/api/user', { token: farm.tokens.beto })) as { user: { id: string } };
  beto = user.id;
  // From before any phone asked for what it seals with.
  await backed.keepCopy();
  phone = await createDevice(phoneSize);
});

test.afterAll(async () => {
  await phone?.close();
  await backed?.close();
});

const logInBy = async ({ email, password }: Person): Promise<string> =>
  String((await call(server, 'POST', '/api/auth/log-in', { body: { email, password } }))['token']);

const chip = (page: Page) => page.getByRole('button', { name: /Al día|pendiente|Sin señal|Enviando|con error/ });
const words = ['nota del patrón', 'Frigorífico Sur', '987654', 'El Ombú', 'El Bajo', 'Caro', '555512'];
/** Those of the farm's words that can be read on the phone. */
const found = async (): Promise<string[]> => {
  const said = await scan(phone.page);
  return words.filter((word) => said.includes(word));
};

test('a phone that is signed in holds the farm', async () => {
  await signIn(phone, server.address, people.beto);
  await expect(chip(phone.page)).toContainText('Al día', { timeout: 30_000 });
  await expect.poll(found).toEqual(words);
});

const rainsOnServer = async (): Promise<number> => {
  const token = await logInBy(people.ana);
  const answer = await call(server, 'GET', `/api/movement/all/${farm.organizationId}`, { token });
  const { movements } = answer as { movements: { type: string }[] };
  return movements.filter(({ type }) => type === 'RAIN').length;
};

const openNote = async (page: Page): Promise<void> => {
  await page.goto(`${server.address}/notes`);
  await page.getByRole('button', { name: 'Nueva nota' }).click();
};
/** What he recorded and typed himself. */
const own = ['"mm":10', '"mm":20', 'a medio escribir'];
const readableOfHis = async (): Promise<string[]> => {
  const said = await scan(phone.page);
  return own.filter((word) => said.includes(word));
};

test('after the log-out no word of the farm can be read on it, nor of what waits', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/dashboard`);
  await phone.setSignal(false);
  await recordRain(page, 10);
  await recordRain(page, 20);
  await openNote(page);
  await page.getByRole('textbox', { name: 'Nota' }).fill('a medio escribir');
  await expect.poll(readableOfHis).toEqual(own);
  await page.goto(`${server.address}/configuration`);
  await expect(chip(page)).toContainText('2 pendientes');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Tenés 2 registros sin enviar.');
  await expect(dialog).toContainText('Quedan cifrados en este celular: solo vos podés abrirlos.');
  await dialog.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/configuration'));
  await expect.poll(found, { timeout: 30_000 }).toEqual([]);
  await expect.poll(readableOfHis, { timeout: 30_000 }).toEqual([]);
  await page.goBack();
  await expect(page.getByText('El Ombú')).toHaveCount(0);
});

test('a log-in without signal is refused kindly, and changes nothing', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/log-in`);
  await page.getByLabel('Correo electrónico').fill(people.beto.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(people.beto.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(page.getByRole('alert').first()).toContainText('No se pudo conectar con el servidor');
  const waits = 'En este celular hay 2 registros sin enviar. Se guardan hasta que vuelva a ingresar quien los cargó.';
  await expect(page.getByRole('status').filter({ hasText: waits })).toBeVisible();
  expect(await readableOfHis()).toEqual([]);
});

test('whoever comes back, with another password and before a server that went back, finds his farm and his records, which go up once', async () => {
  const { page } = phone;
  await backed.goBack();
  const changed = { ...people.beto, password: 'el molino nuevo 45' };
  const token = await logInBy(people.beto);
  const body = { current_password: people.beto.password, new_password: changed.password };
  await call(server, 'POST', '/api/auth/change-password', { token, body });
  await phone.setSignal(true);
  await signIn(phone, server.address, changed);
  await expect(chip(page)).toContainText('Al día', { timeout: 30_000 });
  await expect.poll(found).toEqual(words);
  await openNote(page);
  await expect(page.getByRole('textbox', { name: 'Nota' })).toHaveValue('a medio escribir');
  expect(await rainsOnServer()).toBe(2);
});

/** Of the farm that he was taken off, and of what he had recorded on it; Caro is on the other one too. */
const ofTheFarm = async (): Promise<string[]> => {
  const said = await scan(phone.page);
  const others = ['Caro', '555512'];
  return [...words, ...own, '"mm":30', 'alambre cortado'].filter(
    (word) => said.includes(word) && !others.includes(word),
  );
};

test('who is taken off a farm keeps no word of it once he has gone from its screen, nor of what had not gone up', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/dashboard`);
  await expect(page.getByRole('banner').getByText('La Esperanza')).toBeVisible();
  await phone.setSignal(false);
  await recordRain(page, 30);
  await openNote(page);
  await page.getByRole('textbox', { name: 'Nota' }).fill('alambre cortado');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(chip(page)).toContainText('2 pendientes');
  const body = { organization_id: farm.organizationId };
  await call(server, 'DELETE', `/api/organization/user/${beto}`, { token: farm.tokens.ana, body });
  await phone.setSignal(true);
  const offTeam = page.getByRole('alertdialog', { name: 'Ya no estás en La Esperanza' });
  await offTeam.getByRole('button', { name: 'Ir a El Otro Campo' }).click({ timeout: 30_000 });
  await expect(page.getByRole('banner').getByText('El Otro Campo')).toBeVisible();
  await expect.poll(ofTheFarm, { timeout: 30_000 }).toEqual([]);
  await expect.poll(rainsOnServer, { timeout: 30_000 }).toBe(3);
});

test('what its server did not take is shown when he asks for it, and sealed again after', async () => {
  const { page } = phone;
  const told = page.getByRole('status').filter({ hasText: 'El servidor no aceptó 1 registro de un campo' });
  await expect(told).toBeVisible({ timeout: 30_000 });
  await expect.poll(ofTheFarm, { timeout: 30_000 }).toEqual([]);
  await phone.setSignal(false);
  await told.getByRole('button', { name: 'Ver registros' }).click();
  await expect(told).toContainText('Está cifrado en este celular: para verlo hace falta señal.');
  expect(await ofTheFarm()).toEqual([]);
  await phone.setSignal(true);
  await told.getByRole('button', { name: 'Ver registros' }).click();
  const sheet = page.getByRole('dialog', { name: 'Pendientes' });
  await expect(sheet.getByText('alambre cortado')).toBeVisible();
  await sheet.getByRole('button', { name: 'Cerrar' }).click();
  await expect.poll(ofTheFarm, { timeout: 30_000 }).toEqual([]);
  await expect(told).toBeVisible();
});
