import type { Member } from '#contract/endpoints/account.ts';
import type { Change, KnownCommit, SyncTable } from '#contract/endpoints/sync.ts';
import type { Category } from '#domain/farm/categories.ts';
import type { Campo, Lot, Rodeo } from '#domain/farm/places.ts';
import type { Cell } from '#domain/movements/ledger.ts';
import type { Movement } from '#domain/movements/movement.ts';
import type { InvoiceRef } from '#domain/office/invoices.ts';
import type { BlobStore } from './blobs.ts';
import type { Habits } from './habits.ts';
import type { NewOp, Op } from './op.ts';
import type { FeedPage, StagingStore } from './pages.ts';
import type { SealingStore } from './storage-seal.ts';

/** How far the confirmed rows of one organization are. */
export interface SyncState {
  readonly epoch: string | null;
  /** The sequence at which the confirmed rows are exactly the server's; null until the first load is whole. */
  readonly cursor: number | null;
  /** The mark of the cursor's commit, which an older copy of the server lacks. Absent from servers without marks. */
  readonly mark?: string | null;
  /** Lives that the present one goes on from: their commits up to a sequence are in its history. */
  readonly lives?: readonly Life[];
  /** The server went back in time (a restored backup): everything is fetched again before anything is sent. */
  readonly wantEpoch: string | null;
  /** A load of the whole that is under way; `page` is the next to ask for. */
  readonly snapshot: {
    readonly generation: number;
    readonly epoch: string;
    readonly to: number;
    readonly mark?: string | null;
    /** The newest commit that any of its pages may show. */
    readonly seen?: KnownCommit | null;
    readonly page: string;
    /** The table whose rows came last: those before it are whole. */
    readonly arriving?: string;
    readonly progress: number;
    readonly sight?: string | null | undefined;
    readonly shape?: number;
  } | null;
  /** Movements of a long page of the feed, under a generation of their own: gathering, or `isShown` over the others. */
  readonly staged?: { readonly generation: number; readonly isShown: boolean } | null;
  /** What the person's role showed of the rows when they were loaded, in the server's word. */
  readonly sight?: string | null | undefined;
  /** Which tables the app knew when it loaded them (`confirmedShape`). */
  readonly shape?: number;
  /** Which set of confirmed rows the screens read. */
  readonly generation: number;
  /** How many sets were ever begun: a new one never meets the leftovers of one that was given up. */
  readonly generations: number;
  readonly lastPulledAt: string | null;
  readonly lastSentAt: string | null;
  /** When the rows were last held against the server's digest, or loaded whole, and at which sequence; absent before the first time. */
  readonly checked?: Checked;
  /** Keys of refused records that were thrown away here and that the office does not know of yet. */
  readonly thrownAway?: readonly string[];
}

/** A life of the farm's history that ended, and its last commit that the present one shares. */
export interface Life {
  readonly epoch: string;
  readonly to: number;
}

/** A look at the digest; `mendedAt` is when it last made everything be fetched again. */
interface Checked {
  readonly at: string;
  readonly cursor: number;
  readonly mendedAt: string | null;
}

/** What the confirmed rows are known by, table by table. */
export interface RowsDigest {
  readonly epoch: string;
  readonly cursor: number;
  readonly tables: Readonly<Record<string, string>>;
}

/** Confirmed movements to look at, newest first. `after` is an order key (`orderKey`): only older ones are given. */
export interface MovementQuery {
  readonly type?: string;
  readonly lotId?: string;
  readonly rodeoId?: string;
  readonly assetId?: string;
  readonly cycleId?: string;
  /** Those that wait for somebody's look alone. */
  readonly inReview?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly after?: string | null;
  readonly limit: number;
}

/** A small thing of the farm, as the wire knows it. */
export type ThingRecord = Readonly<Record<string, unknown>> & { readonly id: string };

/** What a screen wants to know besides what every picture holds. */
export interface Ask {
  readonly movements?: MovementQuery;
  readonly ids?: readonly string[];
  readonly lastByLot?: boolean;
  readonly rainYear?: string;
  /** Lists of small things beside those of every picture. */
  readonly things?: readonly SyncTable[];
  /** Records whose invoices are wanted. */
  readonly invoicesOf?: readonly string[];
  /** The book of a lot since a day: somebody is about to count there. */
  readonly book?: { readonly lot: string; readonly from: string };
}

/** The confirmed movements of a lot since a day. */
export interface LotBook {
  readonly from: string;
  readonly movements: readonly Movement[];
}

/**
 * The farm at one instant, rows and outbox of ONE transaction: apart, a pull in between would show a record twice or not at all (offline.md
 * §3.1, I4).
 */
export interface Picture {
  readonly sync: SyncState;
  readonly ops: readonly Op[];
  readonly lots: readonly Lot[];
  readonly categories: readonly Category[];
  readonly rodeos: readonly Rodeo[];
  readonly campos: readonly Campo[];
  readonly members: readonly Member[];
  readonly things: ReadonlyMap<SyncTable, readonly ThingRecord[]>;
  readonly cells: readonly Cell[];
  /** Confirmed movements that the outbox is about, and those asked for by id. */
  readonly byId: ReadonlyMap<string, Movement>;
  readonly movements: readonly Movement[];
  readonly lastByLot: ReadonlyMap<string, string>;
  /** Millimetres by `YYYY-MM|campo` (an empty campo: not said). */
  readonly rain: ReadonlyMap<string, number>;
  /** The invoice that names each record that was asked for, where one does. */
  readonly invoicesOf: ReadonlyMap<string, InvoiceRef>;
  /** The lots in whose book a count comes after what waits (domain.md §3.7). */
  readonly books: ReadonlyMap<string, LotBook>;
}

/** The outbox as a change of it finds it. */
export interface OutboxNow {
  readonly ops: readonly Op[];
  readonly sync: SyncState;
  /** Within a change: the farm's confirmed categories in that instant, where this tab has read them already. */
  readonly categories?: readonly Category[] | undefined;
}

/** What a change does to the outbox, all of it or nothing. */
export interface OutboxEdit {
  readonly add?: readonly NewOp[];
  /** Replaces rows of the same `n`. */
  readonly put?: readonly Op[];
  /** Leaves no trace. */
  readonly remove?: readonly Op[];
  /** Leaves the outbox for the archive. */
  readonly archive?: readonly Op[];
  readonly habits?: (habits: Habits) => Habits;
  readonly dropDraft?: string;
  /** Null: the whole is not waited for any more. */
  readonly wantEpoch?: string | null;
  readonly sentAt?: string;
  readonly checked?: Checked;
  readonly thrownAway?: readonly string[];
}

/** A page of the whole, parsed. `page` is what was asked for (null: the first). */
export interface WholePage {
  readonly epoch: string;
  readonly to: number;
  /** Of the commit `to`. */
  readonly mark?: string | null;
  /** The server's last commit in the moment of this page. */
  readonly seen?: KnownCommit | null;
  /** Of the last page after a restore: the newest commit that phone and server both know. */
  readonly shared?: number | null;
  readonly page: string | null;
  readonly next: string | null;
  readonly progress: number;
  readonly changes: readonly Change[];
  /** The server's word for what the person may see of each row. */
  readonly sight?: string | null | undefined;
  /** Of the last page: acknowledged operations whose commits its requests told of. */
  readonly reported?: ReadonlySet<string>;
  /** Of the last page: what the feed acknowledged since the first. */
  readonly acks?: FeedPage['acks'];
  readonly at: string;
}

/** Whole lists of a backend without a feed, by table, and the operations that they show for certain, by key. */
export interface WholeLists {
  readonly lists: ReadonlyMap<SyncTable, readonly Change[]>;
  readonly confirmed: ReadonlySet<string>;
  readonly at: string;
}

/** One line of the ring of sync events that a person can export. */
export interface Diagnostic {
  readonly at: string;
  readonly event: string;
  readonly detail: string;
}

/** The disk did not take it, tried twice: nothing of the transaction is saved. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
  get isFull(): boolean {
    return this.message.includes('QuotaExceeded');
  }
}

/** It was closed before it was ready: whoever asked has gone from the screen that wanted it, and nothing is wrong with the disk. */
export class ClosedFailure extends StorageFailure {}

/** The database has no room, and the journal beside it holds the record: `keep` takes it as saved. */
export class HeldFailure extends StorageFailure {
  readonly keep: () => unknown;
  constructor(message: string, keep: () => unknown) {
    super(message);
    this.keep = keep;
  }
}

/**
 * What this device remembers of one person's farms. Each method is one transaction, whole or not at all, on the disk when it resolves. It
 * gives answers, never tables, so that the layout is free (performance.md §7). Throws `StorageFailure` when the disk does not answer.
 */
export interface FarmStore extends BlobStore, StagingStore, SealingStore {
  readonly picture: (organizationId: string, ask: Ask) => Promise<Picture>;
  /** Runs `decide` on the outbox inside the write's own transaction; gives its result and the rows added, with their numbers. */
  readonly changeOutbox: <T>(
    organizationId: string,
    decide: (now: OutboxNow) => { readonly edit: OutboxEdit; readonly result: T },
  ) => Promise<T>;
  readonly outbox: (organizationId: string) => Promise<OutboxNow>;
  /** Rows, cursor and confirmations in one transaction; 'stale' when another tab was first, 'other-epoch' after a restore. */
  readonly applyPage: (organizationId: string, page: FeedPage) => Promise<'applied' | 'stale' | 'other-epoch'>;
  /** A page of the whole; the last one makes the new rows the ones that screens read, and puts lost records back in the outbox. */
  readonly applyWhole: (organizationId: string, page: WholePage) => Promise<'applied' | 'stale'>;
  /** Lists of a backend without the sync extension; 'stale' while another tab has a record on its way. */
  readonly applyLists: (organizationId: string, lists: WholeLists) => Promise<'applied' | 'stale'>;
  /** Forgets a load that cannot go on. */
  readonly dropWhole: (organizationId: string) => Promise<void>;
  /** Rows of a live message without a sequence, from backends without the extension. `replace` empties the list first. */
  readonly applyRows: (organizationId: string, changes: readonly Change[], replace: string | null) => Promise<void>;
  /** Null when the rows changed while they were read, or are not whole. */
  readonly digest: (organizationId: string) => Promise<RowsDigest | null>;
  /** Commits of the present history that this phone can name, newest first, at most so many: what it had acknowledged, and its cursor. */
  readonly commits: (organizationId: string, most: number) => Promise<readonly KnownCommit[]>;
  /** The server's id of a temporary one; any other id is its own answer. */
  readonly resolveId: (organizationId: string, id: string) => Promise<string>;
  /** Operations confirmed or discarded since an instant, newest first. */
  readonly archived: (organizationId: string, since: string, limit: number) => Promise<readonly Op[]>;
  /** Forgets confirmed operations older than an instant, and rows of sets that are no longer read; true while more is left. */
  readonly sweep: (organizationId: string, before: string) => Promise<boolean>;
  readonly habits: (organizationId: string) => Promise<Habits>;
  readonly draft: (organizationId: string, key: string) => Promise<Readonly<Record<string, unknown>> | null>;
  readonly saveDraft: (
    organizationId: string,
    key: string,
    draft: Readonly<Record<string, unknown>> | null,
  ) => Promise<void>;
  /** A value of this device that is made once: gives what is kept, or keeps what is offered. */
  readonly keepOnce: (key: string, value: string) => Promise<string>;
  readonly diagnose: (entry: Diagnostic) => Promise<void>;
  readonly diagnostics: () => Promise<readonly Diagnostic[]>;
  /** What waits on this device, for whichever farm, in the order of the acts. */
  readonly unsent: () => Promise<readonly Op[]>;
  /**
   * Removes everything that a server has: these operations, and all rows. The rest stays with its photos and voice notes. Gives how many
   * operations stay.
   */
  readonly empty: (safe: ReadonlySet<string>) => Promise<number>;
  /**
   * Forgets what the server has of all farms but these; what waits, was sent lately or half typed stays. Gives whether there was something.
   * If cut short, the next call goes on.
   */
  readonly forget: (keeps: readonly string[]) => Promise<boolean>;
  /** Tells of changes of the outbox or of the sync state, by this tab or another. */
  readonly watch: (organizationId: string, listener: () => void) => () => void;
  /** Tells of changes of anything that pictures are made of, by this tab or another. */
  readonly watchRows: (listener: () => void) => () => void;
  readonly close: () => void;
}
