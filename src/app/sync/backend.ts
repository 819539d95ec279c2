import type { Reply, Said } from '#net/reply.ts';
import type { Op } from '#store/op.ts';
import type { FarmStore, OutboxNow } from '#store/store.ts';
import type { Batches } from './outbox/batches.ts';
import type { Ending } from './outbox/classify.ts';
import type { FarmNet } from './ports.ts';
import type { PullPorts, Step } from './pull/pull-ports.ts';

/**
 * What our server adds to the specification's calls (wire.md), each optional. 'ledger': it keeps every write's key, so that a repeat counts
 * once. 'carried-records': it takes another's records.
 */
type Extension =
  'ledger' | 'batches' | 'digest' | 'blobs' | 'carried-records' | 'device-keys' | 'storage-keys' | 'unsexed-calves';

/** What sending a load needs. */
export interface SendPorts {
  readonly store: Pick<FarmStore, 'resolveId'>;
  readonly net: FarmNet;
  readonly organizationId: string;
  readonly userId: string;
  readonly batches: Pick<Batches, 'end' | 'tooMuch'>;
}

/** An answer, and what it means for each operation of the load. */
export interface Answered {
  readonly reply: Reply;
  readonly endings: readonly Ending[];
}

/** The operations that go together: at least one. */
export type Load = readonly [Op, ...Op[]];

/** A server of a farm: ours, or another make behind an adapter (decision 0044), chosen by `backendOf` alone. */
export interface Backend {
  readonly has: (extension: Extension) => boolean;
  /** Sends a load (one operation, where it has no batches) and says what became of each: 'unsure' where nobody knows. */
  readonly send: (ports: SendPorts, load: Load, said: Said | undefined) => Promise<Answered>;
  /** Whether an operation of which nobody knows whether it arrived may go again without harm. */
  readonly mayRepeat: (op: Pick<Op, 'method'>) => boolean;
  /** Fetches what is new on a phone that has the whole, one step. */
  readonly fetch: (ports: PullPorts, now: OutboxNow) => Promise<Step>;
}
