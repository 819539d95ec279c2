import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openCacheCopy } from '../../src/app/store/cache-copy.ts';
import type { NoteRow } from '../../src/app/store/outbox-rows.ts';
import type { SecondCopy } from '../../src/app/store/second-copy.ts';

const whole = (address: string): string => new URL(address, 'https://campo.test').href;

/** The browser's cache, as far as the copy uses it: what stands at an address goes before the new one is there. */
class FakeCache {
  readonly kept = new Map<string, Response>();
  isStuck = false;
  /** The battery goes flat after so many strokes on the disk. */
  strokesLeft = Number.POSITIVE_INFINITY;
  private readonly stroke = async (): Promise<void> => {
    if (this.isStuck || this.strokesLeft <= 0) await new Promise(() => undefined);
    this.strokesLeft -= 1;
  };
  readonly put = async (address: string, body: Response): Promise<void> => {
    await this.stroke();
    this.kept.delete(whole(address));
    await this.stroke();
    this.kept.set(whole(address), body);
  };
  readonly delete = async (address: string): Promise<boolean> => {
    await this.stroke();
    return this.kept.delete(whole(address));
  };
  listed: Promise<void> = Promise.resolve();
  readonly keys = async (): Promise<Request[]> => {
    await this.listed;
    return [...this.kept.keys()].map((address) => new Request(address));
  };
  readonly match = async (address: string): Promise<Response | undefined> => this.kept.get(whole(address))?.clone();
}

let cache: FakeCache;
let copy: SecondCopy;
const opened: string[] = [];

beforeEach(() => {
  cache = new FakeCache();
  opened.length = 0;
  const open = async (name: string): Promise<Cache> => {
    opened.push(name);
    return cache as unknown as Cache;
  };
  copy = openCacheCopy({ open } as CacheStorage, 'ana');
});

const record = { key: 'ombu/000000000001', op: { opId: 'one', body: { detail: 'lluvia ñ %' } } };
const note = { key: 'draft/ombu/record/RAIN?#', value: { mm: '22' } };
const noted = (value: unknown, key = note.key): NoteRow => ({ key, value });
const bytes = { key: 'ombu/abc', bytes: new Uint8Array([0, 255, 7]) };

describe('The second copy in the cache of the browser', () => {
  test('gives back what it was given: words, odd names and bytes', async () => {
    await copy.write({
      put: [
        { table: 'outbox', row: record, says: '' },
        { table: 'notes', row: note, says: '' },
        { table: 'blobBytes', row: bytes, says: '' },
      ],
      remove: [],
    });
    expect(await copy.read()).toEqual([
      { table: 'outbox', row: record },
      { table: 'notes', row: note },
      { table: 'blobBytes', row: bytes },
    ]);
  });

  test('is each person’s own', async () => {
    await copy.read();
    expect(opened).toEqual(['copia:ana']);
  });

  test('forgets what is removed', async () => {
    await copy.write({ put: [{ table: 'notes', row: note, says: '' }], remove: [] });
    await copy.write({ put: [], remove: [{ table: 'notes', key: note.key }] });
    expect(await copy.read()).toEqual([]);
  });

  test('leaves out a row that was cut off while it was written, and gives the others', async () => {
    await copy.write({ put: [{ table: 'notes', row: note, says: '' }], remove: [] });
    cache.kept.set('https://campo.test/copia/outbox/ombu%2F2', new Response('{"key":"ombu/2","op":{"opI'));
    expect(await copy.read()).toEqual([{ table: 'notes', row: note }]);
  });

  test('writes nothing before the browser has its own list of what is kept', async () => {
    const slow = new FakeCache();
    let isListed: () => void = () => undefined;
    slow.listed = new Promise((resolve) => {
      isListed = resolve;
    });
    const waking = openCacheCopy({ open: async () => slow as unknown as Cache } as unknown as CacheStorage, 'ana');
    const writing = waking.write({ put: [{ table: 'notes', row: note, says: '' }], remove: [] });
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(slow.kept.size).toBe(0);
    isListed();
    await writing;
    expect(slow.kept.size).toBe(1);
  });

  test('has a row that is written again as it was or as it is, wherever the battery goes flat', async () => {
    const put = (says: string): Promise<void> =>
      copy.write({ put: [{ table: 'notes', row: noted(says), says }], remove: [] });
    const inCopy = async (): Promise<readonly unknown[]> =>
      (await copy.read()).map(({ row }) => (row as NoteRow).value);
    await put('first');
    for (const [before, after] of [
      ['first', 'second'],
      ['second', 'third'],
      ['third', 'fourth'],
    ] as const) {
      cache.strokesLeft = 1;
      void put(after);
      await vi.waitFor(() => expect(cache.strokesLeft).toBe(0));
      expect(await inCopy()).toEqual([before]);
      cache.strokesLeft = Number.POSITIVE_INFINITY;
      await put(after);
      expect(await inCopy()).toEqual([after]);
    }
  });

  test('never gives back an older word of a row whose removal was cut off', async () => {
    const write = (says: string): Promise<void> =>
      copy.write({ put: [{ table: 'notes', row: noted(says), says }], remove: [] });
    await write('not sent');
    await write('sent');
    cache.strokesLeft = 1;
    void copy.write({ put: [], remove: [{ table: 'notes', key: note.key }] });
    await vi.waitFor(() => expect(cache.strokesLeft).toBe(0));
    expect(await copy.read()).toEqual([{ table: 'notes', row: noted('sent') }]);
  });

  test('reads what an earlier version of the app has written', async () => {
    cache.kept.set(whole('/copia/notes/draft'), new Response('{"key":"draft","value":1}'));
    expect(await copy.read()).toEqual([{ table: 'notes', row: noted(1, 'draft') }]);
    await copy.write({ put: [{ table: 'notes', row: noted(2, 'draft'), says: '' }], remove: [] });
    expect(await copy.read()).toEqual([{ table: 'notes', row: noted(2, 'draft') }]);
  });

  test('keeps the bytes of a photo once', async () => {
    for (let turn = 0; turn < 3; turn += 1)
      await copy.write({ put: [{ table: 'blobBytes', row: bytes, says: '' }], remove: [] });
    expect(cache.kept.size).toBe(1);
  });

  test('is opened again by the next write where the browser could not at first', async () => {
    let tries = 0;
    const open = async (): Promise<Cache> => {
      tries += 1;
      if (tries === 1) throw new Error('UnknownError');
      return cache as unknown as Cache;
    };
    const late = openCacheCopy({ open } as unknown as CacheStorage, 'ana');
    const write = (): Promise<void> => late.write({ put: [{ table: 'notes', row: note, says: '' }], remove: [] });
    await expect(write()).rejects.toThrow('UnknownError');
    await write();
    expect(cache.kept.size).toBe(1);
  });

  test('does not hold a save for ever when the browser hangs', async () => {
    vi.useFakeTimers();
    try {
      cache.isStuck = true;
      const writing = copy.write({ put: [{ table: 'notes', row: note, says: '' }], remove: [] });
      const [outcome] = await Promise.all([
        writing.then(
          () => 'written',
          (thrown: unknown) => String(thrown),
        ),
        vi.advanceTimersByTimeAsync(3_000),
      ]);
      expect(outcome).toBe('Error: The second copy took longer than 3000 ms');
    } finally {
      vi.useRealTimers();
    }
  });
});
