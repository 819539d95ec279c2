import type { SyncTable } from '#contract/endpoints/sync.ts';
import type { OperationSeal } from '#contract/seal.ts';
import type { Posting } from '#domain/movements/ledger.ts';
import { recordedKind } from '#domain/movements/registry.ts';
import type { MovementType } from '#domain/movements/types.ts';
import { allThings, type ThingName } from '#domain/things/registry.ts';
import type { Issue } from '#domain/validation.ts';

/** The server refused the operation: a person corrects or discards it. Every disk has this word. */
export const rejected = 'attention';

/** Where an operation stands on its way to the server (offline.md §2.3). */
export type OpState = 'pending' | 'inflight' | 'acked' | 'parked' | 'blocked' | 'auth' | typeof rejected | 'discarded';

/** What the server said of an operation that it applied. A null `seq`: it changed nothing, or the server counts none; a later pull shows it. */
export interface Ack {
  readonly seq: number | null;
  readonly epoch: string | null;
  /** The mark of that commit; absent from servers and versions without marks. */
  readonly mark?: string | null | undefined;
  readonly serverId: string | null;
}

/** Why an operation was refused: the code, the sentence if the server gave one, and the fields. */
export interface OpProblem {
  readonly code: string;
  readonly status: number | null;
  readonly message: string | null;
  readonly issues: readonly Issue[];
}

/** What an operation is about. */
export type Subject = 'movement' | ThingName;

/** The table of confirmed rows that shows what an operation is about. */
export const subjectTables = {
  movement: 'movements',
  ...Object.fromEntries(allThings.map(({ name, table }) => [name, table])),
} as Readonly<Record<Subject, SyncTable>>;

/** One act of a person, not yet proved to be on the server: the row is the record (offline.md §2.1, 1). */
export interface Op {
  /** Order of the acts on this device, never reused; `-n` is the temporary id that screens show (product.md §4). */
  readonly n: number;
  /** UUID made once: the Idempotency-Key. */
  readonly opId: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly organizationId: string;
  /** Shape of this row: rows are never rewritten by a new version of the app, only read up. */
  readonly v: 1;
  readonly act: 'create' | 'edit' | 'delete';
  readonly subject: Subject;
  readonly movementType: MovementType | null;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | null;
  /** How the record reads while it waits, where its body says it otherwise or not at all. */
  readonly shown?: Readonly<Record<string, unknown>>;
  /** Lines of the ledger that hold once it is applied: those of the thing created, or of the thing as edited. */
  readonly postings: readonly Posting[];
  /** Operations that must be on the server first. */
  readonly deps: readonly string[];
  readonly entityId: string;
  readonly recordedAt: string;
  readonly appBuild: string;
  readonly state: OpState;
  /** How often it was taken to be sent; the wait before the next time grows with it. */
  readonly attempts: number;
  /** Since when the server may have seen it; null: it never left this phone. */
  readonly firstSentAt: string | null;
  /** Not to be sent before (milliseconds since 1970): the save, or the wait after a failure. */
  readonly nextAt: number;
  readonly parkedAt: number | null;
  readonly ackedAt: string | null;
  readonly ack: Ack | null;
  readonly problem: OpProblem | null;
  /** The server went back in time under it: what it names may still be on its way from another phone. */
  readonly isHealing?: boolean;
  /** The server had it under this sequence (0: unknown): sent again, it is judged as a field record and counted as brought back. */
  readonly wasThere?: number;
  /** Of somebody else's record: what says that his device handed it over in these words. */
  readonly seal?: OperationSeal;
  /** Sent to a backend without keys, and unanswered: looked for in the lists, never sent again by itself. */
  readonly isUnsure?: boolean;
}

/** An act before the store has given it its number. */
export type NewOp = Omit<Op, 'n'>;

/** Whether the server may have seen it: from then on neither body nor key may change. */
export const wasTried = ({ firstSentAt }: Pick<Op, 'firstSentAt'>): boolean => firstSentAt !== null;

/** Whether a thing never stood on the server: its creation was not sent yet, or was refused. */
export const isOnlyHere = (creation: Pick<Op, 'firstSentAt' | 'state'>): boolean =>
  !wasTried(creation) || creation.state === rejected;

/** Whether a buy or sell is shown under a temporary negative id while it waits (product.md §4). */
export const hasTemporaryId = (op: Pick<Op, 'act' | 'movementType' | 'state'>): boolean =>
  op.act === 'create' && recordedKind(op.movementType ?? '')?.temporaryId === true && op.state !== 'acked';
