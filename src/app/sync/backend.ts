import type { Reply, Said } from '#net/reply.ts';
import type { Ack, Op, OpProblem } from '#store/op.ts';
import type { FarmStore, OutboxNow } from '#store/store.ts';
import type { Batches } from './outbox/batches.ts';
import type { FarmNet } from './ports.ts';
import type { PullPorts, Step } from './pull/pull-ports.ts';

/**
 * Optional extensions of our server (wire.md). 'ledger': stores every write's key, so that a repeat counts once. 'carried-records': accepts
 * others' records.
 */
type Extension =
  'ledger' | 'batches' | 'digest' | 'blobs' | 'carried-records' | 'device-keys' | 'storage-keys' | 'unsexed-calves';

export interface SendPorts {
  readonly store: Pick<FarmStore, 'resolveId'>;
  readonly net: FarmNet;
  readonly organizationId: string;
  readonly userId: string;
  readonly batches: Pick<Batches, 'end' | 'tooMuch'>;
}

/** What an answer means for an operation (offline.md §2.4). */
export type Verdict =
  | { readonly is: 'applied'; readonly ack: Ack }
  /** The link or the server, not the record: retry, and try nothing else now. */
  | { readonly is: 'later'; readonly retryAfterMs: number | null }
  | { readonly is: 'parked' }
  | { readonly is: 'sign-in' }
  | { readonly is: 'upgrade' }
  | { readonly is: 'refused'; readonly problem: OpProblem };

/** A sent operation's end: its verdict, to be sent again alone, or never sent after all. */
export type Ending =
  | Verdict
  | { readonly is: 'again' }
  | { readonly is: 'untaken' }
  /** Unknown, and the backend has no ledger to absorb a repeat: looked up, never resent automatically. */
  | { readonly is: 'unsure' };

export interface Answered {
  readonly reply: Reply;
  readonly endings: readonly Ending[];
}

export type Load = readonly [Op, ...Op[]];

/** A farm's server: ours, or a foreign one behind an adapter (decision 0044), chosen only by `backendOf`. */
export interface Backend {
  readonly has: (extension: Extension) => boolean;
  /** Sends a load (one op, if it has no batches) and gives each ending: 'unsure' if unknown. */
  readonly send: (ports: SendPorts, load: Load, said: Said | undefined) => Promise<Answered>;
  /** Whether an op that may have arrived can be resent without harm. */
  readonly mayRepeat: (op: Pick<Op, 'method'>) => boolean;
  /** One step of fetching news, for a phone that has the whole. */
  readonly fetch: (ports: PullPorts, now: OutboxNow) => Promise<Step>;
}
