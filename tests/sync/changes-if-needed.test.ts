import { describe, expect, test } from 'vitest';
import type { Disk } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import { changeIfNeeded } from '../../src/app/sync/outbox/if-needed.ts';
import { runDrain } from '../support/drain-run.ts';
import { openMemoryDisk } from '../support/memory-disk.ts';
import { at, farm, rain } from '../support/rain-op.ts';
import { versioned } from '../support/versioned.ts';

/** A store whose writing transactions are counted: each holds up what screens ask of its tables. */
function openCounted(): { readonly store: FarmStore; readonly writes: () => number } {
  const disk = openMemoryDisk();
  let count = 0;
  const counted: Disk = {
    ...disk,
    transact: (mode, ...rest) => {
      if (mode === 'write') count += 1;
      return disk.transact(mode, ...rest);
    },
  };
  return { store: openFarmStore(versioned(counted)), writes: () => count };
}

const record = (store: FarmStore): Promise<null> =>
  store.changeOutbox(farm, () => ({ edit: { add: [rain('one')] }, result: null }));

const known = (store: FarmStore) =>
  store.applyWhole(farm, { epoch: 'one', to: 1, page: null, next: null, progress: 1, changes: [], at });

const run = (store: FarmStore) =>
  runDrain(store, () => Promise.resolve({ outcome: 'unreachable', reason: 'FETCH_ERROR', detail: 'no signal' }));

describe('What seldom has anything to change', () => {
  test('a run with nothing that waits writes nothing', async () => {
    const { store, writes } = openCounted();
    await known(store);
    const before = writes();
    expect(await run(store)).toEqual({ is: 'empty' });
    expect(writes()).toBe(before);
  });

  test('a run with a record takes it, and marks it', async () => {
    const { store } = openCounted();
    await known(store);
    await record(store);
    expect((await run(store)).is).toBe('paused');
    expect((await store.outbox(farm)).ops.map(({ attempts }) => attempts)).toEqual([1]);
  });

  test('nothing to change: the answer of the look, without a write', async () => {
    const { store, writes } = openCounted();
    await record(store);
    const before = writes();
    const count = await changeIfNeeded(store, farm, ({ ops }) => ({ edit: { put: [] }, result: ops.length }));
    expect([count, writes()]).toEqual([1, before]);
  });

  test('something to change: decided again in the transaction that writes it', async () => {
    const { store, writes } = openCounted();
    await record(store);
    const before = writes();
    let looks = 0;
    const done = await changeIfNeeded(store, farm, ({ ops }) => {
      looks += 1;
      return { edit: { put: ops.map((op) => ({ ...op, nextAt: 7 })) }, result: 'done' };
    });
    expect([done, looks, writes() - before]).toEqual(['done', 2, 1]);
    expect((await store.outbox(farm)).ops.map(({ nextAt }) => nextAt)).toEqual([7]);
  });

  test('what was saved between the look and the write is decided on too', async () => {
    const { store } = openCounted();
    await record(store);
    const between: FarmStore = {
      ...store,
      changeOutbox: async (organizationId, decide, onSaved) => {
        await store.changeOutbox(farm, () => ({ edit: { add: [rain('two')] }, result: null }));
        return await store.changeOutbox(organizationId, decide, onSaved);
      },
    };
    const seen = await changeIfNeeded(between, farm, ({ ops }) => ({ edit: { put: ops }, result: ops.length }));
    expect(seen).toBe(2);
  });
});
