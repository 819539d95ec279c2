import type { Reply } from '../net/reply.ts';
import type { FarmStore } from '../store/store.ts';
import type { Clock, FarmNet } from './ports.ts';

/** What fetching needs. */
export interface PullPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly clock: Clock;
  readonly organizationId: string;
  /** Hears every answer: reachability is known from calls, never from the device's own opinion. */
  readonly onReply: (reply: Reply) => void;
  /** Whether this run still counts: a run that was given up stops at its next step. */
  readonly isCurrent: () => boolean;
}

/** How a pull ended: everything fetched, or why not. */
export type Pulled = 'done' | 'failed';
