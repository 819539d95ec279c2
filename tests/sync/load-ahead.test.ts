import { expect, test } from 'vitest';
import type { Reply } from '../../src/app/net/reply.ts';
import type { FarmNet } from '../../src/app/sync/ports.ts';
import { pull } from '../../src/app/sync/pull/pull.ts';
import { openMemoryStore } from '../support/memory-store.ts';
import { farmRows, organizationId } from '../support/sim/farm-rows.ts';

const next: Readonly<Record<string, string | null>> = { first: 'b', b: 'c', c: null };
const lots = farmRows.lots.map((row) => ({ table: 'lots', id: row.id, row }));

/** A farm of three pages, whose calls and writings are written down in their order. `isOut`: there is no signal for this page. */
function openLoad(isOut: (page: string) => boolean = () => false) {
  const log: string[] = [];
  const store = openMemoryStore();
  const call: FarmNet['call'] = ({ path, query }): Promise<Reply> => {
    const page = path.endsWith('/snapshot') ? (query?.['page'] ?? 'first') : null;
    log.push(`asks ${page ?? 'what changed'}`);
    if (page !== null && isOut(page))
      return Promise.resolve({ outcome: 'unreachable', reason: 'NETWORK' as never, detail: 'no signal' });
    const body = page === null ? { from: 5, to: 5, more: false, changes: [], acks: [] } : {};
    return Promise.resolve({
      outcome: 'answer',
      status: 200,
      body: {
        ok: true,
        epoch: 'one',
        to: 5,
        mark: 'm5',
        server_time: '2026-11-21T12:00:00.000Z',
        ...(page !== null && { next_page: next[page], changes: lots }),
        ...body,
      },
      marks: { seq: 5, epoch: 'one', replayed: false, serverTimeMs: null },
    });
  };
  const watched = {
    ...store,
    applyWhole: (async (organization, page) => {
      log.push(`writes ${page.page ?? 'first'}`);
      const outcome = await store.applyWhole(organization, page);
      log.push(`has ${page.page ?? 'first'}`);
      return outcome;
    }) satisfies typeof store.applyWhole,
  };
  const run = () =>
    pull({
      store: watched,
      net: { call },
      clock: { now: () => 0, after: () => () => undefined },
      organizationId,
      onReply: () => undefined,
      isCurrent: () => true,
    });
  return { log, store, run };
}

test('a load of the whole asks for the next page before it writes the last one, and for none twice', async () => {
  const { log, run } = openLoad();
  expect(await run()).toBe('done');
  const asked = log.filter((line) => line.startsWith('asks') && line !== 'asks what changed');
  expect(asked).toEqual(['asks first', 'asks b', 'asks c']);
  expect(log.indexOf('asks b')).toBeLessThan(log.indexOf('has first'));
  expect(log.indexOf('asks c')).toBeLessThan(log.indexOf('has b'));
  expect(log.indexOf('writes first')).toBeLessThan(log.indexOf('asks c'));
});

test('a load that is cut has what came before, and goes on from there', async () => {
  let isOut = true;
  const { log, store, run } = openLoad((page) => isOut && page === 'c');
  expect(await run()).toBe('failed');
  expect((await store.outbox(organizationId)).sync).toMatchObject({ cursor: null, snapshot: { page: 'c' } });
  isOut = false;
  log.length = 0;
  expect(await run()).toBe('done');
  expect(log.filter((line) => line.startsWith('asks'))[0]).toBe('asks c');
  expect((await store.outbox(organizationId)).sync).toMatchObject({ cursor: 5, snapshot: null });
});
