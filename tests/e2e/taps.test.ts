import { expect, type Locator, type Page, test } from '@playwright/test';
import { recordBirth, recordDeath } from './support/acts.ts';
import { createDevice, type Device, signIn } from './support/device.ts';
import { call } from './support/people.ts';
import { walkers } from './support/routes.ts';
import { createServerProcess, type ServerProcess } from './support/server-process.ts';
import { type Cost, countHands, spent, touch } from './support/touch.ts';

/**
 * What a record costs the hand that makes it (ux.md §1.3, U1, U2): touches and keys are counted by the page itself, from the icon of
 * the app on, on a phone that was off, without signal, on the demonstration's farm of many lots.
 */
test.describe.configure({ mode: 'serial' });

/** The smallest phone that is promised its first view (ux.md §1.3). */
const smallPhone = { width: 360, height: 640 };
/** What the phone's own keyboard leaves of it. */
const overKeyboard = { width: 360, height: 340 };

let server: ServerProcess;
let phone: Device;
let places: { readonly lot: string; readonly rodeo: string; readonly to: string };

test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await createServerProcess(undefined, {}, true);
  await server.start();
  places = await usualPlaces();
  phone = await createDevice(smallPhone);
  await signIn(phone, server.address, walkers.hand);
  // An ordinary day before: the phone knows where this hand works.
  await recordBirth(phone.page, places.lot, 'Ternero al pie');
  await recordDeath(phone.page, places.lot, 'Vaca');
});

test.afterAll(async () => {
  await phone?.close();
  await server?.close();
});

interface Cell {
  readonly lot_id: string | null;
  readonly category_id: string;
  readonly count: number;
}

/** The farm as its owner reads it, and her key. */
async function readFarm() {
  const { email, password } = walkers.owner;
  const token = String((await call(server, 'POST', '/api/auth/log-in', { body: { email, password } }))['token']);
  const mine = await call(server, 'GET', '/api/organization/my-organizations', { token });
  const [held] = mine['organizations'] as readonly { readonly organization: { readonly id: string } }[];
  const org = held?.organization.id ?? '';
  const read = async <T>(path: string, part: string): Promise<readonly T[]> =>
    (await call(server, 'GET', `${path}/${org}`, { token }))[part] as readonly T[];
  const lots = await read<{ id: string; name: string }>('/api/lot/info', 'lots');
  const rodeos = await read<{ id: string; name: string; animals: readonly Cell[] }>('/api/rodeo', 'rodeos');
  const categories = await read<{ id: string; name: string }>('/api/animal-categories', 'categories');
  const category = (called: string): string => categories.find(({ name }) => name === called)?.id ?? '';
  return { token, org, lots, rodeos, category };
}

/** A rodeo that stands whole in one lot with cows, that lot, and an empty corner of the farm to move it to. */
async function usualPlaces(): Promise<typeof places> {
  const { lots, rodeos, category } = await readFarm();
  const cow = category('Vaca');
  const rodeo = rodeos.find(
    ({ animals }) =>
      new Set(animals.filter(({ count }) => count > 0).map(({ lot_id }) => lot_id)).size === 1 &&
      animals.some(({ category_id, count }) => category_id === cow && count > 0),
  );
  const lot = lots.find(({ id }) => id === rodeo?.animals.find(({ count }) => count > 0)?.lot_id);
  const to = lots.find(({ id }) => id !== lot?.id);
  if (!rodeo || !lot || !to) throw new Error('The demonstration has no rodeo to move');
  return { lot: lot.name, rodeo: rodeo.name, to: to.name };
}

/** The phone was off. It is taken out of the pocket where there is no signal, and the icon is touched. */
async function openCold(shows: RegExp = /Muerte|Pendiente/): Promise<Page> {
  phone = await phone.reopen({ signal: false });
  await phone.context.addInitScript(countHands);
  await phone.page.goto(`${server.address}/dashboard`);
  await expect(phone.page.getByRole('region', { name: 'Registrar' }).getByRole('button').first()).toBeVisible();
  // What is counted below must be on the screen before it is counted.
  const last = phone.page.getByRole('list', { name: 'Últimos movimientos' }).getByRole('listitem');
  await expect(last.filter({ hasText: shows }).first()).toBeVisible();
  return phone.page;
}

const tile = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Registrar' }).getByRole('button', { name, exact: true });
const form = (page: Page): Locator => page.getByRole('dialog').last();
const chip = (page: Page, group: string, name: string | RegExp): Locator =>
  form(page).getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true });
const save = (page: Page): Locator =>
  form(page)
    .getByRole('button', { name: /^(?:Guardar|Mover)/ })
    .first();

/** The list of Inicio shows one more record that waits, and no more was touched than said. */
async function costs(page: Page, kind: string, cost: Cost, act: () => Promise<void>): Promise<void> {
  const waiting = page.getByRole('list', { name: 'Últimos movimientos' }).getByRole('listitem');
  const ofKind = waiting.filter({ hasText: kind }).filter({ hasText: 'Pendiente' });
  const before = await ofKind.count();
  await act();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(ofKind).toHaveCount(before + 1);
  expect(await spent(page)).toEqual(cost);
  expect(phone.errors).toEqual([]);
}

test('a birth in the usual lot: three touches, no key', async () => {
  const page = await openCold();
  await costs(page, 'Nacimiento · 1 ternero al pie', { taps: 3, keys: 0 }, async () => {
    await touch(tile(page, 'Nacimiento'));
    await touch(form(page).getByRole('button', { name: 'Sumar 1 ternero al pie' }));
    await touch(save(page));
  });
});

test('rain of any figure: its keys are in the first view', async () => {
  const page = await openCold();
  await costs(page, 'Lluvia · 37 mm', { taps: 4, keys: 0 }, async () => {
    await touch(tile(page, 'Lluvia'));
    for (const key of ['3', '7']) await touch(form(page).getByRole('button', { name: key, exact: true }));
    await touch(save(page));
  });
});

test('rain: three touches, no key', async () => {
  const page = await openCold();
  await costs(page, 'Lluvia · 25 mm', { taps: 3, keys: 0 }, async () => {
    await touch(tile(page, 'Lluvia'));
    await touch(chip(page, 'Milímetros de siempre', '25'));
    await touch(save(page));
  });
});

test('a death in the usual lot: three touches, no key', async () => {
  const page = await openCold();
  await costs(page, 'Muerte · 1 vaca', { taps: 3, keys: 0 }, async () => {
    await touch(tile(page, 'Muerte'));
    await touch(form(page).getByRole('button', { name: 'Sumar 1 vaca', exact: true }));
    await touch(save(page));
  });
});

test('a whole rodeo to another lot: four touches from Inicio, no key', async () => {
  const page = await openCold();
  await costs(page, 'Traslado de rodeo', { taps: 4, keys: 0 }, async () => {
    await touch(tile(page, 'Mover'));
    await touch(chip(page, '¿Cuáles?', new RegExp(`^${places.rodeo} · `)));
    const destinations = form(page).getByRole('list', { name: 'Lotes de destino' });
    await touch(destinations.getByRole('button', { name: new RegExp(`^${places.to} `) }));
    await touch(save(page));
  });
});

test('and four from Registrar, of the rodeo of last time', async () => {
  const page = await openCold();
  await costs(page, 'Traslado de rodeo', { taps: 4, keys: 0 }, async () => {
    await touch(page.getByRole('button', { name: 'Registrar', exact: true }));
    await touch(form(page).getByRole('button', { name: 'Mover el rodeo', exact: true }).first());
    await touch(chip(page, 'Lote de destino', places.lot));
    await touch(save(page));
  });
});

/** The phone was off. What was recorded last is a rain: the words of its card are few. */
async function openAfterRain(): Promise<Page> {
  const before = await openCold();
  await tile(before, 'Lluvia').tap();
  await chip(before, 'Milímetros de siempre', '10').tap();
  await save(before).tap();
  await expect(before.getByRole('dialog')).toHaveCount(0);
  return await openCold();
}

const vaccine = 'Vacuna antiaftosa';

test('a rodeo is vaccinated: four touches, no key, nothing pushed', async () => {
  const page = await openAfterRain();
  await costs(page, 'Tratamiento', { taps: 4, keys: 0 }, async () => {
    await touch(tile(page, 'Vacunar'));
    await touch(chip(page, '¿Qué le diste?', vaccine));
    await touch(form(page).getByRole('button', { name: /^Todo el rodeo \(\d+\)$/ }));
    await touch(save(page));
  });
});

test('a lot of several categories is counted: two touches beside its animals, no key, nothing pushed', async () => {
  const page = await openAfterRain();
  const rows = form(page).getByRole('region', { name: 'Categorías' }).getByRole('group');
  await touch(tile(page, 'Contar'));
  await expect(rows.first()).toBeVisible();
  const categories = Math.min(3, await rows.count());
  expect(categories).toBe(3);
  for (let at = 0; at < categories; at += 1) {
    const more = rows.nth(at).getByRole('button', { name: /^Sumar 1 / });
    expect(Math.round((await more.boundingBox())?.height ?? 0)).toBeGreaterThanOrEqual(64);
    await touch(more);
  }
  // The battery dies half-way: the count stands where it was.
  await expect(form(page).getByText('3 cabezas en 3 categorías')).toBeVisible();
  const sofar = await spent(page);
  expect(sofar).toEqual({ taps: 1 + categories, keys: 0 });
  await page.waitForTimeout(500);
  const again = await openCold();
  await touch(tile(again, 'Contar'));
  await expect(form(again).getByText('3 cabezas en 3 categorías')).toBeVisible();
  await touch(form(again).getByRole('button', { name: 'Entregar recuento' }));
  await expect(again.getByRole('dialog')).toHaveCount(0);
  expect(await spent(again)).toEqual({ taps: 2, keys: 0 });
  await expect(
    again
      .getByRole('list', { name: 'Últimos movimientos' })
      .getByText(/^Recuento de hacienda/)
      .first(),
  ).toBeVisible();
  expect(phone.errors).toEqual([]);
});

/** What the camera gives, small: its own screens are not counted. */
const taken = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a photo is a note: two touches beside the camera’s own, no key, nothing pushed', async () => {
  const page = await openAfterRain();
  await touch(tile(page, 'Nota'));
  const camera = page.waitForEvent('filechooser');
  await touch(form(page).getByRole('button', { name: 'Sacar foto' }));
  await (await camera).setFiles({ name: 'foto.png', mimeType: 'image/png', buffer: taken });
  await expect(form(page).getByRole('heading', { name: 'Nota con foto' })).toBeVisible();
  expect(await spent(page)).toEqual({ taps: 2, keys: 0 });
  // And it becomes the last record's by one more.
  await touch(form(page).getByRole('button', { name: /^Sumar a «Lluvia · 10 mm/ }));
  await expect(form(page).getByText(/^También está en «Lluvia · 10 mm/)).toBeVisible();
  expect(await spent(page)).toEqual({ taps: 3, keys: 0 });
  expect(phone.errors).toEqual([]);
});

test('ten animals are weighed: two touches beside their figures, nothing pushed', async () => {
  const page = await openAfterRain();
  await costs(page, 'Pesada', { taps: 2 + 10 * 4, keys: 0 }, async () => {
    await touch(tile(page, 'Pesar'));
    await expect(form(page).getByRole('button', { name: /^Cambiar lugar o fecha: Hoy · / })).toBeVisible();
    for (let animal = 0; animal < 10; animal += 1) await weigh(page, ['4', '1', String(animal)]);
    await touch(form(page).getByRole('button', { name: 'Guardar 10 pesadas' }));
    await expect(form(page).getByText('Pesada guardada en este celular')).toBeVisible();
    await page.goBack();
  });
});

/** One animal: its figures and the check of the keypad. */
async function weigh(page: Page, digits: readonly string[]): Promise<void> {
  for (const digit of digits) await touch(form(page).getByRole('button', { name: digit, exact: true }));
  await touch(form(page).getByRole('button', { name: 'Anotar el peso' }));
}

/** A phone that has recorded nothing yet, on a farm of many lots. */
async function openFresh(): Promise<Page> {
  await phone.close();
  phone = await createDevice(smallPhone);
  await signIn(phone, server.address, walkers.hand);
  // What the first phone recorded may not have gone up before it was switched off: any row says that the list is there.
  return await openCold(/./);
}

test('a birth on a fresh phone: one touch more, for the lot', async () => {
  const page = await openFresh();
  await costs(page, 'Nacimiento · 1 ternero al pie', { taps: 4, keys: 0 }, async () => {
    await touch(tile(page, 'Nacimiento'));
    await touch(chip(page, 'Lote', /./).first());
    await touch(form(page).getByRole('button', { name: 'Sumar 1 ternero al pie' }));
    await touch(save(page));
  });
});

test('a death on a fresh phone: one touch more, for the lot', async () => {
  const page = await openFresh();
  await costs(page, 'Muerte · 1 vaca', { taps: 4, keys: 0 }, async () => {
    await touch(tile(page, 'Muerte'));
    await touch(chip(page, 'Lote', /./).first());
    await touch(form(page).getByRole('button', { name: 'Sumar 1 vaca', exact: true }));
    await touch(save(page));
  });
});

test('rain on a fresh phone costs nothing more', async () => {
  const page = await openFresh();
  await costs(page, 'Lluvia · 25 mm', { taps: 3, keys: 0 }, async () => {
    await touch(tile(page, 'Lluvia'));
    await touch(chip(page, 'Milímetros de siempre', '25'));
    await touch(save(page));
  });
});

test('vaccinated on a fresh phone: one touch more, for the lot', async () => {
  const page = await openFresh();
  await costs(page, 'Tratamiento', { taps: 5, keys: 0 }, async () => {
    await touch(tile(page, 'Vacunar'));
    await touch(chip(page, 'Lote', 'El Ombú'));
    await touch(chip(page, '¿Qué le diste?', vaccine));
    await touch(form(page).getByRole('button', { name: /^Todo el rodeo \(\d+\)$/ }));
    await touch(save(page));
  });
});

/**
 * The second of the chips, whose whole name is in the first view, gets cows of two rodeos: which of them must be said from now on. Where
 * the demonstration's own animals stand depends on the day that it was made.
 */
async function sharedLot(): Promise<string> {
  const { token, org, lots, rodeos, category } = await readFarm();
  const [, lot] = lots;
  if (!lot || rodeos.length < 2) throw new Error('The demonstration has no lot for two rodeos');
  const animals = [{ type: category('Vaca'), count: 5 }];
  for (const { id: rodeo_id } of rodeos.slice(0, 2)) {
    const body = { date: '2026-01-11', rodeo_id, lot_id: lot.id, animals };
    await call(server, 'POST', `/api/movement/purchase/${org}`, { token, body });
  }
  return lot.name;
}

test('a lot of several rodeos on a fresh phone: one touch more for the lot, one more for the rodeo', async () => {
  const lot = await sharedLot();
  for (const { what, touched, counter } of [
    { what: 'Nacimiento · 1 ternero al pie', touched: 'Nacimiento', counter: 'Sumar 1 ternero al pie' },
    { what: 'Muerte · 1 vaca', touched: 'Muerte', counter: 'Sumar 1 vaca' },
  ]) {
    const page = await openFresh();
    await costs(page, what, { taps: 5, keys: 0 }, async () => {
      await touch(tile(page, touched));
      await touch(chip(page, 'Lote', lot));
      await touch(chip(page, 'Rodeo', /./).first());
      await touch(form(page).getByRole('button', { name: counter, exact: true }));
      await touch(save(page));
    });
  }
});

/**
 * Figures are typed on our own keys: none of the records above opens the phone's keyboard. Who touches a figure itself, looks for a place by
 * its name or writes a note has it over half of the screen.
 */
test('with the keyboard up, what is typed, what it finds and what saves are in view, nothing pushed', async () => {
  const page = await openCold();
  await tile(page, 'Lluvia').tap();
  const figure = form(page).getByRole('textbox', { name: 'Milímetros' });
  await expect(figure).toBeVisible();
  await expect(page.locator('input:focus, textarea:focus')).toHaveCount(0);
  await figure.tap();
  await page.setViewportSize(overKeyboard);
  await touch(figure);
  await touch(chip(page, 'Milímetros de siempre', '10'));
  await touch(save(page));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.setViewportSize(smallPhone);

  await tile(page, 'Muerte').tap();
  await form(page)
    .getByRole('button', { name: /^Lugar y fecha: .*, cambiar$/ })
    .tap();
  await form(page).getByRole('button', { name: 'Otro lote…' }).tap();
  const place = form(page).getByRole('searchbox', { name: 'Buscar' });
  await place.tap();
  await page.setViewportSize(overKeyboard);
  await place.fill('port');
  await touch(place);
  await touch(form(page).getByRole('list').getByRole('button').first());
  await expect(form(page).getByRole('button', { name: /^Lugar y fecha: .*Portera/ })).toBeVisible();
  await page.setViewportSize(smallPhone);
  await page.goBack();

  await tile(page, 'Nota').tap();
  const words = form(page).getByRole('textbox', { name: 'Nota', exact: true });
  await words.tap();
  await page.setViewportSize(overKeyboard);
  await words.fill('Se rompió el molino');
  // The browser itself brings what is typed above its keyboard.
  for (const needed of [words, save(page)]) await expect(needed).toBeInViewport();
  await save(page).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.setViewportSize(smallPhone);
  expect(phone.errors).toEqual([]);
});
