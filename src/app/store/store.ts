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

export interface SyncState {
  readonly epoch: string | null;
  /** The sequence at which the rows equal the server's; null until the first load is complete. */
  readonly cursor: number | null;
  /** The cursor's commit mark, which an older copy of the server lacks. Absent from servers without marks. */
  readonly mark?: string | null;
  /** Earlier epochs, shared up to a sequence. */
  readonly lives?: readonly Life[];
  /** The server was restored: everything is fetched again before anything is sent. */
  readonly wantEpoch: string | null;
  /** A whole load under way; `page` is the next to request. */
  readonly snapshot: {
    readonly generation: number;
    readonly epoch: string;
    readonly to: number;
    readonly mark?: string | null;
    /** The newest commit that its pages may show. */
    readonly seen?: KnownCommit | null;
    readonly page: string;
    /** The table that arrived last: those before it are complete. */
    readonly arriving?: string;
    /** The commit at which each table was first read, by name; absent from servers that do not say it. */
    readonly readAt?: Readonly<Record<string, number>>;
    readonly progress: number;
    readonly sight?: string | null | undefined;
    readonly shape?: number;
  } | null;
  /** Movements of a long feed page under their own generation: gathering, or `isShown` over the others. */
  readonly staged?: { readonly generation: number; readonly isShown: boolean } | null;
  /** What the person's role could see when the rows were loaded, in the server's word. */
  readonly sight?: string | null | undefined;
  /** The tables the app knew at load (`confirmedShape`). */
  readonly shape?: number;
  /** The set that screens read. */
  readonly generation: number;
  /** Sets ever begun: a new one never meets the leftovers of an abandoned one. */
  readonly generations: number;
  readonly lastSentAt: string | null;
  /** The last check against the server's digest, or whole load; absent before the first. */
  readonly checked?: Checked;
  /** Keys of rejected records discarded here, not yet reported to the office; phones keep them under this name. */
  readonly thrownAway?: readonly string[];
}

/** An ended epoch, and its last commit that the present one shares. */
export interface Life {
  readonly epoch: string;
  readonly to: number;
}

/** `mendedAt`: when a check last forced a reload. */
interface Checked {
  readonly at: string;
  readonly cursor: number;
  readonly mendedAt: string | null;
}

/** Digests of the confirmed rows by table. */
export interface RowsDigest {
  readonly epoch: string;
  readonly cursor: number;
  readonly tables: Readonly<Record<string, string>>;
}

/** Confirmed movements, newest first. `after` is an order key (`orderKey`): only older ones. */
export interface MovementQuery {
  readonly type?: string;
  readonly lotId?: string;
  readonly rodeoId?: string;
  readonly assetId?: string;
  readonly cycleId?: string;
  /** Only those in review. */
  readonly inReview?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly after?: string | null;
  readonly limit: number;
}

export type ThingRecord = Readonly<Record<string, unknown>> & { readonly id: string };

export interface Ask {
  readonly movements?: MovementQuery;
  readonly ids?: readonly string[];
  /** One more, as a screen has it: temporary ids too (`resolveId`). */
  readonly shownId?: string;
  readonly lastByLot?: boolean;
  readonly rainYear?: string;
  readonly things?: readonly SyncTable[];
  readonly invoicesOf?: readonly string[];
  /** A lot's book since a day, for a count about to be made. */
  readonly book?: { readonly lot: string; readonly from: string };
}

export interface LotBook {
  readonly from: string;
  readonly movements: readonly Movement[];
}

/**
 * The farm at one instant, rows and outbox of ONE transaction: otherwise a pull in between would show a record twice or not at all
 * (offline.md §3.1, I4).
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
  /** What `Ask.shownId` stands for; null: not asked. */
  readonly resolvedId: string | null;
  /** Confirmed movements that the outbox is about, and those asked for by id. */
  readonly byId: ReadonlyMap<string, Movement>;
  readonly movements: readonly Movement[];
  readonly lastByLot: ReadonlyMap<string, string>;
  /** Millimetres by `YYYY-MM|campo` (empty campo: not given). */
  readonly rain: ReadonlyMap<string, number>;
  readonly invoicesOf: ReadonlyMap<string, InvoiceRef>;
  /** Lots in whose book a count follows a waiting change (domain.md §3.7). */
  readonly books: ReadonlyMap<string, LotBook>;
}

export interface OutboxNow {
  readonly ops: readonly Op[];
  readonly sync: SyncState;
  /** The confirmed categories, if this tab has read them already. */
  readonly categories?: readonly Category[] | undefined;
}

export interface OutboxEdit {
  readonly add?: readonly NewOp[];
  /** Movements whose ids were made for this act: no confirmed row has them. */
  readonly made?: readonly string[];
  /** Replaces rows of the same `n`. */
  readonly put?: readonly Op[];
  /** Leaves no trace. */
  readonly remove?: readonly Op[];
  /** From the outbox to the archive. */
  readonly archive?: readonly Op[];
  readonly habits?: (habits: Habits) => Habits;
  readonly dropDraft?: string;
  /** Null: no longer waiting for a whole load. */
  readonly wantEpoch?: string | null;
  readonly sentAt?: string;
  readonly checked?: Checked;
  readonly dismissed?: readonly string[];
}

/** A parsed page of a whole load. `page` is what was requested (null: the first). */
export interface WholePage {
  readonly epoch: string;
  readonly to: number;
  readonly mark?: string | null;
  /** The server's last commit at this page. */
  readonly seen?: KnownCommit | null;
  /** Last page after a restore: the newest commit that phone and server share. */
  readonly shared?: number | null;
  readonly page: string | null;
  readonly next: string | null;
  readonly progress: number;
  readonly changes: readonly Change[];
  readonly sight?: string | null | undefined;
  /** Last page: acked ops whose commits its requests reported. */
  readonly reported?: ReadonlySet<string>;
  /** Last page: what the feed acknowledged since the first. */
  readonly acks?: FeedPage['acks'];
  readonly at: string;
}

/** Whole lists of a backend without a feed, and the keys of ops that they certainly show. */
export interface WholeLists {
  readonly lists: ReadonlyMap<SyncTable, readonly Change[]>;
  readonly confirmed: ReadonlySet<string>;
  readonly at: string;
}

export interface Diagnostic {
  readonly at: string;
  readonly event: string;
  readonly detail: string;
}

/** Lets the page do what waits, if this work has had its slice. */
export type Breathe = () => Promise<void>;

/** Yields to saves after a step of so many milliseconds. */
export type Rest = (tookMs: number) => Promise<void>;

/**
 * How what is fetched is applied. `atOnce`: movements per transaction. `fewestInBlocks`: new movements of a feed page that go in by blocks.
 * `isCalm`: nobody records, so that larger steps may be taken. No rests and breaths where time is simulated, and small steps always.
 */
export interface Pace {
  readonly atOnce?: number;
  readonly fewestInBlocks?: number;
  readonly rest?: Rest;
  readonly breathe?: Breathe;
  readonly isCalm?: () => boolean;
}

/** The disk failed twice: nothing of the transaction is saved. */
export class StorageFailure extends Error {
  override readonly name = 'StorageFailure';
  get isFull(): boolean {
    return this.message.includes('QuotaExceeded');
  }
}

/** Closed before it was ready: the user left the screen; the disk is fine. */
export class ClosedFailure extends StorageFailure {}

/** The database is full, but the journal holds the record: `keep` counts it as saved. */
export class HeldFailure extends StorageFailure {
  readonly keep: () => unknown;
  constructor(message: string, keep: () => unknown) {
    super(message);
    this.keep = keep;
  }
}

/**
 * What this device remembers of one person's farms. Each method is one transaction, atomic, on disk when it resolves. Answers, never
 * tables, so that the layout is free (performance.md §7). Throws `StorageFailure` when the disk does not answer.
 */
export interface FarmStore extends BlobStore, StagingStore, SealingStore {
  readonly picture: (organizationId: string, ask: Ask) => Promise<Picture>;
  /** Runs `decide` on the outbox inside the write's transaction; gives its result. `onSaved`: the outbox as that transaction left it. */
  readonly changeOutbox: <T>(
    organizationId: string,
    decide: (now: OutboxNow) => { readonly edit: OutboxEdit; readonly result: T },
    onSaved?: (after: OutboxNow) => void,
  ) => Promise<T>;
  readonly outbox: (organizationId: string) => Promise<OutboxNow>;
  /** Rows, cursor and confirmations in one transaction; 'stale' if another tab was first, 'other-epoch' after a restore. */
  readonly applyPage: (organizationId: string, page: FeedPage) => Promise<'applied' | 'stale' | 'other-epoch'>;
  /** A page of a whole load; the last switches screens to the new rows, and puts lost records back in the outbox. */
  readonly applyWhole: (organizationId: string, page: WholePage) => Promise<'applied' | 'stale'>;
  /** Lists of a backend without the sync extension; 'stale' while another tab sends a record. */
  readonly applyLists: (organizationId: string, lists: WholeLists) => Promise<'applied' | 'stale'>;
  /** Forgets a load that cannot go on. */
  readonly dropWhole: (organizationId: string) => Promise<void>;
  /** Rows of a live message without a sequence, from backends without the extension. `replace`: the list to empty first. */
  readonly applyRows: (organizationId: string, changes: readonly Change[], replace: string | null) => Promise<void>;
  /** Null if the rows changed meanwhile, or are incomplete. */
  readonly digest: (organizationId: string) => Promise<RowsDigest | null>;
  /** Commits of the present history that this phone can name (acks and cursor), newest first, at most `most`. */
  readonly commits: (organizationId: string, most: number) => Promise<readonly KnownCommit[]>;
  /** The server's id of a temporary one; other ids give themselves. */
  readonly resolveId: (organizationId: string, id: string) => Promise<string>;
  /** Ops confirmed or discarded since an instant, newest first. */
  readonly archived: (organizationId: string, since: string, limit: number) => Promise<readonly Op[]>;
  /** Drops confirmed ops older than an instant, and rows of unused sets; true while more is left. */
  readonly sweep: (organizationId: string, before: string) => Promise<boolean>;
  readonly habits: (organizationId: string) => Promise<Habits>;
  readonly draft: (organizationId: string, key: string) => Promise<Readonly<Record<string, unknown>> | null>;
  readonly saveDraft: (
    organizationId: string,
    key: string,
    draft: Readonly<Record<string, unknown>> | null,
  ) => Promise<void>;
  /** A device value made once: gives the kept one, or keeps this. */
  readonly keepOnce: (key: string, value: string) => Promise<string>;
  readonly diagnose: (entry: Diagnostic) => Promise<void>;
  readonly diagnostics: () => Promise<readonly Diagnostic[]>;
  /** All waiting ops on this device, of every farm, in order. */
  readonly unsent: () => Promise<readonly Op[]>;
  /**
   * Removes everything that a server has: these ops, and all rows. The rest stays with its photos and voice notes. Gives the number of ops
   * that stay.
   */
  readonly empty: (safe: ReadonlySet<string>) => Promise<number>;
  /**
   * Forgets what the server has of all farms but these; what waits, was sent lately or half typed stays. Gives whether there was any.
   * Resumable.
   */
  readonly forget: (keeps: readonly string[]) => Promise<boolean>;
  /** Called at changes of the outbox or sync state, in any tab. */
  readonly watch: (organizationId: string, listener: () => void) => () => void;
  /** Called at changes of anything in pictures, in any tab. */
  readonly watchRows: (listener: () => void) => () => void;
  readonly close: () => void;
}
