import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { homeTilesKey } from '#contract/constants.ts';
import { keepSeenTiles, readSeenTiles } from '#features/home/seen-tiles.ts';

const keysWith = (text: string | null) => {
  const kept = new Map(text === null ? [] : [[homeTilesKey, text]]);
  const writes: string[] = [];
  return {
    writes,
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => void kept.delete(name),
    setItem: (name: string, value: string) => {
      kept.set(name, value);
      writes.push(value);
    },
  };
};

/** A window of this width, which answers the query that is asked. */
function openAt(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => {
    const [least = Number.NaN, most = Number.NaN] = [...query.matchAll(/-width: ([\d.]+)px/g)].map(([, px]) =>
      Number(px),
    );
    return { matches: least <= width && width <= most };
  });
}

beforeEach(() => openAt(360));
afterEach(() => vi.unstubAllGlobals());

test('what was kept is read at the same width alone', () => {
  const keys = keysWith(null);
  const seen = { width: 360, between: 16.4, ids: ['BIRTH', 'mover'] };
  keepSeenTiles(keys, seen);
  expect(readSeenTiles(keys)).toEqual({ ...seen, between: 16 });
  openAt(412);
  expect(readSeenTiles(keys)).toBeNull();
});

test('a window of 411.43 pixels is one of the 411 that it says', () => {
  const keys = keysWith('411 16 BIRTH');
  openAt(411.43);
  expect(readSeenTiles(keys)).not.toBeNull();
  openAt(412);
  expect(readSeenTiles(keys)).toBeNull();
});

test('it is written again only where it changed', () => {
  const keys = keysWith(null);
  const seen = { width: 360, between: 16, ids: ['BIRTH'] };
  keepSeenTiles(keys, seen);
  keepSeenTiles(keys, { ...seen, between: 16.3 });
  expect(keys.writes).toHaveLength(1);
  keepSeenTiles(keys, { ...seen, between: 80 });
  expect(keys.writes).toHaveLength(2);
});

test.each([null, '', '360', '360 16', '360 x BIRTH', '360 -4 BIRTH', 'NaN 16 BIRTH'])('%j says nothing', (text) => {
  expect(readSeenTiles(keysWith(text))).toBeNull();
});
