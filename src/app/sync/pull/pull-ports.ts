import { constants } from '#contract/constants.ts';
import { fillPath } from '#contract/endpoint.ts';
import type { Reply, Said } from '#net/reply.ts';
import type { FarmStore } from '#store/store.ts';
import { type Clock, type FarmNet, isoAt } from '../ports.ts';

export interface PullPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly clock: Clock;
  readonly organizationId: string;
  /** Told of every answer: reachability comes from calls, never from the device's opinion. */
  readonly onReply: (reply: Reply) => void;
  /** False once the run was given up: it stops at its next step. */
  readonly isCurrent: () => boolean;
}

/** 'turned-back': the server forced reloads again and again. */
export type Pulled = 'done' | 'failed' | 'turned-back';

/** 'on': there is more; 'stale': another tab was faster, look again; 'anew': refetch everything. */
export type Step = 'done' | 'failed' | 'on' | 'stale' | 'anew';

/** Logs an unreadable answer, which counts as none. */
export async function unreadable({ store, clock }: PullPorts, what: string): Promise<'failed'> {
  await store.diagnose({ at: isoAt(clock.now()), event: 'unreadable-answer', detail: what });
  return 'failed';
}

/** Asks the farm's server; `template`: the path, with `org` and `params`. */
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
