import { type KnownCommit, syncEndpoints } from '#contract/endpoints/sync.ts';
import type { Reply, Said } from '#net/reply.ts';
import type { OutboxNow, SyncState } from '#store/store.ts';
import { reportUnder } from '../outbox/report.ts';
import { ask, type PullPorts, type Step } from './pull-ports.ts';

/** Prefetches what comes next of a whole load while the last is written. */
export class Ahead {
  /** Whether to load the history by segments: not once the feed could not be followed from them. */
  bySegments = true;
  private readonly asked = new Map<string, Promise<Reply>>();

  /** `name`: the page's token or the segment's tag. Nothing is asked for twice. */
  ask(name: string, call: () => Promise<Reply>): void {
    if (!this.asked.has(name)) this.asked.set(name, call());
  }

  /** The prefetched answer; null, and all others are forgotten, if it was not asked for. */
  take(name: string | null): Promise<Reply> | null {
    const reply = this.asked.get(name ?? '') ?? null;
    if (reply === null) this.asked.clear();
    else this.asked.delete(name ?? '');
    return reply;
  }
}

type Refused = Extract<Reply, { outcome: 'refused' }>;

/** Requests a page of a whole load (null: the first). `bySegments`: with segments' names in place of the history's pages. */
export const askPage = (
  ports: PullPorts,
  page: string | null,
  bySegments: boolean,
  said: Said | undefined,
): Promise<Reply> =>
  ask(
    ports,
    syncEndpoints.snapshot.path,
    { ...(bySegments && { segments: '1' }), ...(page !== null && { page }) },
    said,
  );

export const askSegment = (ports: PullPorts, tag: string, said: Said | undefined): Promise<Reply> =>
  ask(ports, syncEndpoints.history.path, {}, said, { tag });

/** The report for a load whose pages may show commit `seen`. */
export const saidWith = (
  { ops, sync }: OutboxNow,
  epoch: string,
  seen: KnownCommit | null | undefined,
): Said | undefined => reportUnder({ ops, sync: { ...sync, snapshot: { epoch, seen } } });

/** Drops an aborted load. */
export async function beginAnew({ store, organizationId }: PullPorts): Promise<'anew'> {
  await store.dropWhole(organizationId);
  return 'anew';
}

/** Handles the server's refusal to continue a load. */
export async function turnedAway(ports: PullPorts, sync: SyncState, reply: Refused): Promise<Step> {
  const { store, organizationId } = ports;
  if (sync.snapshot !== null && isGone(reply.problem.status)) return await beginAnew(ports);
  // Off the team during the load: earlier records do not wait for a load that will not come.
  if (isShutOut(reply, sync))
    await store.changeOutbox(organizationId, () => ({ edit: { wantEpoch: null }, result: null }));
  return 'failed';
}

/** The server, in the known epoch, has no such farm for the person. */
const isShutOut = ({ problem, marks }: Refused, { epoch, wantEpoch }: SyncState): boolean =>
  (problem.status === 404 || problem.status === 403) && wantEpoch !== null && marks.epoch === epoch;

const isGone = (status: number): boolean => [400, 404, 410].includes(status);
