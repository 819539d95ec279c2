import { describe, expect, test } from 'vitest';
import type { Change } from '../../src/contract/endpoints/sync.ts';
import type { Reply } from '../../src/app/net/reply.ts';
import type { FarmStore } from '../../src/app/store/store.ts';
import type { FarmNet } from '../../src/app/sync/ports.ts';
import { pull } from '../../src/app/sync/pull/pull.ts';
import { layered } from '../../src/app/sync/views/layered.ts';
import { openViews } from '../../src/app/sync/views/view.ts';
import { movement } from '../support/large-farm.ts';
import { openMemoryStore } from '../support/memory-store.ts';
import { farmRows, organizationId } from '../support/sim/farm-rows.ts';
import { stores } from '../support/stores.ts';

const lots = farmRows.lots.map((row): Change => ({ table: 'lots', id: row.id, row }));
const change = (n: number, more: object = {}): Change => ({
  table: 'movements',
  id: `m-${n}`,
  row: { ...movement(n), ...more },
});
const rows = (from: number, to: number): Change[] => Array.from({ length: to - from }, (_, n) => change(from + n));
const ids = (changes: readonly Change[]): string[] => changes.map(({ id }) => id).toSorted();

/** A server whose history lies in three segments, of which one is longer than a transaction may be. Tests turn its parts. */
function openServer() {
  const server = {
    epoch: 'one',
    sight: 'all',
    /** The newest first; a refusal where a tag is kept no more. */
    segments: new Map<string, readonly Change[]>([
      ['a', rows(1200, 1210)],
      ['b', rows(5, 1200)],
      ['c', rows(0, 5)],
    ]),
    /** What was changed since commit 5, where the segments stand: a commit each, and a page. */
    feed: [lots] as readonly (readonly Change[])[],
    knowsSegments: true,
    refusals: new Map<string, string>(),
    isOut: (_asked: string): boolean => false,
  };
  const log: string[] = [];
  const answer = (body: object): Reply => ({
    outcome: 'answer',
    status: 200,
    body: { ok: true, server_time: '2026-11-21T12:00:00.000Z', ...body },
    marks: { seq: 5, epoch: server.epoch, replayed: false, serverTimeMs: null },
  });
  const refused = (status: number, code: string): Reply => ({
    outcome: 'refused',
    problem: { code, status, message: null, issues: [], retryAfterMs: null, requestId: null },
    marks: { seq: null, epoch: server.epoch, replayed: false, serverTimeMs: null },
  });
  const head = () => 5 + server.feed.length;
  const said = (to: number) => {
    const { epoch, sight } = server;
    return { epoch, to, mark: `m${to}`, sight, seen: { seq: head(), mark: `m${head()}` } };
  };
  const feedAfter = (since: number): Reply => {
    const to = Math.min(since + 1, head());
    const { epoch } = server;
    return answer({
      epoch,
      from: since,
      to,
      mark: `m${to}`,
      acks: [],
      more: to < head(),
      changes: server.feed[since - 5] ?? [],
    });
  };
  const pageOf = (page: string | undefined, bySegments: boolean): Reply => {
    const to = bySegments ? 5 : head();
    if (page === undefined) return answer({ ...said(to), next_page: 'last', changes: lots });
    if (page !== 'last') return refused(410, 'RESYNC');
    const segments = [...server.segments].map(([tag, { length }]) => ({ tag, month: '2026-01', rows: length }));
    if (bySegments) return answer({ ...said(to), next_page: null, changes: [], segments });
    return answer({ ...said(to), next_page: null, changes: [...server.segments.values()].flat() });
  };
  const call: FarmNet['call'] = ({ path, query, said: heard }): Promise<Reply> => {
    const tag = /\/history\/(.+)$/.exec(path)?.[1];
    const page = query?.['page'];
    const asked = tag ?? (path.endsWith('/snapshot') ? `page ${page ?? 'first'}` : 'feed');
    log.push(asked);
    if (server.isOut(asked))
      return Promise.resolve({ outcome: 'unreachable', reason: 'NETWORK' as never, detail: 'no signal' });
    const code = server.refusals.get(asked);
    if (code !== undefined) return Promise.resolve(refused(410, code));
    if (asked === 'feed') {
      log.push(`since ${query?.['since']}, knows ${heard?.known}`);
      return Promise.resolve(feedAfter(Number(query?.['since'])));
    }
    if (tag === undefined) return Promise.resolve(pageOf(page, server.knowsSegments && query?.['segments'] === '1'));
    const changes = server.segments.get(tag);
    const seen = { seq: tag === 'a' ? 11 : 3, mark: `seen-${tag}` };
    return Promise.resolve(changes ? answer({ seen, changes }) : refused(410, 'RESYNC'));
  };
  return { server, log, call };
}

function openPhone(call: FarmNet['call'], log: string[], store: FarmStore = openMemoryStore()) {
  const clock = { now: () => 0, after: () => () => undefined };
  const written: number[] = [];
  const watched: FarmStore = {
    ...store,
    applyWhole: async (organization, page) => {
      written.push(page.changes.length);
      log.push(`writes ${page.changes.at(-1)?.id ?? 'nothing'}`);
      return await store.applyWhole(organization, page);
    },
  };
  const run = (isCurrent: () => boolean = () => true) =>
    pull({ store: watched, net: { call }, clock, organizationId, onReply: () => undefined, isCurrent });
  const views = openViews(layered(store), organizationId, 'ana', clock);
  const shown = async (): Promise<string[]> =>
    (await views.page({}, null, 5_000)).items.map(({ key }) => key).toSorted();
  return {
    run,
    shown,
    written,
    store,
    movement: async (id: string) => (await views.movement(id))?.movement,
    sync: async () => (await store.outbox(organizationId)).sync,
  };
}

const open = () => {
  const opened = openServer();
  return { ...opened, phone: openPhone(opened.call, opened.log) };
};
const calls = (log: readonly string[]): string[] => log.filter((line) => !/^writes|^since/.test(line));
const everything = ids(rows(0, 1210));

describe('A first load by segments', () => {
  test('takes the newest first, five hundred rows in a transaction, and asks for each once, ahead of what it writes', async () => {
    const { log, phone } = open();
    expect(await phone.run()).toBe('done');
    expect(calls(log)).toEqual(['page first', 'page last', 'a', 'b', 'c', 'feed', 'feed']);
    // The lists, the names, the first month; what is left of one goes in with the next.
    expect(phone.written).toEqual([2, 0, 10, 500, 500, 200, 2]);
    expect(log.indexOf('b')).toBeLessThan(log.indexOf('writes m-1209'));
    expect(log.indexOf('c')).toBeLessThan(log.indexOf('writes m-504'));
    expect(log.indexOf('writes m-1209')).toBeLessThan(log.indexOf('writes m-504'));
    expect(await phone.shown()).toEqual(everything);
    expect(await phone.sync()).toMatchObject({ cursor: 6, mark: 'm6', snapshot: null, sight: 'all' });
  });

  test('goes on with the feed from where the first page was, says the newest commit of all, and the feed is right', async () => {
    const { server, log, phone } = open();
    const gone = { table: 'movements', id: 'm-3', row: null };
    server.feed = [[change(7, { version: 2, detail: 'Corregido' }), change(2000), gone]];
    expect(await phone.run()).toBe('done');
    expect(log).toContain('since 5, knows 11.seen-a');
    expect(await phone.shown()).toEqual(ids([...rows(0, 3), ...rows(4, 1210), change(2000)]));
    expect(await phone.movement('m-7')).toMatchObject({ version: 2, detail: 'Corregido' });
  });

  const small = (count: number): Map<string, readonly Change[]> =>
    new Map(Array.from({ length: count }, (_, n) => [`s${n}`, rows(1200 - 100 * (n + 1), 1200 - 100 * n)]));

  test('of small segments writes pages of several, and asks for four ahead at most', async () => {
    const { server, log, phone } = open();
    server.segments = small(12);
    expect(await phone.run()).toBe('done');
    const own = [...server.segments.keys()];
    expect(calls(log).filter((line) => server.segments.has(line))).toEqual(own);
    // The lists, the names, the first month, and eleven in three.
    expect(phone.written).toEqual([2, 0, 100, 500, 500, 100, 2]);
    const beforeSecond = log.slice(0, log.indexOf('writes m-699'));
    expect(beforeSecond.filter((line) => server.segments.has(line))).toHaveLength(1 + 5 + 4);
    expect(await phone.shown()).toEqual(ids(rows(0, 1200)));
  });

  test('beside saves writes a hundred rows in a transaction, and all again once nobody records', async () => {
    const { server, log, call } = openServer();
    server.segments = small(12);
    let pages = 0;
    const phone = openPhone(call, log, { ...openMemoryStore(), isCalm: () => (pages += 1) > 4 });
    expect(await phone.run()).toBe('done');
    expect(phone.written).toEqual([2, 0, 100, 100, 100, 100, 500, 300, 2]);
    expect(await phone.shown()).toEqual(ids(rows(0, 1200)));
  });

  test('that loses its link among small segments has written what came, and asks for none of that again', async () => {
    const { server, log, phone } = open();
    server.segments = small(12);
    server.isOut = (asked) => asked === 's3';
    expect(await phone.run()).toBe('failed');
    expect(phone.written).toEqual([2, 0, 100, 200]);
    expect(await phone.shown()).toEqual(ids(rows(900, 1200)));
    server.isOut = () => false;
    log.length = 0;
    expect(await phone.run()).toBe('done');
    expect(calls(log).slice(0, 9)).toEqual(['s3', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11']);
    expect(await phone.shown()).toEqual(ids(rows(0, 1200)));
  });

  test('shows what came so far, and how much that is, ever more and never all', async () => {
    const { phone } = open();
    const shares: number[] = [];
    const { applyWhole } = phone.store;
    Object.assign(phone.store, {
      applyWhole: (async (organization, page) => {
        shares.push(page.progress);
        return await applyWhole(organization, page);
      }) satisfies typeof applyWhole,
    });
    expect(await openPhone(openServer().call, [], phone.store).run()).toBe('done');
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeLessThan(1);
    expect(shares[1]).toBeLessThan(0.15);
  });

  test.each(stores)('that is cut in the middle of a segment goes on in another tab, %s', async (_name, openStore) => {
    const { server, log, call } = openServer();
    const store = openStore();
    const first = openPhone(call, log, store);
    let steps = 0;
    // The tab dies with a part of `b` written: what it had in its hands is gone.
    expect(await first.run(() => (steps += 1) <= 6)).toBe('failed');
    expect(first.written).toEqual([2, 0, 10, 500]);
    log.length = 0;
    server.feed = [[change(8, { version: 2, detail: 'Corregido' })]];
    const second = openPhone(call, log, store);
    expect(await second.run()).toBe('done');
    expect(calls(log)).toEqual(['b', 'c', 'feed', 'feed']);
    expect(await second.shown()).toEqual(everything);
    expect(await second.movement('m-8')).toMatchObject({ version: 2, detail: 'Corregido' });
  });

  test('that loses its link goes on with the segment that it lacks', async () => {
    const { server, log, phone } = open();
    server.isOut = (asked) => asked === 'c';
    expect(await phone.run()).toBe('failed');
    expect((await phone.sync()).cursor).toBeNull();
    server.isOut = () => false;
    log.length = 0;
    expect(await phone.run()).toBe('done');
    expect(calls(log)).toEqual(['c', 'feed', 'feed']);
    expect(await phone.shown()).toEqual(everything);
  });

  test('asks for the names again where one is kept no more, and fetches what it has not got', async () => {
    const { server, log, phone } = open();
    server.isOut = (asked) => asked === 'b';
    expect(await phone.run()).toBe('failed');
    server.isOut = () => false;
    server.segments = new Map([
      ['a', rows(1200, 1210)],
      ['b2', rows(5, 1201)],
      ['c', rows(0, 5)],
    ]);
    log.length = 0;
    expect(await phone.run()).toBe('done');
    expect(calls(log)).toEqual(['b', 'page last', 'b2', 'c', 'feed', 'feed']);
    expect(await phone.shown()).toEqual(everything);
  });

  test('begins anew where the names come to somebody who sees otherwise', async () => {
    const { server, log, phone } = open();
    server.isOut = (asked) => asked === 'b';
    await phone.run();
    server.isOut = () => false;
    server.sight = 'no prices';
    server.segments = new Map([['x', rows(0, 1210)]]);
    log.length = 0;
    expect(await phone.run()).toBe('done');
    expect(calls(log)).toEqual(['b', 'page last', 'page first', 'page last', 'x', 'feed', 'feed']);
    expect(await phone.shown()).toEqual(everything);
    expect((await phone.sync()).sight).toBe('no prices');
  });

  test.each([
    ['a segment comes from another life', () => undefined],
    ['a segment is refused by another life', (refusals: Map<string, string>) => refusals.set('b', 'OTHER_LIFE')],
  ])('begins anew where %s', async (_name, turn) => {
    const { server, log, phone } = open();
    server.isOut = (asked) => asked === 'b';
    await phone.run();
    server.isOut = () => false;
    server.epoch = 'two';
    turn(server.refusals);
    log.length = 0;
    server.isOut = (asked) => asked !== 'b' && server.refusals.has('b');
    expect(await phone.run()).toBe(server.refusals.has('b') ? 'failed' : 'done');
    expect(calls(log).slice(0, 2)).toEqual(['b', 'page first']);
    server.refusals.clear();
    expect(await phone.run()).toBe('done');
    expect(await phone.shown()).toEqual(everything);
    expect((await phone.sync()).epoch).toBe('two');
  });

  test('goes by pages where the feed cannot be followed from where the segments stand', async () => {
    const { server, log, phone } = open();
    server.feed = Array.from({ length: 12 }, (_, n) => [change(n, { version: 2 })]);
    expect(await phone.run()).toBe('done');
    const asked = calls(log);
    expect(asked.slice(asked.lastIndexOf('page first'))).toEqual(['page first', 'page last', 'feed', 'feed']);
    expect(asked.filter((line) => line === 'page first')).toHaveLength(2);
    expect(await phone.shown()).toEqual(everything);
    expect((await phone.sync()).cursor).toBe(17);
  });

  test('of a server that knows no segments goes by its pages', async () => {
    const { server, log, phone } = open();
    server.knowsSegments = false;
    expect(await phone.run()).toBe('done');
    expect(calls(log)).toEqual(['page first', 'page last', 'feed', 'feed']);
    expect(await phone.shown()).toEqual(everything);
  });

  test('of a farm without a record is whole at once', async () => {
    const { server, phone } = open();
    server.segments = new Map();
    expect(await phone.run()).toBe('done');
    expect(await phone.shown()).toEqual([]);
    expect((await phone.sync()).cursor).toBe(6);
  });

  test('is not asked in a loop by a server that names what it does not keep', async () => {
    const { server, log, phone } = open();
    server.refusals.set('a', 'RESYNC');
    expect(await phone.run()).toBe('failed');
    expect(calls(log).length).toBeLessThan(50);
  });
});
