import { expect, type Page, test } from '@playwright/test';
import { invitationIn } from '../support/let-in.ts';
import { goToFarm, recordRain } from './support/acts.ts';
import { createDevice, type Device, signIn } from './support/device.ts';
import { call, people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** Whoever works on two farms records on the one that he sees, in every tab, whatever happens to him meanwhile (domain.md F22). */
test.describe.configure({ mode: 'serial' });

const narrow = { width: 360, height: 640 };

let server: ServerProcess;
let phone: Device;
let ana: string;
let betosToken: string;
let beto: string;
let esperanza: string;
let otro: string;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  const farm = await settleFarm(server, 'La Esperanza');
  [ana, esperanza] = [farm.tokens.ana, farm.organizationId];
  const made = await call(server, 'POST', '/api/organization', { token: ana, body: { name: 'El Otro Campo' } });
  otro = (made['organization'] as { id: string }).id;
  betosToken = farm.tokens.beto;
  await add(otro, 'user');
  const { user } = (await call(server, 'GET', '/api/user', { token: farm.tokens.beto })) as { user: { id: string } };
  beto = user.id;
  phone = await createDevice(narrow);
  await signIn(phone, server.address, people.beto);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
});

async function add(organization_id: string, role: string): Promise<void> {
  const asked = await call(server, 'POST', '/api/organization/add-user', {
    token: ana,
    body: { organization_id, email: people.beto.email, role },
  });
  const body = { token: invitationIn(asked['invitation_url']) };
  await call(server, 'POST', '/api/organization/accept-invitation', { token: betosToken, body });
}
const addAgain = () => add(esperanza, 'admin');
const takeOff = () =>
  call(server, 'DELETE', `/api/organization/user/${beto}`, { token: ana, body: { organization_id: esperanza } });

const chip = (page: Page) =>
  page.getByRole('button', { name: /Al día|pendiente|Sin señal|Enviando|con error|Comprobando/ });
const offTeam = (page: Page) => page.getByRole('alertdialog', { name: 'Ya no estás en La Esperanza' });

/** Opens the rain and types its millimetres, without saving them. */
async function typeRain(page: Page, mm: number): Promise<void> {
  await page.goto(`${server.address}/dashboard?registrar=rain`);
  await page.getByRole('textbox', { name: 'Milímetros' }).fill(String(mm));
}

const saveRain = async (page: Page): Promise<void> => {
  await page
    .getByRole('button', { name: /^Guardar( |$)/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

/** The millimetres that stand on a farm, on the server. */
async function rainsOn(organizationId: string): Promise<number[]> {
  const path = `/api/movement/all/${organizationId}`;
  const { movements } = (await call(server, 'GET', path, { token: ana })) as { movements: Rain[] };
  return movements.flatMap(({ type, metadata }) => (type === 'RAIN' ? [metadata.mm] : [])).toSorted((a, b) => a - b);
}
interface Rain {
  readonly type: string;
  readonly metadata: { readonly mm: number };
}

const goTo = (page: Page, farm: string) => goToFarm(page, server.address, farm);

test('a form stays on its farm while another tab, on another farm, renews the session', async () => {
  const first = phone.page;
  await expect(first.getByRole('banner').getByText('La Esperanza')).toBeVisible();
  const second = await phone.context.newPage();
  await goTo(second, 'El Otro Campo');
  await typeRain(first, 17);
  await second.evaluate(() => {
    const token = localStorage.getItem('token') ?? '';
    localStorage.removeItem('token');
    localStorage.setItem('token', token);
  });
  // What is typed is on the disk a moment later.
  await first.waitForTimeout(1_000);
  await first.reload();
  await expect(first.getByRole('banner').getByText('La Esperanza')).toBeVisible();
  await expect(first.getByRole('textbox', { name: 'Milímetros' })).toHaveValue('17');
  await saveRain(first);
  await expect(first.getByRole('banner').getByText('La Esperanza')).toBeVisible();
  await expect.poll(() => rainsOn(esperanza), { timeout: 30_000 }).toEqual([17]);
  expect(await rainsOn(otro)).toEqual([]);
  await second.close();
});

test('who is taken off the farm in the middle of a form sees a wall over it, and goes on elsewhere by his own hand', async () => {
  const { page } = phone;
  await typeRain(page, 23);
  await takeOff();
  await expect(offTeam(page)).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(offTeam(page)).toBeVisible();
  await page.screenshot({ path: 'test-results/off-team-wall.png' });
  await offTeam(page).getByRole('button', { name: 'Ir a El Otro Campo' }).click();
  await expect(page.getByRole('banner').getByText('El Otro Campo')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await recordRain(page, 10);
  await expect.poll(() => rainsOn(otro), { timeout: 30_000 }).toEqual([10]);
  expect(await rainsOn(esperanza)).toEqual([17]);
});

test('and finds what he was typing when he is added again', async () => {
  const { page } = phone;
  await addAgain();
  await goTo(page, 'La Esperanza');
  await page.goto(`${server.address}/dashboard?registrar=rain`);
  await expect(page.getByRole('textbox', { name: 'Milímetros' })).toHaveValue('23');
  await saveRain(page);
  await expect.poll(() => rainsOn(esperanza), { timeout: 30_000 }).toEqual([17, 23]);
});

test('the wall falls by itself when it was a mistake, and the form behind it is as it was', async () => {
  const { page } = phone;
  await typeRain(page, 31);
  await takeOff();
  await expect(offTeam(page)).toBeVisible({ timeout: 30_000 });
  await addAgain();
  await expect(offTeam(page)).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByRole('textbox', { name: 'Milímetros' })).toHaveValue('31');
  await saveRain(page);
  await expect.poll(() => rainsOn(esperanza), { timeout: 30_000 }).toEqual([17, 23, 31]);
});

test('who is taken off while his signal is away, with forms open in two tabs, sees the wall in both when it is back', async () => {
  const { page } = phone;
  const second = await phone.context.newPage();
  await goTo(second, 'La Esperanza');
  await typeRain(second, 41);
  await typeRain(page, 37);
  await phone.setSignal(false);
  await takeOff();
  // The word of it may still come through where nothing can be asked any more.
  await page.waitForTimeout(2_000);
  await phone.setSignal(true);
  await expect(offTeam(page)).toBeVisible({ timeout: 30_000 });
  await expect(offTeam(second)).toBeVisible({ timeout: 30_000 });
  await addAgain();
  await expect(offTeam(page)).toHaveCount(0, { timeout: 30_000 });
  await expect(page.getByRole('textbox', { name: 'Milímetros' })).toHaveValue('37');
  await second.close();
});

test('a farm that is deleted while its phone has no signal: what was recorded and typed there lands nowhere else', async () => {
  const { page } = phone;
  await page.goto(`${server.address}/dashboard`);
  await expect(chip(page)).toContainText('Al día', { timeout: 30_000 });
  await phone.setSignal(false);
  await recordRain(page, 25);
  await typeRain(page, 44);
  await call(server, 'DELETE', `/api/organization/${esperanza}`, { token: ana });
  await phone.setSignal(true);
  await expect(offTeam(page)).toBeVisible({ timeout: 60_000 });
  // Waiting, and then refused: nobody is left there who could see it. It is told and kept either way, and the last word is the server's.
  await expect(offTeam(page)).toContainText('El servidor no aceptó 1 registro: sigue guardado en este celular.');
  await offTeam(page).getByRole('button', { name: 'Ir a El Otro Campo' }).click();
  await expect(page.getByRole('banner').getByText('El Otro Campo')).toBeVisible();
  await expect(page.getByText(/de un campo en el que ya no estás/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await rainsOn(otro)).toEqual([10]);
  expect(phone.errors).toEqual([]);
});
