import { beforeEach, describe, expect, test } from 'vitest';
import { type EvictionWatch, watchEviction } from '../../src/app/store/eviction.ts';
import { forgivingKeys } from '../../src/app/store/keys.ts';

let keys: Map<string, string>;
let watch: EvictionWatch;

beforeEach(() => {
  keys = new Map();
  watch = watchEviction({
    getItem: (key) => keys.get(key) ?? null,
    setItem: (key, text) => void keys.set(key, text),
  });
});

describe('A browser that deletes what was kept', () => {
  test('is noticed at the next start, with how many records had not been sent', () => {
    expect(watch.onOpen('juan', 'device-1')).toBeNull();
    watch.onUnsent('juan', 'ombu', 2);
    watch.onUnsent('juan', 'ceibo', 3);
    watch.onUnsent('juan', 'ombu', 4);
    expect(watch.onOpen('juan', 'device-2')).toBe(7);
  });

  test('is told until the person has read it, through every restart', () => {
    watch.onOpen('juan', 'device-1');
    watch.onUnsent('juan', 'ombu', 1);
    expect(watch.onOpen('juan', 'device-2')).toBe(1);
    expect(watch.onOpen('juan', 'device-2')).toBe(1);
    watch.onTold('juan');
    expect(watch.onOpen('juan', 'device-2')).toBeNull();
  });

  test('twice before the person has read it loses nothing of the first time', () => {
    watch.onOpen('juan', 'device-1');
    watch.onUnsent('juan', 'ombu', 2);
    watch.onOpen('juan', 'device-2');
    watch.onUnsent('juan', 'ombu', 3);
    expect(watch.onOpen('juan', 'device-3')).toBe(5);
  });

  test('says so also where everything had been sent: the farm has to be loaded again', () => {
    watch.onOpen('juan', 'device-1');
    expect(watch.onOpen('juan', 'device-2')).toBe(0);
  });

  test('is nobody else’s news', () => {
    watch.onOpen('juan', 'device-1');
    watch.onUnsent('juan', 'ombu', 2);
    expect(watch.onOpen('ana', 'device-9')).toBeNull();
  });

  test('and garbles its keys claims nothing', () => {
    keys.set('base:juan', '{"device":');
    expect(watch.onOpen('juan', 'device-1')).toBeNull();
    keys.set('base:juan', '7');
    expect(watch.onOpen('juan', 'device-2')).toBeNull();
  });
});

describe('A phone without room for its keys', () => {
  const full = (thrown: unknown) =>
    watchEviction(
      forgivingKeys({
        getItem: (key) => keys.get(key) ?? null,
        removeItem: (key) => void keys.delete(key),
        setItem: () => {
          throw thrown;
        },
      }),
    );

  test('goes on, and remembers what it had written before', () => {
    watch.onOpen('juan', 'device-1');
    watch.onUnsent('juan', 'ombu', 2);
    const later = full(new DOMException('full', 'QuotaExceededError'));
    expect(() => later.onUnsent('juan', 'ombu', 3)).not.toThrow();
    expect(later.onOpen('juan', 'device-2')).toBe(2);
  });

  test('hides no mistake of ours', () => {
    expect(() => full(new TypeError('a bug')).onOpen('juan', 'device-1')).toThrow('a bug');
  });
});
