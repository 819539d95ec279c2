import { beforeAll, describe, expect, test } from 'vitest';
import { entriesOf, type Entry, matching, wordsOf } from '../../src/app/features/search/entries.ts';
import { firstPlace, lookOn, type Place } from '../../src/app/features/search/look.ts';
import { sourcesOf } from '../../src/app/features/search/sources.ts';
import { lots, openLargeFarm } from '../support/large-farm.ts';

const today = '2026-11-21';
/** Rows of small things come with every picture of the farm. */
const small = 2 * lots + 20;
const mostRows = 500;

let farm: ReturnType<typeof openLargeFarm>;
let entries: readonly Entry[];
beforeAll(async () => {
  farm = openLargeFarm();
  entries = entriesOf(await farm.views.holdings());
});

/** Goes on until so many are found or nothing is left; every look is held against the most that one may read. */
async function search(question: string, enough: number) {
  const sources = sourcesOf(wordsOf(question), entries, today);
  const found = new Map<string, string>();
  let place: Place | null = firstPlace;
  let looks = 0;
  while (place !== null && found.size < enough) {
    farm.counting.taken();
    const looked: Awaited<ReturnType<typeof lookOn>> = await lookOn(farm.views, sources, place);
    expect(farm.counting.taken() - small).toBeLessThanOrEqual(mostRows);
    for (const { key, summary } of looked.items) found.set(key, summary);
    place = looked.place;
    looks += 1;
  }
  return { found, looks, isWhole: place === null };
}

describe('Searching a farm of 100,000 movements and 1,000 lots', () => {
  test('all small things are read once, and a letter more reads nothing', async () => {
    farm.counting.taken();
    const held = entriesOf(await farm.views.holdings());
    expect(farm.counting.taken()).toBeLessThanOrEqual(small + 20);
    expect(matching(held, wordsOf('lote 777'))).toHaveLength(1);
    expect(farm.counting.taken()).toBe(0);
  });

  test('the movements of a lot are found at the first look, by its index', async () => {
    const { found, looks } = await search('Lote 777', 20);
    expect(looks).toBe(1);
    expect([...found.keys()]).toContain('m-99777');
  });

  test('a kind in a month is found at the first look, however long ago', async () => {
    const { found, looks } = await search('muerte enero 2024', 20);
    expect(looks).toBe(1);
    expect([...found.keys()].every((key) => Number(key.slice(2)) % 5 === 2)).toBe(true);
  });

  test('a word of a note from years ago is found by short looks, one after the other', async () => {
    const { found, looks } = await search('aguada', 1);
    expect([...found.keys()]).toEqual(['m-77777']);
    expect(looks).toBeGreaterThan(10);
  });

  test('what is nowhere is looked for to the end, and never by more than one stretch at a time', async () => {
    const { found, isWhole } = await search('zorrino', 1);
    expect(found.size).toBe(0);
    expect(isWhole).toBe(true);
  });
});
