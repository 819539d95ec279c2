import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { startingWith } from '../../src/app/store/disk.ts';
import { followedBy, PageRest } from '../../src/app/store/page-rest.ts';

let tell: { [T in 'pagehide' | 'pageshow']: (event: { readonly persisted: boolean }) => void };
let database: Dexie;
let rest: PageRest;
let count = 0;

beforeEach(() => {
  tell = { pagehide: () => undefined, pageshow: () => undefined };
  rest = new PageRest({
    addEventListener: (type, listener) => {
      tell[type] = listener;
    },
  });
  database = new Dexie(`rest-${(count += 1)}`);
  database.use(followedBy(rest));
  database.version(1).stores({ rows: 'key' });
});
afterEach(() => database.close());

const put = (key: string): PromiseLike<unknown> => database.table('rows').put({ key });
const keys = (): Promise<readonly string[]> => database.table('rows').toCollection().primaryKeys() as never;
/** Writes and stays in its transaction, as a page does that is left in the middle of it. */
const halfway = async (key: string, onWritten: () => void): Promise<unknown> =>
  database.transaction('rw', 'rows', async () => {
    await put(key);
    onWritten();
    await put(`${key} again`);
  });

describe('A page that goes to rest', () => {
  test('gives up what is under way, and keeps what was done', async () => {
    await put('done');
    const left = halfway('left', () => tell.pagehide({ persisted: true }));
    await expect(left).rejects.toThrow(/not allowed|abort/i);
    const next = new Dexie(database.name);
    next.version(1).stores({ rows: 'key' });
    expect(await next.table('rows').toCollection().primaryKeys()).toEqual(['done']);
    next.close();
  });

  test('begins nothing any more', async () => {
    await put('done');
    tell.pagehide({ persisted: true });
    await expect(Promise.resolve(put('late'))).rejects.toThrow(/not allowed|abort/i);
  });

  test('goes on when it is shown again', async () => {
    await put('done');
    tell.pagehide({ persisted: true });
    tell.pageshow({ persisted: true });
    await put('after');
    expect(await keys()).toEqual(['after', 'done']);
  });
});

describe('What a page was reading when it went to rest', () => {
  const openDisk = async () => {
    const disk = openDexieDisk(`${database.name}-disk`, () => undefined, rest);
    await disk.transact('write', ['notes'], async ({ notes }) => await notes.put([{ key: 'done' }]));
    return disk;
  };
  type Reading = Parameters<Awaited<ReturnType<typeof openDisk>>['transact']>[2];

  test.each([
    ['in the middle of it', 1],
    ['at each of three visits', 3],
  ])('is read anew once it is shown: %s', async (_when, visits) => {
    const disk = await openDisk();
    let tries = 0;
    const reading = disk.transact('read', ['notes'], async ({ notes }) => {
      tries += 1;
      if (tries <= visits) {
        tell.pagehide({ persisted: true });
        setTimeout(() => tell.pageshow({ persisted: true }), 5);
      }
      return await notes.range(startingWith(''));
    });
    expect(await reading).toEqual([{ key: 'done' }]);
    expect(tries).toBe(visits + 1);
    disk.close();
  });

  test('is not read while it rests', async () => {
    const disk = await openDisk();
    tell.pagehide({ persisted: true });
    const told: unknown[] = [];
    const task: Reading = async ({ notes }) => await notes.range(startingWith(''));
    const reading = disk.transact('read', ['notes'], task).then((rows) => told.push(rows));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told).toEqual([]);
    tell.pageshow({ persisted: true });
    await reading;
    expect(told).toEqual([[{ key: 'done' }]]);
    disk.close();
  });

  test('and what it was writing fails, as it did', async () => {
    const disk = await openDisk();
    const writing = disk.transact('write', ['notes'], async ({ notes }) => {
      await notes.put([{ key: 'left' }]);
      tell.pagehide({ persisted: true });
    });
    await expect(writing).rejects.toThrow(/abort/i);
    tell.pageshow({ persisted: true });
    expect(await disk.transact('read', ['notes'], async ({ notes }) => await notes.range(startingWith('')))).toEqual([
      { key: 'done' },
    ]);
    disk.close();
  });
});

test('A page that ends finishes what it can', async () => {
  await halfway('left', () => tell.pagehide({ persisted: false }));
  expect(await keys()).toEqual(['left', 'left again']);
});
