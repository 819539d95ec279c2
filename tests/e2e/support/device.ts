import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test';
import type { Person } from './people.ts';

/** What every browser of the tests is started with: nothing of its own over the network. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** A browser of its own with a profile on disk: what is installed, saved and signed in outlives its windows. */
export interface Device {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors that the page has thrown or logged since it was opened. */
  readonly errors: string[];
  /** Takes the signal away, or gives it back; for the service worker too. */
  readonly setSignal: (hasSignal: boolean) => Promise<void>;
  /** Closes every window, then starts the browser anew on the same profile. */
  readonly reopen: (options: { readonly signal: boolean }) => Promise<Device>;
  /** Closes the browser and throws the profile away. */
  readonly close: () => Promise<void>;
}

export const phoneSize = { width: 360, height: 740 };
export const deskSize = { width: 1280, height: 800 };

/** Noise that a browser makes by itself when a network is cut: not the product's errors. */
const isNoise = (text: string): boolean => /net::ERR_|Failed to load resource|WebSocket connection/.test(text);

interface Size {
  readonly width: number;
  readonly height: number;
  /** How large a person has set the letters of the browser, in pixels: 16, where nobody has. */
  readonly letters?: number;
}

/** Takes a new device out of its box. `size` is the window's, in CSS pixels. */
export async function createDevice(size: Size): Promise<Device> {
  return await open(await mkdtemp(join(tmpdir(), 'tranquera-device-')), size, true);
}

async function open(profile: string, { letters = 16, ...size }: Size, signal: boolean): Promise<Device> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [...browserArgs, `--blink-settings=defaultFontSize=${letters}`],
    viewport: size,
    hasTouch: size.width < 600,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    reducedMotion: 'reduce',
  });
  await context.setOffline(!signal);
  const page = context.pages()[0] ?? (await context.newPage());
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isNoise(message.text())) errors.push(message.text());
  });
  return {
    page,
    context,
    errors,
    setSignal: async (hasSignal) => {
      await context.setOffline(!hasSignal);
    },
    reopen: async (options) => {
      await context.close();
      return await open(profile, { ...size, letters }, options.signal);
    },
    close: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Signs in through the screen and waits until the farm is whole on the device. */
export async function signIn(device: Pick<Device, 'page'>, address: string, who: Person): Promise<void> {
  const { page } = device;
  await page.goto(`${address}/log-in`);
  await page.getByLabel('Correo electrónico').fill(who.email);
  await page.getByLabel('Contraseña', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
  await page.waitForURL(/\/dashboard/);
  await untilReady(page);
}

/** Waits for the service worker to hold every screen, and for the chip to say that nothing is missing. */
async function untilReady(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await expect(page.getByRole('button', { name: /Al día/ })).toBeVisible({ timeout: 30_000 });
}
