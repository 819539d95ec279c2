import { beforeEach, describe, expect, test } from 'vitest';
import type { Reply, Request } from '../../src/app/net/reply.ts';
import type { NewOp, Op } from '../../src/app/store/op.ts';
import { type FarmStore, type OutboxNow, StorageFailure } from '../../src/app/store/store.ts';
import { runDrain } from '../support/drain-run.ts';
import { openMemoryStore } from '../support/memory-store.ts';
import { at, farm, rain } from '../support/rain-op.ts';

/** Answers are written while the next load is at the server (offline.md §2.4). */
const first = 50;
const epoch = 'one';
const keyOf = (index: number): string => `key-${String(index).padStart(3, '0')}`;

let store: FarmStore;
/** Calls and writings of answers, in the order in which they began or ended. */
let events: string[];
let calls: { readonly keys: readonly string[]; readonly said: Request['said'] }[];
let refused: ReadonlySet<string>;
let seq: number;
let onCall: () => void;
let onWrite: () => Promise<void>;

const marks = { seq: null, epoch, replayed: false, serverTimeMs: null };
const problem = { code: 'INVALID_BODY', status: 422, message: null, issues: [], retryAfterMs: null, requestId: null };

interface Operation {
  readonly key: string;
}

function judge({ key }: Operation): object {
  if (refused.has(key)) return { key, status: 422, seq: null, mark: null, body: { ok: false, code: problem.code } };
  seq += 1;
  return { key, status: 201, seq, mark: `mark-${seq}`, body: { ok: true, movement: { id: key } } };
}

function answer({ body, idempotencyKey, said }: Omit<Request, 'token'>): Reply {
  const together = (body as { readonly operations?: readonly Operation[] }).operations;
  const asked = together ?? [{ key: idempotencyKey ?? '' }];
  calls.push({ keys: asked.map(({ key }) => key), said });
  events.push(`call ${calls.length}`);
  onCall();
  if (!together && refused.has(asked[0]?.key ?? '')) return { outcome: 'refused', problem, marks };
  const results = asked.map(judge);
  return { outcome: 'answer', status: 200, body: together ? { ok: true, results } : { ok: true }, marks };
}

const isAnswered = ({ state }: Op): boolean => state === 'acked';

/** The store, which tells of each writing of answers. */
const watched = (): FarmStore => ({
  ...store,
  changeOutbox: async (organizationId, decide, onSaved) => {
    const told = (decide(await store.outbox(farm)).edit.put ?? []).some(isAnswered);
    if (told) await onWrite();
    const result = await store.changeOutbox(organizationId, decide, onSaved);
    if (told) events.push('written');
    return result;
  },
});

const run = (isCurrent?: () => boolean) =>
  runDrain(watched(), (request) => Promise.resolve(answer(request)), isCurrent);

const record = (count: number, more: (index: number) => Partial<NewOp> = () => ({})): Promise<null> => {
  const add = Array.from({ length: count }, (_, index) => ({ ...rain(keyOf(index)), ...more(index) }));
  return store.changeOutbox(farm, () => ({ edit: { add }, result: null }));
};

async function states(): Promise<Readonly<Record<string, number>>> {
  const { ops }: OutboxNow = await store.outbox(farm);
  const found: Record<string, number> = {};
  for (const { state } of ops) found[state] = (found[state] ?? 0) + 1;
  return found;
}

/** Holds the writing of answers back until the server has been called so often; gives up after a while. */
const untilCall = (count: number) => (): Promise<void> =>
  new Promise((resolve) => {
    if (calls.length >= count) resolve();
    const timer = setTimeout(resolve, 1_000);
    onCall = () => {
      if (calls.length < count) return;
      clearTimeout(timer);
      resolve();
    };
  });

beforeEach(async () => {
  store = openMemoryStore();
  [events, calls, refused, seq] = [[], [], new Set(), 10];
  onCall = () => undefined;
  onWrite = () => Promise.resolve();
  await store.applyWhole(farm, {
    epoch,
    to: 10,
    mark: 'mark-10',
    page: null,
    next: null,
    progress: 1,
    changes: [],
    at,
  });
});

describe('Where more than one load waits', () => {
  test('the next is at the server before the answers of the one before are written, and knows of them', async () => {
    await record(first + 20);
    onWrite = untilCall(2);
    expect(await run()).toEqual({ is: 'empty' });
    expect(events).toEqual(['call 1', 'call 2', 'written', 'written']);
    expect(calls.map(({ keys }) => keys.length)).toEqual([first, 20]);
    expect(calls[1]?.said?.known).toContain(`${10 + first}.mark-${10 + first}`);
    expect(calls.map(({ said }) => said?.waiting)).toEqual([20, 0]);
    expect(await states()).toEqual({ acked: first + 20 });
  });

  test('none goes that depends on what was refused', async () => {
    refused = new Set([keyOf(3)]);
    await record(first + 20, (index) => (index === first + 5 ? { deps: [keyOf(3)] } : {}));
    await run();
    expect(calls.flatMap(({ keys }) => keys)).not.toContain(keyOf(first + 5));
    expect(calls.filter(({ keys }) => keys.includes(keyOf(3))).map(({ keys }) => keys.length)).toEqual([first, 1]);
    expect(await states()).toEqual({ acked: first + 18, attention: 1, blocked: 1 });
  });

  test('what was made goes before what depends on it', async () => {
    await record(first + 20, (index) => (index === first + 5 ? { deps: [keyOf(3)] } : {}));
    await run();
    expect(calls.flatMap(({ keys }) => keys)).toEqual(Array.from({ length: first + 20 }, (_, index) => keyOf(index)));
  });

  test('a tab that dies with answers unwritten leaves all of them on their way, and they go again under their keys', async () => {
    await record(first + 20);
    onWrite = () => Promise.reject(new StorageFailure('The tab is gone'));
    await expect(run()).rejects.toThrow(StorageFailure);
    expect(await states()).toEqual({ inflight: first + 20 });
    onWrite = () => Promise.resolve();
    await run();
    expect(await states()).toEqual({ acked: first + 20 });
    const keys = calls.flatMap((call) => call.keys);
    expect([keys.length, new Set(keys).size]).toEqual([2 * (first + 20), first + 20]);
  });

  test('a run that is given up writes what it heard, and sends nothing more', async () => {
    await record(first + 20);
    expect(await run(() => calls.length === 0)).toEqual({ is: 'dropped' });
    expect(events).toEqual(['call 1', 'written']);
    expect(await states()).toEqual({ acked: first, pending: 20 });
  });
});

test('Where nothing more waits, answers are written at once', async () => {
  await record(3);
  await run();
  expect(events).toEqual(['call 1', 'written']);
});
