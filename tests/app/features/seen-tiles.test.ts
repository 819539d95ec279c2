import { expect, test } from 'vitest';
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

test('what was kept is read at the same width alone', () => {
  const keys = keysWith(null);
  const seen = { width: 360, between: 16.4, ids: ['BIRTH', 'mover'] };
  keepSeenTiles(keys, seen);
  expect(readSeenTiles(keys, 360)).toEqual({ ...seen, between: 16 });
  expect(readSeenTiles(keys, 412)).toBeNull();
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
  expect(readSeenTiles(keysWith(text), 360)).toBeNull();
});
