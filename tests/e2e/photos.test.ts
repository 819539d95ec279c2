import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { attachmentLimits } from '../../src/domain/attachments.ts';
import { createDevice, deskSize, type Device, phoneSize, signIn } from './support/device.ts';
import { untilDraftSaved } from './support/drafts.ts';
import { type MortalBrowser, startMortal } from './support/mortal-browser.ts';
import { call, people, settleFarm, type StoryFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { stockFarm } from './support/stock.ts';

/** A hand takes photos and speaks notes where there is no signal; the owner sees and hears them at the desk. */
test.describe.configure({ mode: 'serial' });

/** A microphone that hums by itself, and a person who says yes to being heard. */
const fakeEars = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];

let server: ServerProcess;
let farm: StoryFarm;
let profile: string;
let phone: MortalBrowser;
let desk: Device;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  farm = await settleFarm(server, 'La Esperanza');
  await stockFarm(server, farm);
  profile = await mkdtemp(join(tmpdir(), 'tranquera-photos-'));
  phone = await startMortal(profile, fakeEars);
  await phone.page.setViewportSize(phoneSize);
  await signIn(phone, server.address, people.caro);
  desk = await createDevice(deskSize);
  await signIn(desk, server.address, people.ana);
});

test.afterAll(async () => {
  await phone?.kill();
  await desk?.close();
  await server?.close();
  await rm(profile, { recursive: true, force: true });
});

/** The battery goes flat, and the phone is started anew where there is still no signal. */
async function killAndOpen(address: string): Promise<Page> {
  await phone.kill();
  phone = await startMortal(profile, fakeEars);
  await phone.page.setViewportSize(phoneSize);
  await phone.page.context().setOffline(true);
  await phone.page.goto(`${server.address}${address}`);
  return phone.page;
}

/** What a phone's camera gives: twelve million points with grain, and where it was taken written into it. */
async function takePhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [4000, 3000];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('nothing to draw on');
    const sky = context.createLinearGradient(0, 0, 0, 3000);
    sky.addColorStop(0, '#7fb2e5');
    sky.addColorStop(0.5, '#dfe8d8');
    sky.addColorStop(1, '#4c6b2f');
    context.fillStyle = sky;
    context.fillRect(0, 0, 4000, 3000);
    for (let blade = 0; blade < 60_000; blade += 1) {
      context.fillStyle = `hsl(${80 + (blade % 40)} 45% ${20 + (blade % 30)}%)`;
      context.fillRect((blade * 7919) % 4000, 1500 + ((blade * 104_729) % 1500), 3 + (blade % 5), 12 + (blade % 20));
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95));
    const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 30_000) text += String.fromCharCode(...bytes.subarray(at, at + 30_000));
    return btoa(text);
  });
  const picture = Buffer.from(base64, 'base64');
  const place = Buffer.from('Exif\0\0 GPS 36.62 S 64.29 W', 'latin1');
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, place.length + 2]), place]);
  return Buffer.concat([picture.subarray(0, 2), segment, picture.subarray(2)]);
}

const photoIn = (page: Page) => page.getByRole('list', { name: 'Fotos' }).locator('img');
const widthOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelector<HTMLImageElement>('ul[aria-label=Fotos] img')?.naturalWidth ?? 0);

interface Rain {
  readonly id: string;
  readonly type: string;
  readonly metadata: { readonly photos?: readonly string[] };
}

async function rainOnServer(): Promise<Rain | undefined> {
  const { movements } = (await call(server, 'GET', `/api/movement/all/${farm.organizationId}`, {
    token: farm.tokens.ana,
  })) as unknown as { movements: readonly Rain[] };
  return movements.find((movement) => movement.type === 'RAIN');
}

const blobOnServer = async (digest: string): Promise<Response> =>
  await fetch(`${server.address}/api/blob/${farm.organizationId}/${digest}`, {
    headers: { authorization: `Bearer ${farm.tokens.ana}` },
  });

test('a photo taken without signal outlives two flat batteries, and the owner sees it', async () => {
  let { page } = phone;
  const taken = await takePhoto(page);
  await page.context().setOffline(true);
  await page.goto(`${server.address}/dashboard?registrar=rain`);
  await page.getByRole('button', { name: '25', exact: true }).click();
  await page.getByRole('button', { name: 'Agregar detalle' }).click();
  const file = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: taken };
  await page.locator('input[type=file][multiple]').setInputFiles(file);
  await expect(photoIn(page)).toHaveCount(1);
  await untilDraftSaved(page, /"photos":\["/);

  page = await killAndOpen('/dashboard?registrar=rain');
  await expect(page.getByText('Recuperamos lo que estabas cargando')).toBeVisible();
  await expect(photoIn(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Guardar 25 mm' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  page = await killAndOpen('/data');
  await page.getByRole('link', { name: /Lluvia/ }).click();
  await expect(photoIn(page)).toHaveCount(1);
  await page.goto(`${server.address}/dashboard?pendientes=1`);
  await expect(page.getByText('1 foto por enviar')).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByText('1 foto por enviar')).toHaveCount(0, { timeout: 60_000 });
  const rain = await rainOnServer();
  const [digest = ''] = rain?.metadata.photos ?? [];
  const sent = await blobOnServer(digest);
  expect(sent.headers.get('content-type')).toBe('image/jpeg');
  const bytes = Buffer.from(await sent.arrayBuffer());
  expect(bytes.length).toBeLessThan(500 * 1024);
  expect(bytes.includes('GPS')).toBe(false);
  test.info().annotations.push({
    type: 'figures',
    description: `a photo of ${Math.round(taken.length / 1024)} kB goes up as ${Math.round(bytes.length / 1024)} kB`,
  });

  await desk.page.goto(`${server.address}/data/${rain?.id}`);
  await expect(photoIn(desk.page)).toHaveCount(1);
  await expect.poll(() => widthOf(desk.page)).toBe(attachmentLimits.photoSide);
  await desk.page.getByRole('button', { name: 'Ver foto' }).click();
  await expect(desk.page.getByRole('dialog').getByRole('img', { name: 'Foto' })).toBeVisible();
  expect(desk.errors).toEqual([]);
});

test('a voice note spoken without signal is heard at the desk', async () => {
  const page = await killAndOpen('/notes');
  await page.getByRole('button', { name: 'Nueva nota' }).click();
  await page.getByLabel('Nota', { exact: true }).fill('El molino del bajo');
  await page.getByRole('button', { name: 'Grabar audio' }).click();
  // A machine that is late looks in the next second.
  await expect(page.getByRole('timer')).toContainText(/0:0[2-9]/);
  await page.getByRole('button', { name: 'Terminar de grabar' }).click();
  await expect(page.locator('audio')).toHaveCount(1);
  await page.getByRole('button', { name: /^Guardar/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(`${server.address}/dashboard?pendientes=1`);
  await expect(page.getByText('1 audio por enviar')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('1 audio por enviar')).toHaveCount(0, { timeout: 60_000 });

  await desk.page.goto(`${server.address}/notes`);
  await desk.page.getByRole('button', { name: /El molino del bajo/ }).click();
  const audio = desk.page.locator('audio');
  await expect(audio).toHaveCount(1);
  await audio.evaluate(async (element: HTMLAudioElement) => {
    element.muted = true;
    await element.play();
  });
  expect(await audio.evaluate((element: HTMLAudioElement) => element.error)).toBeNull();
});
