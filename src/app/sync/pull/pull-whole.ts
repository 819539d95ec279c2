import { constants } from '../../../contract/constants.ts';
import { fillPath } from '../../../contract/endpoint.ts';
import { mostCommitsNamed, snapshotAnswer, syncEndpoints } from '../../../contract/endpoints/sync.ts';
import type { Reply, Said } from '../../net/reply.ts';
import type { OutboxNow, SyncState, WholePage } from '../../store/store.ts';
import { isRestored } from '../../store/whole.ts';
import { gather } from './feed.ts';
import { otherBackendBehind } from '../backend-of.ts';
import { isoAt } from '../ports.ts';
import { type PullPorts, type Step, unreadable } from './pull-ports.ts';
import { sayingUnder, toldOf } from '../outbox/saying.ts';

type Refused = Extract<Reply, { outcome: 'refused' }>;

/** Fetches the next page of the whole; with the last one the new rows become those that screens read. */
export async function pullWhole(ports: PullPorts, now: OutboxNow): Promise<Step> {
  const { sync } = now;
  const { store, organizationId } = ports;
  const page = sync.snapshot?.page ?? null;
  const reply = await askPage(ports, page, sayingUnder(now));
  if (reply.outcome === 'refused' && page !== null && isPageGone(reply.problem.status)) {
    await store.dropWhole(organizationId);
    return 'anew';
  }
  const other = reply.outcome === 'refused' && page === null ? otherBackendBehind(reply) : null;
  if (other) return await other.fetch(ports, now);
  if (reply.outcome === 'refused' && isShutOut(reply, sync)) {
    // Taken off the team in the middle of it: what was recorded before does not wait for a whole that will not come.
    await store.changeOutbox(organizationId, () => ({ edit: { wantEpoch: null }, result: null }));
    return 'failed';
  }
  if (reply.outcome !== 'answer') return 'failed';
  const read = snapshotAnswer.safeParse(reply.body);
  if (!read.success) return await unreadable(ports, 'snapshot');
  const { epoch, to, changes, next_page: next, sight = null, mark = null, seen } = read.data;
  if (page !== null && sync.snapshot?.epoch !== epoch) {
    await store.dropWhole(organizationId);
    return 'anew';
  }
  const progress = progressOf(read.data, sync);
  const whole = {
    epoch,
    to,
    mark,
    seen: seen ?? null,
    page,
    next,
    changes,
    progress,
    sight,
    at: isoAt(ports.clock.now()),
  };
  if (next === null) return await finishWhole(ports, now, whole);
  // A server that gives the same page for ever gives none.
  if (next === page) return await unreadable(ports, 'snapshot');
  const outcome = await store.applyWhole(organizationId, whole);
  // Pages without a row, one after the other, lead nowhere.
  return outcome === 'applied' && changes.length > 0 ? 'on' : 'stale';
}

async function askPage(
  { net, organizationId, onReply }: PullPorts,
  page: string | null,
  said: Said | undefined,
): Promise<Reply> {
  const reply = await net.call({
    method: 'GET',
    path: fillPath(syncEndpoints.snapshot.path, { org: organizationId }),
    query: { limit: String(constants.rowsPerPage), ...(page !== null && { page }) },
    said,
    timeoutMs: constants.httpTimeoutMs,
  });
  onReply(reply);
  return reply;
}

/**
 * The pages of the whole were read one after the other, each as the farm then was. What changed meanwhile is put in with the last
 * one, so that the rows which become visible are those of one moment.
 */
async function finishWhole(ports: PullPorts, now: OutboxNow, last: WholePage): Promise<Step> {
  const { sync } = now;
  const { store, organizationId } = ports;
  const begun = sync.snapshot ?? { to: last.to, mark: last.mark, sight: last.sight };
  const said = { ...now, sync: { ...sync, snapshot: { epoch: last.epoch, seen: last.seen } } };
  const from = {
    epoch: last.epoch,
    since: begun.to,
    mark: begun.mark,
    sight: begun.sight,
    said: sayingUnder(said),
  };
  const since = await gather(ports, from);
  if (since === 'failed') return 'failed';
  if (since === 'resync' || since.more) {
    await store.dropWhole(organizationId);
    return 'anew';
  }
  const shared = isRestored(sync, last.epoch) ? await askShared(ports) : null;
  if (shared === 'failed') return 'failed';
  const changes = [...last.changes, ...since.changes];
  const { to, mark = null, acks } = since;
  const whole = { ...last, to, mark, shared, changes, acks, told: toldOf(now), sight: begun.sight };
  return (await store.applyWhole(organizationId, whole)) === 'applied' ? 'on' : 'stale';
}

/** The newest commit that this phone and a restored server both know: what was acknowledged until there is not sent again. */
async function askShared({ store, net, organizationId, onReply }: PullPorts): Promise<number | null | 'failed'> {
  const commits = await store.commits(organizationId, mostCommitsNamed);
  if (commits.length === 0) return null;
  const { method, path, answer } = syncEndpoints.life;
  const reply = await net.call({
    method,
    path: fillPath(path, { org: organizationId }),
    body: { commits },
    timeoutMs: constants.httpTimeoutMs,
  });
  onReply(reply);
  // A server that does not know the question shares nothing: everything is offered again, which does no harm.
  if (reply.outcome === 'refused') return reply.problem.status === 404 ? null : 'failed';
  const read = reply.outcome === 'answer' ? answer.safeParse(reply.body) : null;
  return read?.success ? read.data.shared : 'failed';
}

/** The server, in the life that this phone knows, has no farm of this name for the person. */
const isShutOut = ({ problem, marks }: Refused, { epoch, wantEpoch }: SyncState): boolean =>
  (problem.status === 404 || problem.status === 403) && wantEpoch !== null && marks.epoch === epoch;

const isPageGone = (status: number): boolean => status === 400 || status === 404 || status === 410;

/** The server's own figure where it gives one; else halves of what is left, which never claims to be there. */
function progressOf(answer: Readonly<Record<string, unknown>>, sync: SyncState): number {
  const said = answer['progress'];
  if (typeof said === 'number' && said >= 0 && said <= 1) return said;
  const before = sync.snapshot?.progress ?? 0;
  return before + (1 - before) / 2;
}
