import type { SyncTable } from '#contract/endpoints/sync.ts';
import type { OperationSeal } from '#contract/seal.ts';
import type { Posting } from '#domain/movements/ledger.ts';
import { recordedKind } from '#domain/movements/registry.ts';
import type { MovementType } from '#domain/movements/types.ts';
import { allThings, type ThingName } from '#domain/things/registry.ts';
import type { Issue } from '#domain/validation.ts';

/** Refused by the server: a person corrects or discards it. The word on every disk. */
export const rejected = 'attention';

export type OpState = 'pending' | 'inflight' | 'acked' | 'parked' | 'blocked' | 'auth' | typeof rejected | 'discarded';

/** The server's answer to an applied op. A null `seq`: nothing changed, or the server counts none; a later pull shows it. */
export interface Ack {
  readonly seq: number | null;
  readonly epoch: string | null;
  /** The commit's mark; absent from servers and versions without marks. */
  readonly mark?: string | null | undefined;
  readonly serverId: string | null;
}

export interface OpProblem {
  readonly code: string;
  readonly status: number | null;
  readonly message: string | null;
  readonly issues: readonly Issue[];
}

export type Subject = 'movement' | ThingName;

export const subjectTables = {
  movement: 'movements',
  ...Object.fromEntries(allThings.map(({ name, table }) => [name, table])),
} as Readonly<Record<Subject, SyncTable>>;

/** One act of a person, not yet proved to be on the server: the row is the record (offline.md §2.1, 1). */
export interface Op {
  /** Order of the acts on this device, never reused; `-n` is the temporary id on screen (product.md §4). */
  readonly n: number;
  /** A UUID: the Idempotency-Key. */
  readonly opId: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly organizationId: string;
  /** Row format: new versions of the app read old rows up, and never rewrite them. */
  readonly v: 1;
  readonly act: 'create' | 'edit' | 'delete';
  readonly subject: Subject;
  readonly movementType: MovementType | null;
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | null;
  /** How the waiting record reads, where its body differs or lacks it. */
  readonly shown?: Readonly<Record<string, unknown>>;
  /** Its ledger lines once applied (of the new thing, or of the edited one). */
  readonly postings: readonly Posting[];
  /** Operations that must reach the server first. */
  readonly deps: readonly string[];
  readonly entityId: string;
  readonly recordedAt: string;
  readonly appBuild: string;
  readonly state: OpState;
  /** Times sent; the backoff grows with it. */
  readonly attempts: number;
  /** Since when the server may have seen it; null: never sent. */
  readonly firstSentAt: string | null;
  /** Not sent before (epoch milliseconds): the save, or a backoff. */
  readonly nextAt: number;
  readonly parkedAt: number | null;
  readonly ackedAt: string | null;
  readonly ack: Ack | null;
  readonly problem: OpProblem | null;
  /** The server was restored: what it names may still be on its way from another phone. */
  readonly isHealing?: boolean;
  /** The server had it under this sequence (0: unknown): sent again, it is judged as a field record and counted as brought back. */
  readonly wasThere?: number;
  /** Another person's record: proof that his device handed it over as it is. */
  readonly seal?: OperationSeal;
  /** Sent to a backend without keys, no answer: looked up in the lists, never resent automatically. */
  readonly isUnsure?: boolean;
}

export type NewOp = Omit<Op, 'n'>;

/** Whether the server may have seen it: then neither body nor key may change. */
export const wasTried = ({ firstSentAt }: Pick<Op, 'firstSentAt'>): boolean => firstSentAt !== null;

/** Whether a thing never existed on the server: its creation is unsent or rejected. */
export const isOnlyHere = (creation: Pick<Op, 'firstSentAt' | 'state'>): boolean =>
  !wasTried(creation) || creation.state === rejected;

/** Whether a buy or sell shows a temporary negative id while it waits (product.md §4). */
export const hasTemporaryId = (op: Pick<Op, 'act' | 'movementType' | 'state'>): boolean =>
  op.act === 'create' && recordedKind(op.movementType ?? '')?.temporaryId === true && op.state !== 'acked';
