import { beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../src/contract/endpoints/sync.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import type { NewOp, Op } from '../../src/app/store/op.ts';
import { orderKey } from '../../src/app/store/rows.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import type { FeedPage } from '../../src/app/store/pages.ts';
import { farmRows, organizationId as farm } from '../support/sim/farm-rows.ts';
import { stores } from '../support/stores.ts';
import { at, change, gone, plainMovement } from '../support/movement-rows.ts';

const rain = (id: string, date: string, mm: number, campo: string | null = 'sur', deleted = false) =>
  plainMovement({
    id,
    type: 'RAIN',
    date,
    deleted,
    metadata: { lot_id: null, campo_id: campo, mm, deletedBy: deleted ? 'ana' : null, editHistory: [] },
  });
const death = (id: string, date: string, lot_id: string): Movement => ({
  ...rain(id, date, 0),
  type: 'DEATH',
  rodeoId: 'cria',
  metadata: { lot_id, deletedBy: null, editHistory: [] },
});

const newOp = (opId: string, rest: Partial<NewOp> = {}): NewOp => ({
  opId,
  deviceId: 'd',
  userId: 'ana',
  organizationId: farm,
  v: 1,
  act: 'create',
  subject: 'movement',
  movementType: 'RAIN',
  method: 'POST',
  path: '/x',
  body: { date: '2026-11-20' },
  postings: [],
  deps: [],
  entityId: `thing-${opId}`,
  recordedAt: at,
  appBuild: 'test',
  state: 'pending',
  attempts: 0,
  firstSentAt: null,
  nextAt: 0,
  parkedAt: null,
  ackedAt: null,
  ack: null,
  problem: null,
  ...rest,
});

const page = (from: number, to: number, changes: readonly Change[], rest: Partial<FeedPage> = {}): FeedPage => ({
  epoch: 'one',
  from,
  to,
  more: false,
  changes,
  acks: [],
  reported: new Set(),
  at,
  ...rest,
});

describe.each(stores)('What the device remembers, %s', (_name, open) => {
  let store: FarmStore;
  beforeEach(() => {
    store = open();
  });

  const load = (changes: readonly Change[] = [], epoch = 'one', to = 10) =>
    store.applyWhole(farm, { epoch, to, page: null, next: null, progress: 1, changes, at });
  const add = (op: NewOp) => store.changeOutbox(farm, () => ({ edit: { add: [op] }, result: null }));
  const ops = async (): Promise<readonly Op[]> => (await store.outbox(farm)).ops;
  const months = async (): Promise<unknown> =>
    Object.fromEntries((await store.picture(farm, { rainYear: '2026' })).rain);

  test('a first load in pages is whole with its last page', async () => {
    const lots = farmRows.lots.map((row) => ({ table: 'lots', id: row.id, row }));
    await store.applyWhole(farm, { epoch: 'one', to: 7, page: null, next: 'p2', progress: 0.5, changes: lots, at });
    const half = await store.picture(farm, {});
    expect([half.sync.cursor, half.sync.snapshot?.page, half.lots.length]).toEqual([null, 'p2', 2]);
    await store.applyWhole(farm, {
      epoch: 'one',
      to: 9,
      page: 'p2',
      next: null,
      progress: 1,
      changes: [change(rain('r', '2026-11-01', 5))],
      at,
    });
    const whole = await store.picture(farm, { movements: { limit: 5 } });
    expect([whole.sync.cursor, whole.sync.snapshot, whole.lots.length, whole.movements.length]).toEqual([
      9,
      null,
      2,
      1,
    ]);
  });

  test('a page of another load, or the same one twice, is not taken', async () => {
    const first = { epoch: 'one', to: 7, page: null, next: 'p2', progress: 0.5, changes: [], at };
    expect(await store.applyWhole(farm, first)).toBe('applied');
    expect(await store.applyWhole(farm, first)).toBe('stale');
    expect(await store.applyWhole(farm, { ...first, page: 'p9', next: null })).toBe('stale');
  });

  test('a whole that another tab has loaded later does not go back in time', async () => {
    await load([change(rain('new', '2026-11-01', 5))], 'one', 11);
    expect(await load([], 'one', 10)).toBe('stale');
    const { sync, movements } = await store.picture(farm, { movements: { limit: 5 } });
    expect([sync.cursor, movements.length]).toEqual([11, 1]);
    expect(await load([], 'two', 3)).toBe('applied');
  });

  test('movements come newest first, page by page, none twice', async () => {
    const days = Array.from({ length: 25 }, (_, day) =>
      rain(`r${day}`, `2026-10-${String(1 + day).padStart(2, '0')}`, 1),
    );
    await load(days.map(change));
    const seen: string[] = [];
    let after: string | null = null;
    for (;;) {
      const { movements } = await store.picture(farm, { movements: { limit: 10, after } });
      const last = movements.at(-1);
      if (!last) break;
      seen.push(...movements.map((movement) => movement.date));
      after = orderKey(last);
    }
    expect(seen).toEqual(days.map((movement) => movement.date).toReversed());
  });

  test('movements are found by kind, by lot, by rodeo and between days, both ends included', async () => {
    await load(
      [
        rain('a', '2026-11-01', 1),
        rain('b', '2026-11-05', 1),
        death('c', '2026-11-05', 'ombu'),
        death('d', '2026-11-09', 'bajo'),
      ].map(change),
    );
    const ids = async (query: object) =>
      (await store.picture(farm, { movements: { limit: 9, ...query } })).movements.map((movement) => movement.id);
    expect(await ids({ type: 'RAIN' })).toEqual(['b', 'a']);
    expect(await ids({ lotId: 'ombu' })).toEqual(['c']);
    expect(await ids({ rodeoId: 'cria' })).toEqual(['d', 'c']);
    expect(await ids({ from: '2026-11-05', to: '2026-11-05' })).toEqual(['c', 'b']);
    expect(await ids({ rodeoId: 'cria', to: '2026-11-08' })).toEqual(['c']);
  });

  test('rain adds up by month and campo, and follows edits, deletions and rows that vanish', async () => {
    await load([
      change(rain('a', '2026-11-01', 10.1)),
      change(rain('b', '2026-11-02', 0.2)),
      change(rain('c', '2026-10-02', 7, null)),
    ]);
    expect(await months()).toEqual({ '2026-11|sur': 10.3, '2026-10|': 7 });
    await store.applyPage(farm, page(10, 11, [change(rain('a', '2026-12-01', 3))]));
    expect(await months()).toEqual({ '2026-11|sur': 0.2, '2026-12|sur': 3, '2026-10|': 7 });
    await store.applyPage(farm, page(11, 12, [change(rain('b', '2026-11-02', 0.2, 'sur', true)), gone('c')]));
    expect(await months()).toEqual({ '2026-11|sur': 0, '2026-12|sur': 3, '2026-10|': 0 });
  });

  test('a page that does not start where the phone stands changes nothing', async () => {
    await load();
    expect(await store.applyPage(farm, page(9, 12, [change(rain('a', '2026-11-01', 1))]))).toBe('stale');
    const picture = await store.picture(farm, { movements: { limit: 5 } });
    expect([picture.sync.cursor, picture.movements.length]).toEqual([10, 0]);
  });

  test('the last day of each lot is known', async () => {
    await load([
      ...farmRows.lots.map((row) => ({ table: 'lots', id: row.id, row })),
      change(death('c', '2026-11-05', 'ombu')),
      change(death('d', '2026-11-02', 'ombu')),
    ]);
    expect([...(await store.picture(farm, { lastByLot: true })).lastByLot]).toEqual([['ombu', '2026-11-05']]);
  });

  test('records keep the order of the acts and never share a number', async () => {
    await add(newOp('a'));
    await add(newOp('b'));
    const [a] = await ops();
    await store.changeOutbox(farm, (now) => ({
      edit: { remove: now.ops.filter((op) => op.opId === 'b') },
      result: null,
    }));
    await add(newOp('c'));
    expect([a?.n, ...(await ops()).map((op) => op.opId)]).toEqual([1, 'a', 'c']);
    expect((await ops()).at(-1)?.n).toBe(3);
  });

  test('a decision that throws leaves nothing behind', async () => {
    const broken = store.changeOutbox(farm, () => {
      throw new TypeError('a bug of ours');
    });
    await expect(broken).rejects.toThrow('a bug of ours');
    expect(await ops()).toEqual([]);
  });

  test('record, draft and habits are written together', async () => {
    await store.saveDraft(farm, 'create:RAIN', { mm: 3 });
    await store.changeOutbox(farm, () => ({
      edit: {
        add: [newOp('a')],
        dropDraft: 'create:RAIN',
        habits: (habits) => ({ ...habits, recentLotIds: ['ombu'] }),
      },
      result: null,
    }));
    expect(await store.draft(farm, 'create:RAIN')).toBeNull();
    expect((await store.habits(farm)).recentLotIds).toEqual(['ombu']);
  });

  test('a confirmation moves the record to the archive in the same step as its row', async () => {
    await load();
    await add(newOp('a'));
    const acks = [{ key: 'a', seq: 11, server_id: null }];
    await store.applyPage(farm, page(10, 11, [change(rain('thing-a', '2026-11-01', 5))], { acks }));
    expect(await ops()).toEqual([]);
    expect((await store.archived(farm, '', 5)).map((op) => [op.opId, op.state])).toEqual([['a', 'acked']]);
  });

  test('a temporary id leads to the thing for ever, also when the server named it otherwise', async () => {
    await load();
    await add(newOp('a'));
    expect(await store.resolveId(farm, '-1')).toBe('thing-a');
    await store.applyPage(farm, page(10, 11, [], { acks: [{ key: 'a', seq: 11, server_id: 'server-1' }] }));
    expect(await store.resolveId(farm, '-1')).toBe('server-1');
    expect(await store.resolveId(farm, 'thing-a')).toBe('server-1');
    expect(await store.resolveId(farm, 'other')).toBe('other');
  });

  test('a server that went back in time gets back what it lost, and nothing twice', async () => {
    await load();
    await add(newOp('kept'));
    await add(newOp('lost'));
    const acks = ['kept', 'lost'].map((key) => ({ key, seq: 11, server_id: null }));
    await store.applyPage(farm, page(10, 11, [], { acks }));
    await add(newOp('unsent'));
    expect(await store.applyPage(farm, page(11, 12, [], { epoch: 'two' }))).toBe('other-epoch');
    expect((await store.outbox(farm)).sync.wantEpoch).toBe('two');
    await load([change(rain('thing-kept', '2026-11-01', 5))], 'two', 3);
    expect((await ops()).map((op) => [op.opId, op.state, op.ack])).toEqual([
      ['lost', 'pending', null],
      ['unsent', 'pending', null],
    ]);
    expect((await store.outbox(farm)).sync).toMatchObject({ epoch: 'two', cursor: 3, wantEpoch: null });
  });

  test('sets of rows that are no longer read are swept away, the read one stays', async () => {
    await load([change(rain('old', '2026-11-01', 5))]);
    await load([change(rain('new', '2026-11-01', 5))], 'two', 3);
    while (await store.sweep(farm, '2020-01-01'));
    const { movements } = await store.picture(farm, { movements: { limit: 9 } });
    expect(movements.map((movement) => movement.id)).toEqual(['new']);
  });

  test('a row that cannot be read is left out, the others stay', async () => {
    await load([
      { table: 'movements', id: 'bad', row: { id: 'bad' } },
      { table: 'inventions', id: 'x', row: {} },
      change(rain('a', '2026-11-01', 1)),
    ]);
    expect((await store.picture(farm, { movements: { limit: 9 } })).movements.map((movement) => movement.id)).toEqual([
      'a',
    ]);
    expect(await store.diagnostics()).toEqual([{ at, event: 'unreadable-rows', detail: 'movements bad' }]);
  });

  test('diagnostics are a ring of 500', async () => {
    for (let n = 1; n <= 503; n += 1) await store.diagnose({ at, event: 'e', detail: String(n) });
    const entries = await store.diagnostics();
    expect([entries.length, entries[0]?.detail, entries.at(-1)?.detail]).toEqual([500, '4', '503']);
  });

  test('another tab hears of a record', async () => {
    let heard = 0;
    const stop = store.watch(farm, () => {
      heard += 1;
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
    await add(newOp('a'));
    await new Promise((resolve) => setTimeout(resolve, 60));
    stop();
    expect(heard).toBeGreaterThan(0);
  });

  test('the device’s own id is made once', async () => {
    expect(await store.keepOnce('device', 'first')).toBe('first');
    expect(await store.keepOnce('device', 'second')).toBe('first');
  });
});
