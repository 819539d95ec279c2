import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inTransaction } from '../../src/app/store/browser-transaction.ts';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { type Disk, type Row, startingWith } from '../../src/app/store/disk.ts';
import { PageRest } from '../../src/app/store/page-rest.ts';
import { StorageFailure } from '../../src/app/store/store.ts';

interface Note extends Row {
  readonly value: number;
}

let count = 0;
let name: string;
let disk: Disk;

beforeEach(() => {
  name = `campo:raw-${(count += 1)}`;
  disk = openDexieDisk(name);
});
afterEach(() => {
  disk.close();
  vi.restoreAllMocks();
});

const note = (key: string, value = 1): Note => ({ key, value });
const put = (...rows: readonly Note[]) => disk.transact('write', ['notes'], async ({ notes }) => await notes.put(rows));
const keys = async (): Promise<readonly string[]> =>
  (await disk.transact('read', ['notes'], async ({ notes }) => await notes.range(startingWith('')))).map(
    ({ key }) => key,
  );

describe('A transaction of the browser’s own', () => {
  test('leaves nothing when its task throws, and the bug stays a bug', async () => {
    const task = disk.transact('write', ['notes'], async ({ notes }) => {
      await notes.put([note('a')]);
      throw new RangeError('a bug');
    });
    await expect(task).rejects.toThrow(RangeError);
    expect(await keys()).toEqual([]);
  });

  test('fails as a whole where the browser gives it up, though no write was waited for', async () => {
    await put(note('before'));
    const real = Reflect.get(IDBObjectStore.prototype, 'put');
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row: Note) {
      const request = real.call(this, row);
      if (row.key === 'b') this.transaction.abort();
      return request;
    });
    await expect(put(note('a'), note('b'))).rejects.toThrow(StorageFailure);
    vi.restoreAllMocks();
    expect(await keys()).toEqual(['before']);
  });

  test('sees its own writes, and reads backwards, no more than it was asked for', async () => {
    const found = await disk.transact('write', ['notes'], async ({ notes }) => {
      await notes.put(['a', 'b', 'c', 'd'].map((key) => note(key)));
      await notes.remove(['c']);
      const ask = async (range: object) =>
        (await notes.range({ ...startingWith(''), ...range })).map(({ key }) => key).join('');
      return [
        await ask({}),
        await ask({ reverse: true, limit: 2 }),
        await ask({ limit: 1 }),
        await ask({ limit: 0 }),
        await ask({ from: 'd', to: 'a' }),
        (await notes.get<Note>(['d', 'c', 'a'])).map((row) => row?.key ?? '-').join(''),
      ];
    });
    expect(found).toEqual(['abd', 'db', 'a', '', '', 'd-a']);
  });

  test('answers what was asked ahead without a second question, and as it was written meanwhile', async () => {
    await put(note('counter', 7), note('mine', 8));
    const get = vi.spyOn(IDBObjectStore.prototype, 'get');
    const values = await disk.transact(
      'write',
      ['notes'],
      async ({ notes }) => {
        await notes.put([note('mine', 9)]);
        const [counter, mine] = await notes.get<Note>(['counter', 'mine']);
        await notes.remove(['counter']);
        return [counter?.value, mine?.value, (await notes.get(['counter']))[0]];
      },
      { notes: ['mine'] },
    );
    expect(values).toEqual([7, 9, undefined]);
    const asked = get.mock.calls.map(([key]) => key);
    expect(new Set(asked)).toEqual(new Set(['counter', 'journal', 'mine', 'stamp', 'stamp/things']));
    expect(asked).toHaveLength(5);
  });

  test('fails where a cursor cannot go on, and answers again afterwards', async () => {
    await put(note('a'), note('b'));
    const newest = () =>
      disk.transact('read', ['notes'], async ({ notes }) => await notes.range({ ...startingWith(''), reverse: true }));
    // With it no cursor is asked.
    const own = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'getAllRecords');
    Reflect.deleteProperty(IDBObjectStore.prototype, 'getAllRecords');
    const stuck = vi.spyOn(IDBCursor.prototype, 'continue').mockImplementation(() => {
      throw new DOMException('The transaction is inactive', 'TransactionInactiveError');
    });
    await expect(newest()).rejects.toThrow(StorageFailure);
    expect(stuck).toHaveBeenCalled();
    stuck.mockRestore();
    expect((await newest()).map(({ key }) => key)).toEqual(['b', 'a']);
    if (own) Object.defineProperty(IDBObjectStore.prototype, 'getAllRecords', own);
  });

  test('is given up when its page goes to rest', async () => {
    await put(note('before'));
    let hide: (event: { readonly persisted: boolean }) => void = () => undefined;
    const rest = new PageRest({
      addEventListener: (type, listener) => {
        if (type === 'pagehide') hide = listener;
      },
    });
    const opened = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
    const observer = { onGet: () => undefined, onRange: () => undefined, onWrite: () => undefined };
    const begin = { database: opened, mode: 'write', names: ['notes'], observer, onBegun: rest.follow } as const;
    const left = inTransaction(begin, async ({ notes }) => {
      await notes.put([note('left')]);
      hide({ persisted: true });
    });
    await expect(left).rejects.toThrow(/given up|abort/i);
    opened.close();
    expect(await keys()).toEqual(['before']);
  });
});

describe('A live query beside it', () => {
  test('is asked again when what it looked at was written, by whatever tab, and only then', async () => {
    await put(note('draft', 1));
    const other = openDexieDisk(name);
    const told: (number | undefined)[] = [];
    const query = liveQuery(() =>
      disk.transact('read', ['notes'], async ({ notes }) => (await notes.get<Note>(['draft']))[0]?.value),
    );
    const asked = query.subscribe((value) => told.push(value));
    await vi.waitFor(() => expect(told).toEqual([1]));
    await put(note('stamp', 5));
    await put(note('draft', 2));
    await vi.waitFor(() => expect(told).toEqual([1, 2]));
    await other.transact('write', ['notes'], async ({ notes }) => await notes.remove(['draft']));
    await vi.waitFor(() => expect(told).toEqual([1, 2, undefined]));
    asked.unsubscribe();
    other.close();
  });

  test('of all rows of a table is asked again at any of them', async () => {
    const told: number[] = [];
    const asked = liveQuery(keys).subscribe((found) => told.push(found.length));
    await vi.waitFor(() => expect(told).toEqual([0]));
    await put(note('a'));
    await vi.waitFor(() => expect(told).toEqual([0, 1]));
    asked.unsubscribe();
  });
});
