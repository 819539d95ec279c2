import { type KnownCommit, syncEndpoints } from '#contract/endpoints/sync.ts';
import type { Reply, Said } from '#net/reply.ts';
import type { OutboxNow, SyncState } from '#store/store.ts';
import { reportUnder } from '../outbox/report.ts';
import { ask, type PullPorts, type Step } from './pull-ports.ts';

type Refused = Extract<Reply, { outcome: 'refused' }>;

/** Asks for a page of the whole (null: the first). `bySegments`: with the names of the history's segments in place of its pages. */
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

/** Asks for a segment of the history. */
export const askSegment = (ports: PullPorts, tag: string, said: Said | undefined): Promise<Reply> =>
  ask(ports, syncEndpoints.history.path, {}, said, { tag });

/** What is known of the farm when a page of a load is written that may show a commit (`seen`). */
export const saidWith = (
  { ops, sync }: OutboxNow,
  epoch: string,
  seen: KnownCommit | null | undefined,
): Said | undefined => reportUnder({ ops, sync: { ...sync, snapshot: { epoch, seen } } });

/** Forgets what came of a load that does not go on. */
export async function beginAnew({ store, organizationId }: PullPorts): Promise<'anew'> {
  await store.dropWhole(organizationId);
  return 'anew';
}

/** What becomes of a load that the server refused to go on with. */
export async function turnedAway(ports: PullPorts, sync: SyncState, reply: Refused): Promise<Step> {
  const { store, organizationId } = ports;
  if (sync.snapshot !== null && isGone(reply.problem.status)) return await beginAnew(ports);
  // Taken off the team in the middle of it: what was recorded before does not wait for a whole that will not come.
  if (isShutOut(reply, sync))
    await store.changeOutbox(organizationId, () => ({ edit: { wantEpoch: null }, result: null }));
  return 'failed';
}

/** The server, in the life that this phone knows, has no farm of this name for the person. */
const isShutOut = ({ problem, marks }: Refused, { epoch, wantEpoch }: SyncState): boolean =>
  (problem.status === 404 || problem.status === 403) && wantEpoch !== null && marks.epoch === epoch;

const isGone = (status: number): boolean => [400, 404, 410].includes(status);
