import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { createDevice, deskSize, type Device, signIn } from './support/device.ts';
import { people, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** A record that the server refused for good waits for the office (trust.md row 97): the first screen says so, wherever it is opened. */
let server: ServerProcess;
let farm: StoryFarm;
let desk: Device;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Esperanza');
  desk = await createDevice(deskSize);
  await signIn(desk, server.address, people.ana);
});

test.afterAll(async () => {
  await desk?.close();
  await server?.close();
});

/** Rain as an older phone may have recorded it without signal: more than is taken today. */
async function sendRefused(): Promise<void> {
  const answer = await fetch(`${server.address}/api/movement/weather/rain/${farm.organizationId}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${farm.tokens.caro}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ date: today(), mm: 2200, cid: randomUUID(), offline: true }),
  });
  expect(answer.status).toBe(400);
}
const today = (): string => new Date().toISOString().slice(0, 10);

const openHome = async ({ page }: Device): Promise<void> => {
  await page.goto(`${server.address}/dashboard`);
  await expect(page.getByRole('region', { name: 'Registrar' }).getByRole('button').first()).toBeVisible();
};
const toReview = ({ page }: Device) =>
  page.getByRole('list', { name: 'Para hoy' }).getByRole('link', { name: /^A revisar/ });

test('a refused record is told on Inicio, without signal too, until the office decides', async () => {
  await openHome(desk);
  await expect(toReview(desk)).toHaveCount(0);
  await sendRefused();
  await expect(toReview(desk)).toContainText('1');

  desk = await desk.reopen({ signal: false });
  await openHome(desk);
  await expect(toReview(desk)).toContainText('1');
  await toReview(desk).click();
  const rejected = desk.page.getByRole('region', { name: 'Rechazados (1)' });
  await expect(rejected).toContainText('Se ven con señal.');

  await desk.setSignal(true);
  await rejected.getByRole('button', { name: 'Descartar' }).click();
  await expect(rejected).toHaveCount(0);
  await desk.page.goBack();
  await expect(toReview(desk)).toHaveCount(0);
  expect(desk.errors).toEqual([]);
});
