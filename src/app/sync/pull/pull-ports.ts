import { constants } from '#contract/constants.ts';
import { fillPath } from '#contract/endpoint.ts';
import type { Reply, Said } from '#net/reply.ts';
import type { FarmStore } from '#store/store.ts';
import { type Clock, type FarmNet, isoAt } from '../ports.ts';

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

/** How a pull ended: everything fetched, or why not. 'turned-back': the server made it begin anew again and again. */
export type Pulled = 'done' | 'failed' | 'turned-back';

/** What one step came to. 'on': there is more; 'stale': another tab was faster, look again; 'anew': fetch everything again. */
export type Step = 'done' | 'failed' | 'on' | 'stale' | 'anew';

/** An answer that this version cannot read is told, and is no answer. */
export async function unreadable({ store, clock }: PullPorts, what: string): Promise<'failed'> {
  await store.diagnose({ at: isoAt(clock.now()), event: 'unreadable-answer', detail: what });
  return 'failed';
}

/** Asks the server of the farm; `template` is the call's path, with `org` and `params` in it. */
export async function ask(
  { net, organizationId, onReply }: PullPorts,
  template: string,
  query: Readonly<Record<string, string>>,
  said?: Said,
  params: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const path = fillPath(template, { org: organizationId, ...params });
  const reply = await net.call({ method: 'GET', path, query, said, timeoutMs: constants.httpTimeoutMs });
  onReply(reply);
  return reply;
}
