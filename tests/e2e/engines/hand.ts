import { expect } from '@playwright/test';
import type { Element } from './find-in-page.ts';
import { type EngineWindow, found, inPage, type Where } from './engine.ts';

export const button = (name: string): Element => ({ role: 'button', name });
const sheet: Element = { role: 'dialog' };

/** Whoever uses a window: looks until a thing is there, and tries again where it still moves. */
export interface Hand {
  readonly sees: (where: Where, ms?: number) => Promise<void>;
  readonly seesNo: (where: Where) => Promise<void>;
  readonly has: (where: Where) => Promise<boolean>;
  readonly press: (where: Where) => Promise<void>;
  /** Presses a chip unless it is pressed already. */
  readonly choose: (where: Where) => Promise<void>;
  readonly type: (where: Where, text: string) => Promise<void>;
}

/** Gives a window to somebody. */
export function handOf(window: EngineWindow): Hand {
  /** What somebody reads who has to find out why a thing is not there. */
  const page = async (): Promise<string> =>
    String(
      await window
        .ask('(document.querySelector("dialog[open]") ?? document.body).innerText.slice(0, 1000)')
        .catch(String),
    );
  const has = async (where: Where): Promise<boolean> =>
    (await window.ask(`${found(where)} !== null`).catch(() => false)) === true;
  const until = async (where: Where, isThere: boolean, ms = 30_000): Promise<void> => {
    const end = Date.now() + ms;
    while ((await has(where)) !== isThere) {
      if (Date.now() > end)
        throw new Error(`${isThere ? 'Not there' : 'Still there'}: ${JSON.stringify(where)}\n${await page()}`);
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  };
  const sees = (where: Where, ms?: number): Promise<void> => until(where, true, ms);
  const seesNo = (where: Where): Promise<void> => until(where, false);
  /** A page that is still being laid out moves a thing away from under the finger: not every engine's driver waits for that. */
  const untilStill = async (where: Where): Promise<void> => {
    const box = `JSON.stringify(${found(where)}.getBoundingClientRect())`;
    const first = await window.ask(box);
    await new Promise((resolve) => setTimeout(resolve, 80));
    if ((await window.ask(box)) !== first) throw new Error('It still moves');
  };
  const press = async (where: Where): Promise<void> => {
    await sees(where);
    await expect(async () => {
      await untilStill(where);
      await window.press(found(where));
    }).toPass({ intervals: [50, 100, 200], timeout: 15_000 });
  };
  const choose = async (where: Where): Promise<void> => {
    await sees(where);
    if ((await window.ask(`${found(where)}.getAttribute('aria-pressed')`)) !== 'true') await press(where);
  };
  const type = async (where: Where, text: string): Promise<void> => {
    await sees(where);
    const valueOf = async (): Promise<string> => String(await window.ask(`${found(where)}.value`));
    // The app takes the place of a prerendered page while somebody types: what is there already is not typed again.
    await expect(async () => {
      const typed = await valueOf();
      expect(text.startsWith(typed), `'${typed}' stands in the field`).toBe(true);
      if (typed !== text) await window.type(found(where), text.slice(typed.length));
      expect(await valueOf()).toBe(text);
    }).toPass({ intervals: [50, 100, 200], timeout: 15_000 });
  };
  return { sees, seesNo, has, press, choose, type };
}

/** Opens a kind's form from Inicio: by its tile or, where it has none, from the menu. */
async function openForm(hand: Hand, label: string): Promise<void> {
  const tiles: Element = { role: 'region', name: '^Registrar$' };
  await hand.sees([tiles, button('')]);
  const tile: Where = [tiles, button(`^${label}$`)];
  // Seen once: a tile that comes later stands under the menu.
  const isTile = await hand.has(tile);
  if (!isTile) await hand.press(button('^Registrar$'));
  await hand.press(isTile ? tile : [sheet, button(`^${label}$`)]);
  await hand.sees([sheet, { role: 'heading', name: label }]);
  await hand.sees([sheet, button('· Hoy, cambiar$')]);
}

async function save(hand: Hand): Promise<void> {
  await hand.press([sheet, button('^Guardar( |$)')]);
  await hand.seesNo(sheet);
}

/** Where animals stand. */
export interface Place {
  readonly lot: string;
  readonly rodeo: string;
}

const chipOf = (group: string, name: string): Where => [
  sheet,
  { role: 'group', name: `^${group}` },
  button(`^${name}$`),
];

/** Answers where: in the first of the places whose lot is offered. */
async function choosePlace(hand: Hand, places: readonly Place[]): Promise<void> {
  for (const { lot, rodeo } of places) {
    if (!(await hand.has(chipOf('Lote', lot)))) continue;
    await hand.choose(chipOf('Lote', lot));
    if (await hand.has([sheet, { role: 'group', name: '^Rodeo' }])) await hand.choose(chipOf('Rodeo', rodeo));
    return;
  }
  throw new Error('No lot is offered where such animals stand');
}

/** One animal of a category in one of the places, by the form of a kind; from Inicio and back to it. */
export async function recordAnimal(
  hand: Hand,
  label: string,
  places: readonly Place[],
  category: string,
): Promise<void> {
  await openForm(hand, label);
  const lots: Where = [sheet, { role: 'group', name: '^Lote' }, button('')];
  // Where such animals were recorded before, the place stands in one line.
  if (!(await hand.has(lots))) await hand.press([sheet, button(', cambiar$')]);
  await hand.sees(lots);
  await choosePlace(hand, places);
  const more: Where = [sheet, button(`^Sumar 1 ${category.toLowerCase()}$`)];
  if (!(await hand.has(more))) {
    await hand.press([sheet, button('^Otra categoría')]);
    await hand.press([sheet, { role: 'group', name: '^Otra categoría' }, button(`^${category}$`)]);
  }
  await hand.press(more);
  await save(hand);
}

/** Rain of so many millimetres on the whole farm, by one touch; from Inicio and back to it. */
export async function recordRain(hand: Hand, mm: number): Promise<void> {
  await openForm(hand, 'Lluvia');
  await hand.press([sheet, { role: 'group', name: '^Milímetros de siempre' }, button(`^${mm}$`)]);
  await save(hand);
}

/** What a screen says of itself. */
interface Look {
  readonly heading: string;
  readonly isBusy: boolean;
  /** The words of a part, or of a whole screen, that could not be shown. */
  readonly broken: string | null;
}

/** Looks at the screen that is open, when all of it is there. */
export async function lookAround(window: EngineWindow): Promise<Look> {
  const look = (): Look => ({
    heading: document.querySelector('h1')?.textContent ?? '',
    isBusy: document.querySelector('[aria-busy="true"], [data-loading]') !== null,
    broken:
      /Application Error|no se pudo (?:mostrar|leer)|No se pudo abrir/.exec(document.body.textContent ?? '')?.[0] ??
      null,
  });
  return (await window.ask(inPage(look))) as Look;
}
