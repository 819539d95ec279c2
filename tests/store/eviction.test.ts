import { beforeEach, describe, expect, test } from 'vitest';
import { cookieMarks, type EvictionWatch, watchEviction } from '../../src/app/store/eviction.ts';
import { forgivingKeys } from '../../src/app/store/keys.ts';

let keys: Map<string, string>;
/** The page's cookies, as a browser keeps them: by name, without what they were set with. */
let cookies: Map<string, string>;
const page = {
  get cookie() {
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  },
  set cookie(set: string) {
    const [name = '', value = ''] = (set.split(';')[0] ?? '').split('=');
    cookies.set(name, value);
  },
};
let watch: EvictionWatch;

beforeEach(() => {
  keys = new Map();
  cookies = new Map();
  const kept = {
    getItem: (key: string) => keys.get(key) ?? null,
    setItem: (key: string, text: string) => void keys.set(key, text),
  };
  watch = watchEviction(kept, cookieMarks(page, true), () => [...keys.keys()]);
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
    watch.onAcknowledged('juan');
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

  test('and all keys with it is told without a number: a mark outside the page’s storage says that something was here', () => {
    expect(watch.onOpen('juan', 'device-1')).toBeNull();
    watch.onUnsent('juan', 'ombu', 2);
    keys.clear();
    expect(watch.onOpen('juan', 'device-2')).toBe('unknown');
    watch.onUnsent('juan', 'ombu', 3);
    expect(watch.onOpen('juan', 'device-3')).toBe('unknown');
    watch.onAcknowledged('juan');
    expect(watch.onOpen('juan', 'device-3')).toBeNull();
  });

  test('of keys alone lost nothing', () => {
    watch.onOpen('juan', 'device-1');
    keys.clear();
    expect(watch.onOpen('juan', 'device-1')).toBeNull();
  });

  test('is marked in a few bytes, for every call carries them', () => {
    watch.onOpen('0192f7c1-2f6d-7aaa-8bbb-0123456789ab', '0192f7c1-2f6d-7aaa-8bbb-ba9876543210');
    expect(page.cookie).toBe('b456789ab=76543210');
  });

  test('is nobody else’s news', () => {
    watch.onOpen('juan', 'device-1');
    watch.onUnsent('juan', 'ombu', 2);
    expect(watch.onOpen('ana', 'device-9')).toBeNull();
  });

  test('and garbles its keys claims no number', () => {
    keys.set('base:juan', '{"device":');
    expect(watch.onOpen('juan', 'device-1')).toBeNull();
    keys.set('base:juan', '7');
    expect(watch.onOpen('juan', 'device-2')).toBe('unknown');
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
      cookieMarks(page, true),
      () => [...keys.keys()],
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

describe('A phone that several people share', () => {
  test('knows what waits of those who are not in, and forgets it when it was emptied', () => {
    keys.set('token', 'x');
    for (const person of ['juan', 'beto', 'caro']) watch.onOpen(person, 'device-1');
    expect(watch.waitingOfOthers('juan')).toEqual({ records: 0, people: 0 });
    watch.onUnsent('beto', 'ombu', 2);
    watch.onUnsent('beto', 'ceibo', 1);
    watch.onUnsent('juan', 'ombu', 5);
    expect(watch.waitingOfOthers('juan')).toEqual({ records: 3, people: 1 });
    expect(watch.waitingOfOthers('caro')).toEqual({ records: 8, people: 2 });
    expect(watch.waitingOfOthers(null)).toEqual({ records: 8, people: 2 });
    watch.onEmptied('beto', 0);
    expect(watch.waitingOfOthers('juan')).toEqual({ records: 0, people: 0 });
  });
});
