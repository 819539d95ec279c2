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

/** A movement as a list shows it: the wire's shape, with what is still in the outbox laid over it. */
export interface MovementView {
  readonly movement: Movement;
  /** Stays the same through sending: lists key by it. */
  readonly key: string;
  readonly state: SendState;
  /** Why the server refused the newest act on it, in Spanish. */
  readonly problem: string | null;
  /** One line in Spanish: `2 terneros al pie · Lote 3`. */
  readonly summary: string;
  readonly author: string | null;
  /** What it does to the herd, cell by cell; empty for a deleted one, which does nothing any more. */
  readonly lines: readonly Posting[];
  /** The outbox's newest unsent act on it, if any: what 'Deshacer' takes back. */
  readonly pendingOp: string | null;
  /** Whether 'Deshacer' still leaves no trace. */
  readonly canUndo: boolean;
  /** Whether it never left this device: deleting it leaves nothing behind. */
  readonly isOnlyHere: boolean;
}

/** A lot with its pending acts laid over it. */
export interface LotView {
  readonly lot: Lot & { readonly isOptimistic?: boolean };
  readonly state: SendState;
  readonly problem: string | null;
  readonly pendingOp: string | null;
  readonly heads: number;
}

/** A small thing with its pending acts laid over it. */
export interface ThingView<R> {
  readonly row: R;
  readonly state: SendState;
  /** Why the server refused its newest act, in Spanish. */
  readonly problem: string | null;
  readonly pendingOp: string | null;
  /** Whether 'Deshacer' still leaves no trace. */
  readonly canUndo: boolean;
}

export interface RodeoView {
  readonly rodeo: Rodeo;
  readonly heads: number;
  readonly lotIds: readonly string[];
}

/** How a movement stands, as the list asks for it (domain.md §2.16). */
export type MovementStanding = 'activo' | 'eliminado' | 'pendiente' | 'con_error';

/** What lists of movements can be asked for. Days are inclusive. */
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

/** Why a save did not happen: the form keeps what was typed. */
export type SaveProblem =
  | { readonly reason: 'invalid'; readonly issues: readonly Issue[] }
  | { readonly reason: 'storage'; readonly message: string }
  | { readonly reason: 'gone'; readonly message: string };

export interface Saved {
  readonly opId: string;
  readonly entityId: string;
  /** Of several that were saved together, the ids of the others. */
  readonly others?: readonly string[];
}

/** Several movements that were deleted in one go, and the way back. */
export interface Deletion {
  readonly count: number;
  /** How many stay, because unsent records depend on them or because they are gone already. */
  readonly kept: number;
  /** The deletions that wait to be sent; a movement that had never left needs none. */
  readonly opIds: readonly string[];
  /** How many had never left: they come back as long as this app is open. */
  readonly unsent: number;
  /** Brings back what has not been sent as deleted meanwhile; gives how many came back. */
  readonly undo: () => Promise<number>;
}

/** The acts of a person on a farm. Each is on the disk when its promise resolves with `ok`. */
export interface FarmActs {
  readonly recordMovement: (
    type: MovementType,
    payload: Readonly<Record<string, unknown>>,
    /** The draft that the record was typed in: it goes in the save's own transaction. */
    draftKey?: string,
  ) => Promise<Result<Saved, SaveProblem>>;
  /** Several of a kind that belong together, in one transaction: each is a record by itself. */
  readonly recordMovements: (
    type: MovementType,
    payloads: readonly Readonly<Record<string, unknown>>[],
    draftKey: string,
  ) => Promise<Result<Saved, SaveProblem>>;
  readonly editMovement: (
    id: string,
    payload: Readonly<Record<string, unknown>>,
    draftKey?: string,
  ) => Promise<Result<Saved, SaveProblem>>;
  readonly deleteMovement: (id: string) => Promise<Result<Saved, SaveProblem>>;
  /** Several at once, in one transaction. */
  readonly deleteMovements: (ids: readonly string[]) => Promise<Result<Deletion, SaveProblem>>;
  readonly createLot: (
    form: Readonly<Record<string, unknown>>,
    draftKey?: string,
  ) => Promise<Result<Saved, SaveProblem>>;
  readonly editLot: (id: string, changes: Readonly<Record<string, unknown>>) => Promise<Result<Saved, SaveProblem>>;
  /** How the water of a lot was found, and on which day (`lotWater`). */
  readonly seeWater: (
    id: string,
    seen: { readonly water: string; readonly water_on: string },
  ) => Promise<Result<Saved, SaveProblem>>;
  readonly deleteLot: (id: string) => Promise<Result<Saved, SaveProblem>>;
  /** The ids of all lots, in their new order. */
  readonly orderLots: (ids: readonly string[]) => Promise<Result<Saved, SaveProblem>>;
  /** A small thing as its call takes it (`things.ts`); problems of fields come back as issues. */
  readonly createThing: (
    subject: ThingName,
    form: Readonly<Record<string, unknown>>,
    draftKey?: string,
  ) => Promise<Result<Saved, SaveProblem>>;
  /** Only what is sent changes. A refused one is corrected by the same call. */
  readonly editThing: (
    subject: ThingName,
    id: string,
    changes: Readonly<Record<string, unknown>>,
    draftKey?: string,
  ) => Promise<Result<Saved, SaveProblem>>;
  readonly deleteThing: (subject: ThingName, id: string) => Promise<Result<Saved, SaveProblem>>;
  /** A count of a lot (`auditForm`): a hand's waits for approval. `corrects`: the count that it says anew. */
  readonly countAnimals: (
    form: Readonly<Record<string, unknown>>,
    draftKey?: string,
    corrects?: string,
  ) => Promise<Result<Saved, SaveProblem>>;
  /** 'Editar cantidad' of one category in a lot (domain.md §2.17): what is there, not the difference. */
  readonly editCount: (
    form: {
      readonly lot_id: string;
      readonly animal_type: string;
      readonly count: number;
      readonly reason?: string;
    },
    draftKey?: string,
  ) => Promise<Result<Saved, SaveProblem>>;
  /** A count of an item of the store room (`stocktakeForm`). */
  readonly countSupplies: (
    form: Readonly<Record<string, unknown>>,
    draftKey?: string,
  ) => Promise<Result<Saved, SaveProblem>>;
  /** Takes back an act that was never tried; false when it has left already. */
  readonly undo: (opId: string) => Promise<boolean>;
  /** Sends a refused record again with a new body, as a new operation. */
  readonly correct: (opId: string, payload: Readonly<Record<string, unknown>>) => Promise<Result<Saved, SaveProblem>>;
  readonly retry: (opId: string) => Promise<void>;
  /** The person typed DESCARTAR: the record leaves the queue for the archive, marked. */
  readonly discard: (opId: string) => Promise<void>;
  readonly sendNow: () => Promise<void>;
  /**
   * What this person recorded and is not on the server, as text for a file or codes, read by `takeIn`; from then on it is never changed in
   * place. Null where nothing waits. `withFiles`: with photos and voice notes; the failure is a sentence.
   */
  readonly exportPending: (withFiles: boolean) => Promise<Result<HandedOver | null, string>>;
  /** Whose records a text brings, and how many; the failure is a sentence. */
  readonly lookInto: (text: string) => Promise<Result<LookedInto, string>>;
  /** Takes records of another phone into this one, which sends them under their author's name. */
  readonly takeIn: (text: string) => Promise<Result<TakenIn, string>>;
}

/** Everything small that this device holds of the farm at one instant, deleted things aside. */
export interface Holdings {
  readonly lots: readonly LotView[];
  readonly things: { readonly [S in ThingName]: readonly ThingView<ThingRows[S]>[] };
  readonly members: readonly Member[];
}

/** The questions of the screens. Each answers from this device, confirmed and pending together. */
export interface FarmViews {
  readonly lastTen: () => Promise<readonly MovementView[]>;
  readonly page: (
    filter: MovementFilter,
    after: string | null,
    limit: number,
  ) => Promise<{ readonly items: readonly MovementView[]; readonly next: string | null }>;
  /** By its id, a temporary negative one too; null when there is none. */
  readonly movement: (id: string) => Promise<MovementView | null>;
  /** The records of an invoice: those that it names, null for an unknown one, then those that wait to be sent. */
  readonly invoiced: (invoiceId: string, named: readonly string[]) => Promise<readonly (MovementView | null)[]>;
  readonly lots: () => Promise<readonly LotView[]>;
  readonly lot: (id: string) => Promise<LotView | null>;
  /** Day of the newest movement of each lot that has one, by the lot's id. A question for each lot: for screens that show it. */
  readonly lastMovementDays: () => Promise<ReadonlyMap<string, string>>;
  readonly rodeos: () => Promise<readonly RodeoView[]>;
  readonly campos: () => Promise<readonly Campo[]>;
  readonly categories: () => Promise<readonly Category[]>;
  readonly members: () => Promise<readonly Member[]>;
  /** Names for whatever a record points at, what was deleted since too. */
  readonly names: () => Promise<RecordNames>;
  readonly stock: () => Promise<readonly Cell[]>;
  readonly holdings: () => Promise<Holdings>;
  /** All of a kind of thing that are not deleted, in no order; one by its id, null when there is none. */
  readonly things: <S extends ThingName>(subject: S) => Promise<readonly ThingView<ThingRows[S]>[]>;
  readonly thing: <S extends ThingName>(subject: S, id: string) => Promise<ThingView<ThingRows[S]> | null>;
  /** The newest lines of an item's book, at most so many; `more` when older ones are left. Null when there is no such item. */
  readonly kardex: (
    assetId: string,
    limit: number,
  ) => Promise<{ readonly lines: readonly KardexLine[]; readonly more: boolean } | null>;
  /** Invoices that are not deleted. Empty for who may not see money. */
  readonly invoices: () => Promise<readonly Invoice[]>;
  /** The invoice that names each of these records, where one does. */
  readonly invoicesOf: (movementIds: readonly string[]) => Promise<ReadonlyMap<string, InvoiceRef>>;
  /**
   * Millimetres of a year: under `YYYY-MM` all that was recorded in the month, under `YYYY-MM|{campoId}` what was recorded
   * for one campo (an empty id: records that name none).
   */
  readonly rainByMonth: (year: string) => Promise<Readonly<Record<string, number>>>;
  /** Another record of the same kind, place and day, for the hint '{nombre} ya cargó 22 mm hoy'. */
  readonly possibleDuplicate: (
    type: MovementType,
    payload: Readonly<Record<string, unknown>>,
  ) => Promise<MovementView | null>;
  readonly pending: () => Promise<readonly PendingView[]>;
  /** Sent today, newest first, at most 50. */
  readonly sentToday: () => Promise<readonly PendingView[]>;
  /** The day and month, `MM-DD`, on which the farm's campaigns begin: what Configuración says, else the usual one. */
  readonly campaignStart: () => Promise<string>;
  /** The body of a pending act, to fill the form that corrects it. */
  readonly pendingPayload: (opId: string) => Promise<Readonly<Record<string, unknown>> | null>;
  /** What this person used before for a kind: lot, rodeo, categories, most used kinds first. */
  /** For the owner: the server went back to a copy of its database; null where it did not. */
  readonly restored: () => Promise<Restored | null>;
  readonly habits: () => Promise<Habits>;
  readonly draft: (key: string) => Promise<Readonly<Record<string, unknown>> | null>;
}

/** One farm on this device, for the person who is signed in. */
export interface Farm {
  readonly organizationId: string;
  readonly views: FarmViews;
  readonly acts: FarmActs;
  readonly blobs: FarmBlobs;
  readonly status: () => SyncStatus;
  readonly onStatus: (listener: () => void) => () => void;
  /** Tells of every change of what the views answer from, by this tab or another. */
  readonly onRows: (listener: () => void) => () => void;
  /** Keeps what is being typed; null takes it away. */
  readonly saveDraft: (key: string, draft: Readonly<Record<string, unknown>> | null) => Promise<void>;
  /** Sees to it that what stays here when the person leaves can be sealed; whether it can. Asks the server where it must. */
  readonly canBeLeft: () => Promise<boolean>;
  readonly start: () => void;
  /** Nothing more is begun; what is under way ends by itself. */
  readonly stop: () => void;
}
