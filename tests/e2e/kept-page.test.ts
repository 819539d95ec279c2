import { expect, type Page, test } from '@playwright/test';
import { shortcutAddresses, startAddress } from '../../src/app/update/start-addresses.ts';
import { signOut } from './support/acts.ts';
import { createDevice, type Device, phoneSize, signIn } from './support/device.ts';
import { people, settleFarm } from './support/people.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';

/** The page that the phone's icon opens says by itself how it looks (decision 76). */
let server: ServerProcess;
let phone: Device;

test.beforeAll(async () => {
  server = await createServerProcess();
  await server.start();
  await settleFarm(server, 'La Dormida');
});

test.beforeEach(async () => {
  phone = await createDevice(phoneSize);
  await signIn(phone, server.address, people.beto);
});

test.afterEach(async () => await phone?.close());
test.afterAll(async () => await server?.close());

/** The document's own tag in each page that is kept, by address. */
const keptTags = async ({ page }: Device): Promise<Record<string, string>> =>
  await page.evaluate(async () => {
    const tags: Record<string, string> = {};
    for (const name of (await caches.keys()).filter((each) => each.startsWith('workbox-start-'))) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const text = (await (await cache.match(url))?.text()) ?? '';
        const parts = [/<html[^>]*>/, /<script defer |<template>/, /<script[^>]*(?=src="[^"]*shell-first)/];
        tags[url.slice(location.origin.length)] = parts
          .map((part) => part.exec(text)?.[0].replace(name, 'workbox-start-'))
          .join('');
      }
    }
    return tags;
  });

const addresses = [startAddress, `${startAddress}?`, ...Object.values(shortcutAddresses)];
const plain = Object.fromEntries(addresses.map((address) => [address, '<html lang="es-AR"><script defer <script ']));
const dressed = (theme: string, textSize = 'normal', more = ''): Record<string, string> =>
  Object.fromEntries(
    addresses.map((address) => {
      const shell = /\?./.test(address) ? 'open' : 'soon';
      const look = `data-kept="workbox-start-"${more} data-theme="${theme}" data-text-size="${textSize}" data-shell="${shell}"`;
      return [address, `<html lang="es-AR" ${look}><template><script async `];
    }),
  );

const becomes = async (tags: Record<string, string>): Promise<void> =>
  await expect.poll(() => keptTags(phone), { timeout: 15_000 }).toEqual(tags);

const open = async (page: Page, address = startAddress): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(`${server.address}${address}`);
};

/** The script never comes: what stands is the page's own. */
async function withoutScripts(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setScriptExecutionDisabled', { value: true });
}

/** Opened once more as the app, from whose own document the pages are dressed. */
async function openDressed(): Promise<void> {
  await open(phone.page);
  await becomes(dressed('light', 'normal', ' data-by-hour'));
}

test('where somebody is in, it has the bars before any script, in his theme and letters', async () => {
  const { page } = phone;
  expect(await keptTags(phone)).toEqual(plain);
  await openDressed();
  await page.evaluate(() => {
    localStorage.setItem('tema', 'dark');
    localStorage.setItem('letra', 'max');
  });
  await open(page);
  await becomes(dressed('dark', 'max'));
  await phone.setSignal(false);
  await withoutScripts(page);
  await open(page);
  await expect(page.locator('#shell nav')).toBeVisible();
  await expect(page.locator('#shell [data-home]')).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-text-size', 'max');
});

test('where the phone has come to prefer the dark, it waits for its script', async () => {
  const { page } = phone;
  await openDressed();
  await page.goto('about:blank');
  await page.emulateMedia({ colorScheme: 'dark' });
  await withoutScripts(page);
  await page.goto(`${server.address}${startAddress}`);
  await expect(page.locator('#shell nav')).toBeHidden();
});

test('it goes by the phone, not by the hour, only where both say light', async () => {
  const { page } = phone;
  await openDressed();
  await page.emulateMedia({ colorScheme: 'dark' });
  await becomes(plain);
  await page.emulateMedia({ colorScheme: 'light' });
  await becomes(dressed('light', 'normal', ' data-by-hour'));
});

test('who signs out takes the bars along', async () => {
  await openDressed();
  await signOut(phone.page, server.address);
  await becomes(plain);
});

test('a page that was left dressed has no bars once its script has looked, and opens the door', async () => {
  const { page } = phone;
  await openDressed();
  await signOut(page, server.address);
  await becomes(plain);
  // As if the browser had been ended between both.
  await page.evaluate(async () => {
    for (const name of (await caches.keys()).filter((each) => each.startsWith('workbox-start-'))) {
      const cache = await caches.open(name);
      const kept = await cache.match('/dashboard');
      const text = (await kept?.text()) ?? '';
      const tag = `<html lang="es-AR" data-kept="${name}" data-theme="light" data-text-size="normal" data-shell="soon">`;
      const dressed = text
        .replace(/<html[^>]*>/, tag)
        .replace(/<script (?=[^>]*shell-first)/, '<script async ')
        .replace(/<script defer (src="[^"]*">)<\/script>/, '<template><script $1</script></template>');
      await cache.put('/dashboard', new Response(dressed, { headers: kept?.headers }));
    }
  });
  await open(page);
  await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#shell')).toHaveCount(0);
  await expect(page.locator('html')).not.toHaveAttribute('data-shell');
  // Somebody may enter from here.
  await signIn(phone, server.address, people.beto);
  await openDressed();
  expect(phone.errors).toEqual([]);
});

test('a sheet that the address opens has no buttons under it, and what is opened works', async () => {
  const { page } = phone;
  await openDressed();
  await phone.setSignal(false);
  const seen: string[] = [];
  await page.exposeFunction('tell', (shell: string) => seen.push(shell));
  await page.addInitScript(() => {
    new MutationObserver(() =>
      (globalThis as unknown as { tell: (shell: string) => void }).tell(
        document.documentElement.dataset.shell ?? 'none',
      ),
    ).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-shell'] });
  });
  await open(page, shortcutAddresses.rain);
  await expect(page.getByRole('dialog', { name: 'Lluvia' })).toBeVisible();
  expect(seen).toEqual(['none']);
  await open(page);
  await page.locator('#root').getByRole('button', { name: 'Lluvia' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Lluvia' })).toBeVisible();
  expect(seen).toEqual(['none', 'home', 'none']);
  await expect(page.locator('html')).not.toHaveAttribute('data-kept');
  expect(phone.errors).toEqual([]);
});

for (const sheet of ['index', 'ui'])
  test(`the app draws nothing before its sheets have come: ${sheet}`, async () => {
    const { page } = phone;
    await openDressed();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const file = `/assets/${sheet}-`;
    // What is not in the cache is asked of the network, which can be held back.
    const dropped = await page.evaluate(async (file) => {
      const cache = await caches.open((await caches.keys()).find((name) => name.startsWith('workbox-precache')) ?? '');
      const found = (await cache.keys()).filter(({ url }) => url.includes(file) && url.endsWith('.css'));
      return (await Promise.all(found.map((each) => cache.delete(each)))).length;
    }, file);
    expect(dropped).toBe(1);
    await page.route(`**${file}*.css`, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto('about:blank');
    await page.goto(`${server.address}${startAddress}`, { waitUntil: 'commit' });
    await expect(page.locator('#shell [data-home]')).toBeVisible();
    await page.waitForTimeout(2_000);
    await expect(page.locator('#root').getByRole('heading', { level: 1 })).toHaveCount(0);
    await expect(page.locator('#shell [data-home]')).toBeVisible();
    release();
    await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('#shell')).toHaveCount(0);
    expect(phone.errors).toEqual([]);
  });

test('one that was lost, for the browser was ended while it wrote, comes back with the next start', async () => {
  const { page } = phone;
  await openDressed();
  await page.evaluate(async () => {
    const name = (await caches.keys()).find((each) => each.startsWith('workbox-start-')) ?? '';
    await (await caches.open(name)).delete('/dashboard');
  });
  await open(page, '/lots');
  await becomes(dressed('light', 'normal', ' data-by-hour'));
  await phone.setSignal(false);
  await open(page);
  await expect(page.locator('#root').getByRole('heading', { level: 1 })).toBeVisible();
});
