import { createServer, type Server } from 'node:http';
import { expect, type Page, test } from '@playwright/test';
import { clientErrors } from '../../src/contract/sentences.ts';
import { recordBirth, recordDeath, recordRain } from './support/acts.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import type { FieldOwner } from './support/field-page.ts';
import { duplicated, field, marksOn, missing, openField, ownerOf } from './support/field.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, endSessions, type ServerProcess } from './support/server-process.ts';
import { stockFarm } from './support/stock.ts';

/** A remote post: a month without signal, then a network that only says it is one. */
test.describe.configure({ mode: 'serial' });

const days = (count: number): number => count * 24 * 3_600_000;

let server: ServerProcess;
let farm: StoryFarm;
let owner: FieldOwner;
let phone: Device;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Esperanza');
  await stockFarm(server, farm);
  owner = await ownerOf(server, farm, 'beto');
  phone = await createDevice(phoneSize);
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
});

const chip = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /Al día|pendiente|sin enviar|Sin señal|Enviando|con error/ });

const dayOf = (ms: number): string =>
  new Date(ms).toLocaleDateString('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' });

test('thirty days without signal: the app opens, the records wait, the password is asked for, each goes up under its day', async () => {
  test.setTimeout(180_000);
  const then = Date.now() - days(30);
  await phone.context.clock.install({ time: then });
  await signIn(phone, server.address, people.beto);
  await phone.setSignal(false);
  await recordBirth(phone.page, 'El Ombú', 'Ternero al pie');
  await recordRain(phone.page, 20);
  await recordDeath(phone.page, 'El Ombú', 'Vaca');
  await expect(chip(phone.page)).toContainText('3 pendientes');

  // A month later, on the phone's own clock.
  endSessions(server);
  phone = await phone.reopen({ signal: false });
  await phone.page.goto(`${server.address}/dashboard`);
  const since = new Date(then).toLocaleDateString('es-AR', {
    timeZone: 'America/Argentina/Buenos_Aires',
    day: '2-digit',
    month: '2-digit',
  });
  await expect(chip(phone.page)).toContainText(`3 sin enviar desde el ${since}`);
  await expect(phone.page.getByRole('link', { name: /Lluvia · 20 mm/ })).toBeVisible();
  await recordRain(phone.page, 5);
  await expect(chip(phone.page)).toContainText(`4 sin enviar desde el ${since}`);

  await phone.setSignal(true);
  await phone.page.goto(`${server.address}/dashboard?pendientes=1`);
  const told = 'Tu sesión terminó. Ingresá de nuevo: lo que falte enviar sigue guardado en este celular.';
  await expect(phone.page.getByText(told)).toBeVisible({ timeout: 40_000 });
  await phone.page.getByLabel('Correo electrónico').fill(people.beto.email);
  await phone.page.getByLabel('Contraseña', { exact: true }).fill(people.beto.password);
  await phone.page.getByRole('button', { name: 'Ingresar' }).click();
  await expect(chip(phone.page)).toContainText('Al día', { timeout: 60_000 });

  const { movements } = (await call(server, 'GET', `/api/movement/all/${farm.organizationId}`, {
    token: await tokenOfAna(),
  })) as { movements: { type: string; date: string }[] };
  const kept = movements
    .filter(({ type }) => ['BIRTH', 'DEATH', 'RAIN'].includes(type))
    .map(({ type, date }) => `${type} ${date}`);
  const [before, today] = [dayOf(then), dayOf(Date.now())];
  expect(kept.toSorted()).toEqual([`BIRTH ${before}`, `DEATH ${before}`, `RAIN ${before}`, `RAIN ${today}`].toSorted());
  expect(phone.errors).toEqual([]);
});

async function tokenOfAna(): Promise<string> {
  const { email, password } = people.ana;
  return String((await call(server, 'POST', '/api/auth/log-in', { body: { email, password } }))['token']);
}

/** A hotel's network at the server's address: whatever is asked, its own page comes, and a 200. */
async function openPortal(): Promise<{ readonly answered: () => number; readonly close: () => Promise<void> }> {
  let answered = 0;
  const portal: Server = createServer((request, response) => {
    request.resume();
    answered += 1;
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
    response.end('<!doctype html><html><body>Bienvenido al WiFi del hotel</body></html>');
  });
  await new Promise<void>((resolve) => portal.listen(Number(new URL(server.address).port), '127.0.0.1', resolve));
  return {
    answered: () => answered,
    close: () =>
      new Promise((resolve) => {
        portal.closeAllConnections();
        portal.close(() => resolve());
      }),
  };
}

test('a captive portal answers 10,000 calls with its page and a 200: nothing is taken for sent, and then each goes once', async () => {
  test.setTimeout(240_000);
  const [calls, touches] = [10_000, 500];
  const { email, password } = people.beto;
  const token = String((await call(server, 'POST', '/api/auth/log-in', { body: { email, password } }))['token']);
  const page = await phone.context.newPage();
  await openField(page, server, { ...owner, token });
  await server.kill();
  const portal = await openPortal();
  const saved = Array.from({ length: 20 }, (_, mark) => `portal-${mark}`);
  for (const mark of saved) await field.save(page, mark);
  const ends = await page.evaluate((count) => window.field.ask(count), calls - touches);
  expect(ends).toEqual({ [clientErrors.parsing]: calls - touches });
  await page.evaluate(async (count) => {
    // As if somebody would not stop touching 'Enviar ahora'.
    for (let touch = 0; touch < count; touch += 1) await window.field.send();
  }, touches);
  expect(portal.answered()).toBeGreaterThanOrEqual(calls);
  const held = await field.held(page);
  expect([held.waiting, held.withError, missing(saved, held.shown)]).toEqual([saved.length, 0, []]);
  await portal.close();
  await server.start();
  await field.send(page);
  await expect.poll(async () => (await field.held(page)).waiting, { timeout: 60_000 }).toBe(0);
  const there = (await marksOn(server, { ...owner, token })).filter((mark) => mark.startsWith('portal'));
  expect([there.length, duplicated(there)]).toEqual([saved.length, []]);
});
