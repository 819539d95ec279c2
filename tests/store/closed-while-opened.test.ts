import { Dexie } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { keyValues } from '../../src/app/store/disk.ts';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import { ClosedFailure } from '../../src/app/store/store.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a question whose database is closed while it opens fails as one that was closed, and the next is answered', async () => {
  const disk = openDexieDisk('campo:closed-while-opened');
  const ask = () => disk.transact('read', [keyValues], async (tables) => await tables[keyValues].get(['one']));
  await ask();
  vi.spyOn(Dexie.prototype, 'backendDB').mockReturnValueOnce(null as never);
  await expect(ask()).rejects.toThrow(ClosedFailure);
  expect(await ask()).toEqual([undefined]);
  disk.close();
});
