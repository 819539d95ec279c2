import { random, clock, createHints, locks } from '../../../src/app/device.ts';
import { createNet } from '../../../src/app/net/http.ts';
import type { Change } from '../../../src/contract/endpoints/sync.ts';
import type { Farm } from '../../../src/app/sync/farm.ts';
import { openDeviceStore } from '../../../src/app/store/open.ts';
import { type StorageState, watchStorage } from '../../../src/app/store/storage-watch.ts';
import type { FarmStore } from '../../../src/app/store/store.ts';
import { openFarm } from '../../../src/app/sync/engine/engine.ts';
import type { FarmNet } from '../../../src/app/sync/ports.ts';
import { type Backlog, takeBacklog } from './backlog.ts';

/** Whose farm the page opens. */
export interface FieldOwner {
  readonly organizationId: string;
  readonly userId: string;
  readonly token: string;
}

/** What a phone holds of the marked records. */
export interface Held {
  /** Marks of the records that a list shows; one that is shown twice is here twice. */
  readonly shown: readonly string[];
  readonly waiting: number;
  readonly withError: number;
  /** Drafts of records that are saved already, and records saved without their draft gone: a save that was torn. */
  readonly torn: readonly string[];
  /** How hard the writes of the outbox were asked to reach the disk. */
  readonly durability: readonly string[];
}

/** The page's own words, as a test calls them. */
export interface FieldPage {
  readonly open: (owner: FieldOwner) => Promise<void>;
  /** Saves a record with this mark, its draft first; tells the mark (`told`) when the screen would say 'Guardado'. */
  readonly save: (mark: string) => Promise<void>;
  /** The same without a draft, so many times. */
  readonly saveMany: (prefix: string, count: number) => Promise<void>;
  /** Saves one after the other for ever, and asks for sending all the time. */
  readonly saveAndSend: (prefix: string, pauseMs: number) => Promise<void>;
  readonly send: () => Promise<void>;
  /** Makes so many calls that write, as the sending makes them, six at a time; gives how often each end came. */
  readonly ask: (calls: number) => Promise<Readonly<Record<string, number>>>;
  /** Forgets what was typed and not saved. */
  readonly dropDraft: (mark: string) => Promise<void>;
  readonly held: () => Promise<Held>;
  /** Saves so many records in a few transactions, so that they wait. */
  readonly saveTogether: (prefix: string, count: number) => Promise<void>;
  /** Puts so many confirmed movements onto the phone. */
  readonly fill: (rows: number) => Promise<void>;
  /** How long each of so many saves takes, in milliseconds. */
  readonly timeSaves: (prefix: string, count: number) => Promise<readonly number[]>;
  /** The same while so many new rows come down, for as long as they take. */
  readonly timeBacklog: (prefix: string, rows: number, version?: number) => Promise<Backlog>;
  /** The same for the least that could be called saved: one strict writing of the database beside one flushed line of a file. */
  readonly timeFloor: (count: number) => Promise<readonly number[]>;
  /** What a person would be told of this device's storage. */
  readonly told: () => StorageState;
}

declare global {
  interface Window {
    field: FieldPage;
    /** Put in by the test, so that it hears at once. */
    told?: (mark: string) => void;
    /** The same for saves and sendings that failed. */
    failed?: (reason: string) => void;
  }
}

const durability = new Set<string>();
/** Listens to how the store begins its transactions; what it does stays its own. */
IDBDatabase.prototype.transaction = new Proxy(
  Reflect.get(IDBDatabase.prototype, 'transaction') as () => IDBTransaction,
  {
    apply: (begin, database: IDBDatabase, asked: []) => {
      const transaction = Reflect.apply(begin, database, asked);
      const writesOutbox = transaction.mode === 'readwrite' && transaction.objectStoreNames.contains('outbox');
      if (writesOutbox) durability.add(transaction.durability);
      return transaction;
    },
  },
);

const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Argentina/Buenos_Aires' });
const draftOf = (mark: string): string => `record/${mark}`;
const tellFailure = (thrown: unknown): void => window.failed?.(String(thrown));

const confirmedRain = (organization: string, index: number, prefix = 'confirmed', version = 1): Change => {
  const at = new Date(Date.UTC(2020, 0, 1) + index * 1_000_000).toISOString();
  const id = `${prefix}-${index}`;
  const metadata = { lot_id: null, campo_id: null, mm: 5, deletedBy: null, editHistory: [] };
  const places = { count: {}, rodeoId: null, detail: null, reference: null, animals: [] };
  const kept = { organization_id: organization, created_at: at, updated_at: at, created_by: 'ana' };
  const row = { id, type: 'RAIN', date: at.slice(0, 10), ...places, ...kept, version, deleted: false, metadata };
  return { table: 'movements', id, row };
};

const floorWorker = `
  let file;
  const opened = (async () => {
    const folder = await navigator.storage.getDirectory();
    file = await (await folder.getFileHandle('floor', { create: true })).createSyncAccessHandle();
  })();
  onmessage = async ({ data }) => {
    await opened;
    file.write(new TextEncoder().encode(data), { at: file.getSize() });
    file.flush();
    postMessage(null);
  };
`;

async function timeFloor(count: number): Promise<readonly number[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('floor', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('rows', { keyPath: 'key' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('floor'));
  });
  const worker = new Worker(URL.createObjectURL(new Blob([floorWorker], { type: 'text/javascript' })));
  const row = { date: today(), mm: 5, detail: 'floor'.repeat(200) };
  const times: number[] = [];
  for (let mark = 0; mark < count; mark += 1) {
    const begun = performance.now();
    const lined = new Promise((resolve) => worker.addEventListener('message', resolve, { once: true }));
    worker.postMessage(JSON.stringify(row));
    const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' });
    const written = new Promise((resolve) => transaction.addEventListener('complete', resolve));
    transaction.objectStore('rows').put({ key: `${begun}-${mark}`, ...row });
    await Promise.all([lined, written]);
    times.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  worker.terminate();
  database.close();
  return times;
}

class OpenField implements FieldPage {
  private farm: Farm | null = null;
  private net: FarmNet | null = null;
  private store: FarmStore | null = null;
  private readonly watch = watchStorage();

  readonly open = async ({ organizationId, userId, token }: FieldOwner): Promise<void> => {
    const store = openDeviceStore(userId, this.watch);
    this.store = store;
    const net = createNet({
      baseUrl: '',
      fetch: (input, init) => fetch(input, init),
      knowsMark: () => localStorage.getItem('contract') !== null,
      noteMark: () => localStorage.setItem('contract', '1'),
    });
    const authorized: FarmNet = { call: (request) => net.send({ ...request, token }) };
    this.net = authorized;
    const deviceId = await store.keepOnce('deviceId', random.key());
    this.farm = openFarm(
      {
        store,
        net: authorized,
        clock,
        locks,
        random,
        hints: createHints(() => false),
        live: { subscribe: () => () => undefined },
        deviceId,
        appBuild: 'test',
      },
      organizationId,
      userId,
    );
    this.farm.start();
  };

  private get opened(): Farm {
    if (!this.farm) throw new Error('No farm is open');
    return this.farm;
  }

  readonly save = async (mark: string): Promise<void> => {
    const farm = this.opened;
    const typed = { date: today(), mm: 5, detail: mark };
    await farm.saveDraft(draftOf(mark), typed);
    const outcome = await farm.acts.recordMovement('RAIN', typed, draftOf(mark));
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
    window.told?.(mark);
  };

  readonly saveMany = async (prefix: string, count: number): Promise<void> => {
    for (let mark = 0; mark < count; mark += 1) {
      const typed = { date: today(), mm: 5, detail: `${prefix}-${mark}` };
      const outcome = await this.opened.acts.recordMovement('RAIN', typed);
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
      if (mark % 20 === 0) void this.send();
    }
  };

  readonly saveAndSend = async (prefix: string, pauseMs: number): Promise<void> => {
    for (let count = 0; ; count += 1) {
      // A save that is told as not saved promises nothing; the person goes on.
      await this.save(`${prefix}-${count}`).catch(tellFailure);
      if (count % 3 === 0) this.send().catch(tellFailure);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };

  readonly saveTogether = async (prefix: string, count: number): Promise<void> => {
    const marks = Array.from({ length: count }, (_, mark) => ({ date: today(), mm: 5, detail: `${prefix}-${mark}` }));
    for (let start = 0; start < count; start += 250) {
      const outcome = await this.opened.acts.recordMovements('RAIN', marks.slice(start, start + 250), draftOf(prefix));
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
    }
  };

  readonly fill = async (rows: number): Promise<void> => {
    const { organizationId } = this.opened;
    for (let start = 0; start < rows; start += 500) {
      const changes = Array.from({ length: Math.min(500, rows - start) }, (_, index) =>
        confirmedRain(organizationId, start + index),
      );
      await this.store?.applyRows(organizationId, changes, null);
    }
  };

  readonly timeSaves = async (prefix: string, count: number): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let mark = 0; mark < count; mark += 1) times.push(await this.timeSave(`${prefix}-${mark}`));
    return times;
  };

  private async timeSave(mark: string): Promise<number> {
    const begun = performance.now();
    const outcome = await this.opened.acts.recordMovement('RAIN', { date: today(), mm: 5, detail: mark });
    const taken = performance.now() - begun;
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.problem));
    // What screens read after a save is over: it is the save that is timed.
    await new Promise((resolve) => setTimeout(resolve, 40));
    return taken;
  }

  readonly timeBacklog = async (prefix: string, rows: number, version = 1): Promise<Backlog> => {
    if (!this.store) throw new Error('No store is open');
    const { organizationId } = this.opened;
    const changes = Array.from({ length: rows }, (_, index) => confirmedRain(organizationId, index, prefix, version));
    return await takeBacklog(this.store, organizationId, changes, () => this.timeSave(prefix));
  };

  readonly timeFloor = timeFloor;

  readonly told = (): StorageState => this.watch.state();

  readonly send = (): Promise<void> => this.opened.acts.sendNow();

  readonly ask = async (calls: number): Promise<Readonly<Record<string, number>>> => {
    const ends: Record<string, number> = {};
    let left = calls;
    const lane = async (): Promise<void> => {
      while (left > 0 && this.net) {
        left -= 1;
        const path = '/api/movement/weather/rain/none';
        const reply = await this.net.call({ method: 'POST', path, body: {}, idempotencyKey: random.key() });
        const end = reply.outcome === 'unreachable' ? reply.reason : reply.outcome;
        ends[end] = (ends[end] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 6 }, lane));
    return ends;
  };

  readonly dropDraft = async (mark: string): Promise<void> => {
    await this.opened.saveDraft(draftOf(mark), null);
  };

  readonly held = async (): Promise<Held> => {
    const { views, status } = this.opened;
    const shown: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof views.page>> = await views.page({ types: ['RAIN'] }, after, 500);
      shown.push(...page.items.flatMap(({ movement }) => (movement.detail === null ? [] : [movement.detail])));
      after = page.next;
    } while (after !== null);
    const drafts = await Promise.all(shown.map((mark) => views.draft(draftOf(mark))));
    return {
      shown,
      waiting: (await views.pending()).length,
      withError: status().withError,
      torn: shown.filter((_, index) => drafts[index] !== null),
      durability: [...durability],
    };
  };
}

window.field = new OpenField();
