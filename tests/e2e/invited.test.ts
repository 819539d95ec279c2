import { expect, type Page, test } from '@playwright/test';
import { recordRain } from './support/acts.ts';
import { createDevice, type Device, phoneSize, deskSize, signIn } from './support/device.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { unreadable } from './support/readable.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { stockFarm } from './support/stock.ts';

/**
 * A hand without a mailbox: the office types his name, he opens the link on his own phone, works without signal, and comes back by his telephone
 * and by the name that the farm gave him (domain.md §2.12).
 */
test.describe.configure({ mode: 'serial' });

const password = 'la recorrida de José 9';

let server: ServerProcess;
let farm: StoryFarm;
let desk: Device;
let phone: Device;
let link = '';

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Querencia');
  await stockFarm(server, farm);
  [desk, phone] = [await createDevice(deskSize), await createDevice(phoneSize)];
  await signIn(desk, server.address, people.ana);
});

test.afterAll(async () => {
  for (const device of [desk, phone]) await device?.close();
  await server?.close();
});

const rains = async (): Promise<number> => {
  const { movements } = (await call(server, 'GET', `/api/movement/all/${farm.organizationId}`, {
    token: farm.tokens.ana,
  })) as { movements: { type: string; deleted: boolean }[] };
  return movements.filter(({ type, deleted }) => type === 'RAIN' && !deleted).length;
};

const atHand = (address: string): string => `${server.address}${new URL(address).pathname}${new URL(address).hash}`;
const upToDate = (page: Page) => page.getByRole('button', { name: /Al día/ });

test('the office types a name, and has a link that goes by message', async () => {
  const { page } = desk;
  await page.goto(`${server.address}/work-team`);
  await page.getByRole('button', { name: 'Agregar', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Nombre', { exact: true }).fill('José');
  await sheet.getByRole('button', { name: 'Invitar', exact: true }).click();
  await expect(sheet.getByText('La invitación de José está lista')).toBeVisible();
  const href = (await sheet.getByRole('link', { name: 'Mandar por WhatsApp' }).getAttribute('href')) ?? '';
  const said = new URL(href).searchParams.get('text') ?? '';
  expect(said).toContain('Te invito a La Querencia');
  link = said.slice(said.indexOf('http'));
  await expect(sheet.getByText(link, { exact: true })).toBeVisible();
  expect(await unreadable(page)).toEqual([]);
});

test('who opens it reads farm and person, chooses a password and is on the farm', async () => {
  const { page } = phone;
  await page.goto(atHand(link));
  await expect(page.getByRole('heading', { name: 'La Querencia te invita, José' })).toBeVisible();
  await expect(page.getByText(/te invitó a La Querencia/)).toBeVisible();
  expect(await unreadable(page)).toEqual([]);
  await page.getByLabel('Contraseña', { exact: true }).fill(password);
  await page.getByLabel(/^Celular/).fill('011 15 5555-8123');
  await page.getByRole('button', { name: 'Entrar a La Querencia' }).click();
  await expect(page.getByText('jose.laquerencia')).toBeVisible();
  expect(await unreadable(page)).toEqual([]);
  await page.getByRole('button', { name: 'Empezar' }).click();
  await page.waitForURL(/\/dashboard/);
  await expect(upToDate(page)).toBeVisible({ timeout: 30_000 });
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
});

test('the same link lets nobody else in, and the office sees him on the team', async () => {
  const other = await createDevice(phoneSize);
  await other.page.goto(atHand(link));
  await expect(other.page.getByText(/Esta invitación ya no vale/)).toBeVisible();
  expect(other.errors.filter((error) => !error.includes('400'))).toEqual([]);
  await other.close();
  await desk.page.goto(`${server.address}/work-team`);
  const team = desk.page.getByRole('list', { name: 'Integrantes' });
  await expect(team.getByRole('button', { name: /^José.*Usuario/ })).toBeVisible();
  await expect(desk.page.getByText('Invitaciones sin aceptar')).toHaveCount(0);
});

test('what he records without signal goes up once', async () => {
  phone = await phone.reopen({ signal: false });
  await phone.page.goto(`${server.address}/dashboard`);
  await recordRain(phone.page, 25);
  await expect(phone.page.getByRole('button', { name: /1 pendiente/ })).toBeVisible();
  await phone.setSignal(true);
  await expect(upToDate(phone.page)).toBeVisible({ timeout: 30_000 });
  expect(await rains()).toBe(1);
});

test('and he comes back by his telephone, and by the name that the farm gave him', async () => {
  for (const login of ['11 5555 8123', 'Jose.LaQuerencia']) {
    const { page } = phone;
    await page.goto(`${server.address}/configuration`);
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/configuration'));
    await signIn(phone, server.address, { ...people.beto, email: login, password });
  }
  expect(await rains()).toBe(1);
  expect([...desk.errors, ...phone.errors]).toEqual([]);
});
