import { expect, type Page, test } from '@playwright/test';
import { invitationIn } from '../support/let-in.ts';
import { recordRain } from './support/acts.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { scan } from './support/scan.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { type Stock, stockFarm } from './support/stock.ts';

/** Who leaves a phone, or a farm, leaves nothing of what the farm knows on it (trust.md row 107). */
test.describe.configure({ mode: 'serial' });

let server: ServerProcess;
let farm: StoryFarm;
let stock: Stock;
let phone: Device;
let beto: string;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
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
  phone = await createDevice(phoneSize);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
});

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

test('after the log-out it holds what waits, and no word of the farm', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/dashboard`);
  await phone.setSignal(false);
  await recordRain(page, 10);
  await page.goto(`${server.address}/configuration`);
  await expect(chip(page)).toContainText('1 pendiente');
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/configuration'));
  await expect.poll(found, { timeout: 30_000 }).toEqual([]);
  expect(await scan(page)).toContain('"mm":10');
  await page.goBack();
  await expect(page.getByText('El Ombú')).toHaveCount(0);
});

test('whoever comes back finds his farm and his record, which goes up once', async () => {
  const { page } = phone;
  await phone.setSignal(true);
  await signIn(phone, server.address, people.beto);
  await expect(chip(page)).toContainText('Al día', { timeout: 30_000 });
  await expect.poll(found).toEqual(words);
  const { movements } = (await call(server, 'GET', `/api/movement/all/${farm.organizationId}`, {
    token: farm.tokens.ana,
  })) as { movements: { type: string }[] };
  expect(movements.filter(({ type }) => type === 'RAIN')).toHaveLength(1);
});

test('who is taken off a farm keeps no word of it once he has gone from its screen', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/dashboard`);
  await expect(page.getByRole('banner').getByText('La Esperanza')).toBeVisible();
  const body = { organization_id: farm.organizationId };
  await call(server, 'DELETE', `/api/organization/user/${beto}`, { token: farm.tokens.ana, body });
  const wall = page.getByRole('alertdialog', { name: 'Ya no estás en La Esperanza' });
  await wall.getByRole('button', { name: 'Ir a El Otro Campo' }).click({ timeout: 30_000 });
  await expect(page.getByRole('banner').getByText('El Otro Campo')).toBeVisible();
  const ofTheFarm = async () => (await found()).filter((word) => word !== 'Caro' && word !== '555512');
  await expect.poll(ofTheFarm, { timeout: 30_000 }).toEqual([]);
});
