import { expect, type Locator, type Page, test } from '@playwright/test';
import { createDevice, type Device, signIn } from './support/device.ts';
import { walkers } from './support/routes.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { tooWide } from './support/too-wide.ts';

/** Who has set the letters of his phone to twice their size, and who holds it lying down, reads whole words and reaches every key. */
test.describe.configure({ mode: 'serial', timeout: 240_000 });

let server: ServerProcess;
let device: Device;

test.beforeAll(async () => {
  server = await createServerProcess(undefined, {}, true);
  await server.start();
});

test.afterAll(async () => {
  await device?.close();
  await server?.close();
});

/** Words of buttons, links and headings that are broken into two lines. */
const broken = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const text = walker.currentNode as Text;
      // What is for readers alone has no width.
      if (!text.parentElement?.closest('button, a, h1, h2') || text.parentElement.offsetWidth <= 1) continue;
      for (const { 0: word, index } of text.data.matchAll(/[\p{L}\d]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        // A name of the farm that is longer than a line of such letters is broken rather than cut ('enterotoxemia').
        if (lines.size > 1 && word.length <= 12) found.push(word);
      }
    }
    return found;
  });

const form = (page: Page): Locator => page.getByRole('dialog').last();
const tile = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Registrar' }).getByRole('button', { name, exact: true });

async function openForm(page: Page, name: string): Promise<void> {
  await page.goto(`${server.address}/dashboard`);
  await tile(page, name).click();
  await expect(form(page).getByRole('heading').first()).toBeVisible();
  // The keys and the steps come with what the farm has.
  await expect(form(page).locator('button[type=submit], footer button').last()).toBeVisible();
}

const forms = ['Nacimiento', 'Lluvia', 'Muerte', 'Mover', 'Vacunar', 'Pesar', 'Contar', 'Nota'];
const lists = ['dashboard', 'lots', 'rodeos', 'campos', 'data', 'notes', 'tasks'];

test('letters of twice their size: no word is broken and nothing is wider than the phone', async () => {
  device = await createDevice({ width: 360, height: 740, letters: 32 });
  const { page } = device;
  await signIn(device, server.address, walkers.hand);
  const seen: Record<string, unknown> = {};
  for (const name of forms) {
    await openForm(page, name);
    await page.waitForTimeout(600);
    seen[name] = [await broken(page), await tooWide(page)];
  }
  for (const path of lists) {
    await page.goto(`${server.address}/${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForTimeout(600);
    seen[path] = [await broken(page), await tooWide(page)];
  }
  expect(seen).toEqual(Object.fromEntries([...forms, ...lists].map((name) => [name, [[], 0]])));
  await device.close();
});

/** Whole inside the screen, with nothing over it. */
const isInView = (one: Locator): Promise<boolean> =>
  one.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && element.contains(at);
  });

for (const size of [
  { width: 640, height: 360 },
  { width: 740, height: 360 },
]) {
  test(`lying down, ${size.width} x ${size.height}: all keys of a weight, the animals treated and the notice of a draft are in view`, async () => {
    device = await createDevice(size);
    const { page } = device;
    await signIn(device, server.address, walkers.hand);
    await openForm(page, 'Pesar');
    const place = form(page).getByRole('button', { name: 'Empezar' });
    if ((await place.count()) > 0) {
      await form(page).getByRole('group', { name: 'Lote' }).getByRole('button', { name: 'El Ombú' }).click();
      await place.click();
    }
    const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', 'Coma', 'Borrar', 'Anotar el peso'];
    const needed = [
      ...keys.map((name) => form(page).getByRole('button', { name, exact: true }).last()),
      form(page).getByRole('button', { name: /^Cambiar lugar o fecha/ }),
      form(page).getByRole('button', { name: 'Guardar', exact: true }),
    ];
    for (const one of needed) expect([String(one), await isInView(one)]).toEqual([String(one), true]);

    await openForm(page, 'Vacunar');
    await expect(form(page).getByRole('group', { name: '¿Qué le diste?' })).toBeVisible();
    expect(await isInView(form(page).getByRole('button', { name: 'Sumar 1 vaca', exact: true }))).toBe(true);

    await openForm(page, 'Muerte');
    await form(page).getByRole('button', { name: 'Sumar 1 vaca', exact: true }).click();
    await page.waitForTimeout(500);
    await openForm(page, 'Muerte');
    const found = form(page).getByRole('group', { name: 'Borrador' });
    await expect(found).toBeVisible();
    // One line of buttons.
    expect((await found.boundingBox())?.height ?? 0).toBeLessThanOrEqual(60);
    expect(device.errors).toEqual([]);
    await device.close();
  });
}

test('letters of the size Máxima on the smallest phone: what a task is called stands whole in its row', async () => {
  device = await createDevice({ width: 320, height: 640 });
  const { page } = device;
  await signIn(device, server.address, walkers.hand);
  await page.goto(`${server.address}/tasks`);
  await expect(page.getByText('Cambiar el flotante del bebedero', { exact: false }).first()).toBeVisible();
  const cut = await page.evaluate(() => {
    document.documentElement.dataset['textSize'] = 'max';
    return [...document.querySelectorAll<HTMLElement>('main li *')]
      .filter((part) => getComputedStyle(part).webkitLineClamp !== 'none' && part.scrollHeight > part.clientHeight + 2)
      .map((part) => part.innerText)
      .filter(Boolean);
  });
  expect(cut).toEqual([]);
  await device.close();
});
