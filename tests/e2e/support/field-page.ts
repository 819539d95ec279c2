import { chance, clock, createHints, locks } from '../../../src/app/device.ts';
import { createNet } from '../../../src/app/net/http.ts';
import type { Farm } from '../../../src/app/sync/farm.ts';
import { openDeviceStore } from '../../../src/app/store/open.ts';
import { watchStorage } from '../../../src/app/store/storage-watch.ts';
import { openFarm } from '../../../src/app/sync/engine.ts';
import type { FarmNet } from '../../../src/app/sync/ports.ts';

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
}

declare global {
  interface Window {
    field: FieldPage;
    /** Put in by the test, so that it hears at once. */
    told?: (mark: string) => void;
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

class OpenField implements FieldPage {
  private farm: Farm | null = null;
  private net: FarmNet | null = null;

  readonly open = async ({ organizationId, userId, token }: FieldOwner): Promise<void> => {
    const store = openDeviceStore(userId, watchStorage());
    const net = createNet({
      baseUrl: '',
      fetch: (input, init) => fetch(input, init),
      knowsMark: () => localStorage.getItem('contract') !== null,
      noteMark: () => localStorage.setItem('contract', '1'),
    });
    const authorized: FarmNet = { call: (request) => net.send({ ...request, token }) };
    this.net = authorized;
    const deviceId = await store.keepOnce('deviceId', chance.key());
    this.farm = openFarm(
      {
        store,
        net: authorized,
        clock,
        locks,
        chance,
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
      await this.save(`${prefix}-${count}`);
      if (count % 3 === 0) void this.send();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  };

  readonly send = (): Promise<void> => this.opened.acts.sendNow();

  readonly ask = async (calls: number): Promise<Readonly<Record<string, number>>> => {
    const ends: Record<string, number> = {};
    let left = calls;
    const lane = async (): Promise<void> => {
      while (left > 0 && this.net) {
        left -= 1;
        const path = '/api/movement/weather/rain/none';
        const reply = await this.net.call({ method: 'POST', path, body: {}, idempotencyKey: chance.key() });
        const end = reply.outcome === 'unreachable' ? reply.reason : reply.outcome;
        ends[end] = (ends[end] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 6 }, lane));
    return ends;
  };

  readonly dropDraft = (mark: string): Promise<void> => this.opened.saveDraft(draftOf(mark), null);

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
