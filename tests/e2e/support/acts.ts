import { expect, type Locator, type Page } from '@playwright/test';

interface Heads {
  readonly category: string;
  readonly count: number;
}

const sheet = (page: Page): Locator => page.getByRole('dialog').last();

/** Chooses a farm from wherever the app at `address` stands, and waits until it is the one on screen. */
export async function goToFarm(page: Page, address: string, farm: string): Promise<void> {
  await page.goto(`${address}/dashboard?organizacion=1`);
  const list = page.getByRole('dialog');
  await list.getByRole('button', { name: new RegExp(farm) }).click();
  await expect(page.getByRole('banner').getByText(farm)).toBeVisible();
}

/** Opens a kind from the launcher or, where it has no tile there, from the menu. */
async function open(page: Page, label: string): Promise<Locator> {
  if (!page.url().includes('/dashboard')) {
    await page.getByRole('link', { name: 'Inicio' }).click();
    await page.waitForURL(/\/dashboard/);
  }
  const tile = page.getByRole('region', { name: 'Registrar' }).getByRole('button', { name: label, exact: true });
  await expect(page.getByRole('region', { name: 'Registrar' }).getByRole('button').first()).toBeVisible();
  if ((await tile.count()) > 0) {
    await tile.click();
  } else {
    await page.getByRole('button', { name: 'Registrar', exact: true }).click();
    await sheet(page).getByRole('button', { name: label, exact: true }).first().click();
  }
  const form = sheet(page);
  await expect(form.getByRole('heading', { name: label })).toBeVisible();
  await expect(form.getByRole('button', { name: 'Hoy' })).toBeVisible();
  return form;
}

/** Unfolds the line of place and day, where it is folded. */
export async function unfoldPlace(form: Locator): Promise<void> {
  const line = form.getByRole('button', { name: /, cambiar$/ });
  if ((await line.getAttribute('aria-expanded')) === 'false') await line.click();
}

/** Picks a place of a group by its chip, or out of the whole list. */
async function pick(form: Locator, group: string, name: string): Promise<void> {
  const chips = form.getByRole('group', { name: group, exact: true });
  if ((await chips.count()) === 0) await unfoldPlace(form);
  const chip = chips.getByRole('button', { name, exact: true });
  if ((await chip.count()) > 0) {
    if ((await chip.getAttribute('aria-pressed')) !== 'true') await chip.click();
    return;
  }
  await chips.getByRole('button', { name: /^Otro (?:lote|rodeo)…$/ }).click();
  const list = sheet(form.page());
  await list.getByRole('searchbox', { name: 'Buscar' }).fill(name);
  await list
    .getByRole('button')
    .filter({ has: form.page().getByText(name, { exact: true }) })
    .click();
}

async function count(form: Locator, { category, count: heads }: Heads): Promise<void> {
  const more = form.getByRole('button', { name: `Sumar 1 ${category.toLowerCase()}`, exact: true });
  if ((await more.count()) === 0) {
    await form.getByRole('button', { name: 'Otra categoría' }).click();
    await form
      .getByRole('group', { name: 'Otra categoría' })
      .getByRole('button', { name: category, exact: true })
      .click();
  }
  for (let added = 0; added < heads; added += 1) await more.click();
}

async function save(page: Page): Promise<void> {
  await sheet(page)
    .getByRole('button', { name: /^Guardar( |$)/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** One calf at foot in a lot. */
export async function recordBirth(page: Page, lot: string, category: string): Promise<void> {
  const form = await open(page, 'Nacimiento');
  await pick(form, 'Lote', lot);
  await count(form, { category, count: 1 });
  await save(page);
}

/** Rain of so many millimetres on the whole farm, by one touch. */
export async function recordRain(page: Page, mm: number): Promise<void> {
  const form = await open(page, 'Lluvia');
  await form
    .getByRole('group', { name: 'Milímetros de siempre' })
    .getByRole('button', { name: String(mm), exact: true })
    .click();
  await save(page);
}

/** One dead animal in a lot. */
export async function recordDeath(page: Page, lot: string, category: string): Promise<void> {
  const form = await open(page, 'Muerte');
  await pick(form, 'Lote', lot);
  await count(form, { category, count: 1 });
  await save(page);
}

interface Trade extends Heads {
  readonly rodeo: string;
  readonly lot: string;
}

async function trade(page: Page, label: string, { rodeo, lot, ...heads }: Trade): Promise<void> {
  const form = await open(page, label);
  await pick(form, 'Rodeo', rodeo);
  await pick(form, 'Lote', lot);
  await count(form, heads);
  await save(page);
}

/** Animals that come in by a purchase. */
export const recordBuy = (page: Page, purchase: Trade): Promise<void> => trade(page, 'Compra', purchase);

/** Animals that go by a sale. */
export const recordSale = (page: Page, sale: Trade): Promise<void> => trade(page, 'Venta', sale);

/** Animals from one lot to another. */
export async function recordTransfer(
  page: Page,
  { from, to, ...heads }: Heads & { readonly from: string; readonly to: string },
): Promise<void> {
  const form = await open(page, 'Mover a otro lote');
  await pick(form, 'Lote de origen', from);
  await pick(form, 'Lote de destino', to);
  await count(form, heads);
  await save(page);
}

/** A new lot; hectares as they are typed, with a comma. */
export async function createLot(page: Page, name: string, hectares: string): Promise<void> {
  await page.getByRole('link', { name: 'Campo', exact: true }).click();
  await page.getByRole('link', { name: 'Nuevo lote' }).click();
  await page.getByLabel('Nombre del lote').fill(name);
  await page.getByLabel('Hectáreas').fill(hectares);
  await page.getByRole('button', { name: 'Guardar lote' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}
