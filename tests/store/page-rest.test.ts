import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { followedBy, PageRest } from '../../src/app/store/page-rest.ts';

let tell: { [T in 'pagehide' | 'pageshow']: (event: { readonly persisted: boolean }) => void };
let database: Dexie;
let count = 0;

beforeEach(() => {
  tell = { pagehide: () => undefined, pageshow: () => undefined };
  const rest = new PageRest({
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

test('A page that ends finishes what it can', async () => {
  await halfway('left', () => tell.pagehide({ persisted: false }));
  expect(await keys()).toEqual(['left', 'left again']);
});
