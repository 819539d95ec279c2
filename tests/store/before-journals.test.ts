import { describe, expect, test, vi } from 'vitest';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import type { BlobState } from '../../src/app/store/blobs.ts';
import { keyValues } from '../../src/app/store/disk.ts';
import type { Line } from '../../src/app/store/journal.ts';
import type { Op } from '../../src/app/store/op.ts';
import type { OlderCopy } from '../../src/app/store/older-copy.ts';
import type { FarmStore, OutboxEdit } from '../../src/app/store/store.ts';
import { openMortalDisk } from '../support/mortal-disk.ts';
import { at, farm, rain } from '../support/rain-op.ts';

const photo: BlobState = {
  digest: 'abc',
  type: 'image/jpeg',
  size: 3,
  state: 'kept',
  addedAt: at,
  sentAt: null,
  epoch: null,
  attempts: 0,
  nextAt: 0,
  problem: null,
};
const bytes = new Uint8Array([1, 2, 3]);

const write = (edit: OutboxEdit, on: FarmStore): Promise<void> =>
  on.changeOutbox(farm, () => ({ edit, result: undefined }));
const ops = async (on: FarmStore): Promise<readonly Op[]> => (await on.outbox(farm)).ops;

describe('A database from before there were journals', () => {
  const older = (lines: readonly Line[]): OlderCopy & { isDropped: boolean } => {
    const copy = {
      isDropped: false,
      read: () => Promise.resolve(lines),
      drop: async () => {
        copy.isDropped = true;
      },
    };
    return copy;
  };

  test('is written into the journal when it is opened', async () => {
    const base = openMemoryDisk();
    const before = openFarmStore(base);
    await write({ add: [rain('one')] }, before);
    await before.keepBlob(farm, photo, bytes);
    await before.keepBlob(farm, { ...photo, digest: 'sent', state: 'sent' }, bytes);
    const disk = openMortalDisk({ base });
    expect((await ops(openFarmStore(disk))).map(({ opId }) => opId)).toEqual(['one']);
    await vi.waitFor(() =>
      expect(disk.written()).toEqual([`blobBytes/${farm}/abc`, `blobs/${farm}/abc`, 'notes/counter', 'outbox/one']),
    );
    expect(disk.restored).toEqual([]);
  });

  test('that the browser had thrown away comes back from the copy of the older app, which then goes', async () => {
    const row = { key: `${farm}/000000000004`, op: { ...rain('one'), n: 4 } };
    const copy = older([{ table: 'outbox', name: 'one', row }]);
    const disk = openMortalDisk({ older: copy });
    expect(await ops(openFarmStore(disk))).toMatchObject([{ opId: 'one', n: 4 }]);
    expect(disk.restored).toEqual([1]);
    await vi.waitFor(() => expect(copy.isDropped).toBe(true));
  });

  test('and that stands takes nothing from the copy of the older app: what it holds is in the database', async () => {
    const base = openMemoryDisk();
    await base.transact(
      'write',
      [keyValues],
      async (tables) => void (await tables[keyValues].put([{ key: 'copied' }])),
    );
    const row = { key: `${farm}/000000000004`, op: { ...rain('sent'), n: 4 } };
    const copy = older([{ table: 'outbox', name: 'sent', row }]);
    const disk = openMortalDisk({ base, older: copy });
    expect(await ops(openFarmStore(disk))).toEqual([]);
    await vi.waitFor(() => expect(copy.isDropped).toBe(true));
  });
});
