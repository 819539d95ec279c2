import type { Campo, Lot, Rodeo } from '#domain/farm/places.ts';
import type { Category } from '#domain/farm/categories.ts';
import type { Member, Restored } from '#contract/endpoints/account.ts';
import type { Cell, Posting } from '#domain/movements/ledger.ts';
import type { Movement } from '#domain/movements/movement.ts';
import type { MovementType } from '#domain/movements/types.ts';
import type { RecordNames } from '#domain/movements/words.ts';
import type { Result } from '#domain/result.ts';
import type { Issue } from '#domain/validation.ts';
import type { Invoice, InvoiceRef } from '#domain/office/invoices.ts';
import type { Habits } from '#store/habits.ts';
import type { FarmBlobs } from './blobs/farm-blobs.ts';
import type { HandedOver, LookedInto, TakenIn } from './handover/handover.ts';
import type { KardexLine, PendingView, SendState, SyncStatus } from './outbox/outbox-words.ts';
import type { ThingName, ThingRows } from './things/things.ts';

export type { Habits, KardexLine, PendingView, SendState, SyncStatus };

/** A movement in a list: the wire's shape, with the outbox laid over it. */
export interface MovementView {
  readonly movement: Movement;
  /** Stable through sending: the list key. */
  readonly key: string;
  readonly state: SendState;
  /** Why the server rejected its newest act, in Spanish. */
  readonly problem: string | null;
  /** One line in Spanish: `2 terneros al pie · Lote 3`. */
  readonly summary: string;
  readonly author: string | null;
  /** Its ledger lines; empty if deleted. */
  readonly lines: readonly Posting[];
  /** Its newest unsent op: what 'Deshacer' undoes. */
  readonly pendingOp: string | null;
  /** Whether 'Deshacer' still leaves no trace. */
  readonly canUndo: boolean;
  /** Never sent: deleting it leaves nothing. */
  readonly isOnlyHere: boolean;
}

export interface LotView {
  readonly lot: Lot & { readonly isOptimistic?: boolean };
  readonly state: SendState;
  readonly problem: string | null;
  readonly pendingOp: string | null;
  readonly heads: number;
}

export interface ThingView<R> {
  readonly row: R;
  readonly state: SendState;
  readonly problem: string | null;
  readonly pendingOp: string | null;
  readonly canUndo: boolean;
}

export interface RodeoView {
  readonly rodeo: Rodeo;
  readonly heads: number;
  readonly lotIds: readonly string[];
}

/** domain.md §2.16. */
export type MovementStanding = 'activo' | 'eliminado' | 'pendiente' | 'con_error';

/** Days are inclusive. */
export interface MovementFilter {
  readonly types?: readonly string[];
  readonly lotId?: string;
  readonly rodeoId?: string;
  readonly cycleId?: string;
  readonly inReview?: boolean;
  readonly authorId?: string;
  readonly standing?: MovementStanding;
  readonly from?: string;
  readonly to?: string;
  readonly text?: string;
}

/** Why a save failed: the form keeps what was typed. */
export type SaveProblem =
  | { readonly reason: 'invalid'; readonly issues: readonly Issue[] }
  | { readonly reason: 'storage'; readonly message: string }
  | { readonly reason: 'gone'; readonly message: string };

export interface Saved {
  readonly opId: string;
  readonly entityId: string;
  /** Ids of the others saved together. */
  readonly others?: readonly string[];
}

export interface Deletion {
  readonly count: number;
  /** How many stay: unsent records need them, or they are gone already. */
  readonly kept: number;
  /** Deletions to be sent; an unsent movement needs none. */
  readonly opIds: readonly string[];
  /** How many were never sent: they can come back while the app is open. */
  readonly unsent: number;
  /** Brings back what was not sent as deleted meanwhile; gives how many. */
  readonly undo: () => Promise<number>;
}

export type Outcome = Result<Saved, SaveProblem>;
/** Fields as a form has them. */
export type Typed = Readonly<Record<string, unknown>>;

/** A person's acts on a farm. Each is on disk when it resolves with `ok`. */
export interface FarmActs {
  readonly recordMovement: (
    type: MovementType,
    payload: Typed,
    /** Its draft, deleted in the save's own transaction. */
    draftKey?: string,
  ) => Promise<Outcome>;
  /** Several related records of a kind in one transaction. */
  readonly recordMovements: (type: MovementType, payloads: readonly Typed[], draftKey: string) => Promise<Outcome>;
  readonly editMovement: (id: string, payload: Typed, draftKey?: string) => Promise<Outcome>;
  readonly deleteMovement: (id: string) => Promise<Outcome>;
  readonly deleteMovements: (ids: readonly string[]) => Promise<Result<Deletion, SaveProblem>>;
  readonly createLot: (form: Typed, draftKey?: string) => Promise<Outcome>;
  readonly editLot: (id: string, changes: Typed) => Promise<Outcome>;
  /** A lot's water as found, and the day (`lotWater`). */
  readonly seeWater: (id: string, seen: { readonly water: string; readonly water_on: string }) => Promise<Outcome>;
  readonly deleteLot: (id: string) => Promise<Outcome>;
  readonly orderLots: (ids: readonly string[]) => Promise<Outcome>;
  /** Takes what the thing's call takes (`things.ts`); field problems come back as issues. */
  readonly createThing: (subject: ThingName, form: Typed, draftKey?: string) => Promise<Outcome>;
  /** A patch. Also corrects a rejected one. */
  readonly editThing: (subject: ThingName, id: string, changes: Typed, draftKey?: string) => Promise<Outcome>;
  readonly deleteThing: (subject: ThingName, id: string) => Promise<Outcome>;
  /** A count of a lot (`auditForm`): a hand's waits for approval. `corrects`: the count it replaces. */
  readonly countAnimals: (form: Typed, draftKey?: string, corrects?: string) => Promise<Outcome>;
  /** 'Editar cantidad' of one category in a lot (domain.md §2.17): the total, not the difference. */
  readonly editCount: (
    form: {
      readonly lot_id: string;
      readonly animal_type: string;
      readonly count: number;
      readonly reason?: string;
    },
    draftKey?: string,
  ) => Promise<Outcome>;
  /** A count of a store-room item (`stocktakeForm`). */
  readonly countSupplies: (form: Typed, draftKey?: string) => Promise<Outcome>;
  /** Undoes an untried act; false if it was sent. */
  readonly undo: (opId: string) => Promise<boolean>;
  /** Resends a rejected record with a new body, as a new operation. */
  readonly correct: (opId: string, payload: Typed) => Promise<Outcome>;
  readonly retry: (opId: string) => Promise<void>;
  /** The person typed DESCARTAR: goes to the archive, marked. */
  readonly discard: (opId: string) => Promise<void>;
  readonly sendNow: () => Promise<void>;
  /**
   * This person's unsent records as text for a file or codes, read by `takeIn`; from then on they are never changed in place. Null if none
   * wait. `withFiles`: with photos and voice notes; the failure is a sentence.
   */
  readonly exportPending: (withFiles: boolean) => Promise<Result<HandedOver | null, string>>;
  /** Whose records a text brings, and how many; the failure is a sentence. */
  readonly lookInto: (text: string) => Promise<Result<LookedInto, string>>;
  /** Takes another phone's records into this one, which sends them in their author's name. */
  readonly takeIn: (text: string) => Promise<Result<TakenIn, string>>;
}

export interface Holdings {
  readonly lots: readonly LotView[];
  readonly things: { readonly [S in ThingName]: readonly ThingView<ThingRows[S]>[] };
  readonly members: readonly Member[];
}

/** The screens' questions, answered from this device, pending acts included. */
export interface FarmViews {
  readonly lastTen: () => Promise<readonly MovementView[]>;
  readonly page: (
    filter: MovementFilter,
    after: string | null,
    limit: number,
  ) => Promise<{ readonly items: readonly MovementView[]; readonly next: string | null }>;
  /** By id, temporary negative ones too; null if none. */
  readonly movement: (id: string) => Promise<MovementView | null>;
  /** An invoice's records: those it names (null: unknown), then unsent ones, refused ones too. */
  readonly invoiced: (invoiceId: string, named: readonly string[]) => Promise<readonly (MovementView | null)[]>;
  readonly lots: () => Promise<readonly LotView[]>;
  /** Null where it was deleted. */
  readonly lot: (id: string) => Promise<LotView | null>;
  /** Day of each lot's newest movement, by lot id. A query per lot: only for screens that show it. */
  readonly lastMovementDays: () => Promise<ReadonlyMap<string, string>>;
  readonly rodeos: () => Promise<readonly RodeoView[]>;
  readonly campos: () => Promise<readonly Campo[]>;
  readonly categories: () => Promise<readonly Category[]>;
  readonly members: () => Promise<readonly Member[]>;
  /** Names for anything a record refers to, deleted things too. */
  readonly names: () => Promise<RecordNames>;
  readonly stock: () => Promise<readonly Cell[]>;
  readonly holdings: () => Promise<Holdings>;
  /** All of a kind, unordered, deleted ones excluded; `thing`: by id, null if none. */
  readonly things: <S extends ThingName>(subject: S) => Promise<readonly ThingView<ThingRows[S]>[]>;
  readonly thing: <S extends ThingName>(subject: S, id: string) => Promise<ThingView<ThingRows[S]> | null>;
  /** The newest lines of an item's book; `more`: older ones exist. Null if no such item. */
  readonly kardex: (
    assetId: string,
    limit: number,
  ) => Promise<{ readonly lines: readonly KardexLine[]; readonly more: boolean } | null>;
  /** Invoices, deleted ones excluded. Empty for who may not see money. */
  readonly invoices: () => Promise<readonly Invoice[]>;
  readonly invoicesOf: (movementIds: readonly string[]) => Promise<ReadonlyMap<string, InvoiceRef>>;
  /** Millimetres of a year: `YYYY-MM` is the month's total, `YYYY-MM|{campoId}` one campo's (empty id: records naming none). */
  readonly rainByMonth: (year: string) => Promise<Readonly<Record<string, number>>>;
  /** Other records of the same kind, place and day, for the hint '{nombre} ya cargó 22 mm hoy'; those of the person `by` last. */
  readonly possibleDuplicates: (
    type: MovementType,
    payload: Typed,
    by: string | undefined,
  ) => Promise<readonly MovementView[]>;
  readonly pending: () => Promise<readonly PendingView[]>;
  /** Sent today, newest first, at most 50. */
  readonly sentToday: () => Promise<readonly PendingView[]>;
  /** First day of the farm's campaigns, `MM-DD`: from Configuración, else the usual one. */
  readonly campaignStart: () => Promise<string>;
  readonly pendingPayload: (opId: string) => Promise<Typed | null>;
  /** For the owner: the server was restored from a copy; null if not. */
  readonly restored: () => Promise<Restored | null>;
  readonly habits: () => Promise<Habits>;
  readonly draft: (key: string) => Promise<Typed | null>;
}

export interface Farm {
  readonly organizationId: string;
  readonly views: FarmViews;
  readonly acts: FarmActs;
  readonly blobs: FarmBlobs;
  readonly status: () => SyncStatus;
  readonly onStatus: (listener: () => void) => () => void;
  /** Called at changes of what the views read, in any tab. */
  readonly onRows: (listener: () => void) => () => void;
  /** False where the disk rejected it. */
  readonly saveDraft: (key: string, draft: Typed | null) => Promise<boolean>;
  /** Whether what stays when the person leaves can be sealed; asks the server for the key if needed. */
  readonly canBeLeft: () => Promise<boolean>;
  readonly start: () => void;
  /** Starts nothing more; what is under way ends by itself. */
  readonly stop: () => void;
}
