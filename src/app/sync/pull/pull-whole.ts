import { constants } from '#contract/constants.ts';
import { fillPath } from '#contract/endpoint.ts';
import { mostCommitsNamed, snapshotAnswer, syncEndpoints } from '#contract/endpoints/sync.ts';
import type { OutboxNow, SyncState, WholePage } from '#store/store.ts';
import { isRestored } from '#store/whole.ts';
import { otherBackendBehind } from '../backend-of.ts';
import { reportedOf, reportUnder } from '../outbox/report.ts';
import { isoAt } from '../ports.ts';
import { gather } from './feed.ts';
import { historyIn, placeOf, pullHistory } from './pull-history.ts';
import { type PullPorts, type Step, unreadable } from './pull-ports.ts';
import { type Ahead, askPage, beginAnew, saidWith, turnedAway } from './whole-calls.ts';

/** Fetches the next page of a whole load; the last one switches screens to the new rows. `ahead`: of this run. */
export async function pullWhole(ports: PullPorts, now: OutboxNow, ahead: Ahead): Promise<Step> {
  const history = historyIn(now);
  const step = history && (await pullHistory(ports, history, ahead));
  const at = isoAt(ports.clock.now());
  if (history && step === 'all')
    return await finishWhole(ports, now, { ...history.snapshot, next: null, changes: [], at }, ahead);
  if (step !== null && step !== 'all' && step !== 'names') return step;
  const { sync } = now;
  const { bySegments } = ahead;
  const here = sync.snapshot?.page ?? null;
  const page = history ? history.place.page : here;
  const reply = await (ahead.take(page) ?? askPage(ports, page, bySegments, reportUnder(now)));
  const other = reply.outcome === 'refused' && here === null ? otherBackendBehind(reply) : null;
  if (other) return await other.fetch(ports, now);
  if (reply.outcome === 'refused') return await turnedAway(ports, sync, reply);
  if (reply.outcome !== 'answer') return 'failed';
  const read = snapshotAnswer.safeParse(reply.body);
  if (!read.success) return await unreadable(ports, 'snapshot');
  const { epoch, changes, seen, segments, sight } = read.data;
  // If the person's rights changed since, rows of two sights would mix.
  const isOther = history !== null && (!segments || sight !== history.snapshot.sight);
  if (here !== null && (sync.snapshot?.epoch !== epoch || isOther)) return await beginAnew(ports);
  const next = segments ? placeOf(page, segments, history?.place) : read.data.next_page;
  const whole = { ...read.data, page: here, next, progress: progressAfter(sync), at };
  if (next === null) return await finishWhole(ports, now, whole, ahead);
  // A server that repeats a page for ever gives none.
  if (next === here) return await unreadable(ports, 'snapshot');
  if (!segments) ahead.ask(next, () => askPage(ports, next, bySegments, saidWith(now, epoch, seen)));
  const outcome = await ports.store.applyWhole(ports.organizationId, whole);
  // Empty pages in a row lead nowhere; nor do names that are not kept.
  const isNews = changes.length > 0 || (segments !== undefined && history === null);
  return outcome === 'applied' && isNews ? 'on' : 'stale';
}

/**
 * Each page shows the farm as it then was. The changes since then are applied with the last one, so that the rows that become visible are
 * of one moment.
 */
async function finishWhole(ports: PullPorts, now: OutboxNow, last: WholePage, ahead: Ahead): Promise<Step> {
  const { sync } = now;
  const { store, organizationId } = ports;
  const begun = sync.snapshot ?? { to: last.to, mark: last.mark, sight: last.sight };
  const from = {
    epoch: last.epoch,
    since: begun.to,
    mark: begun.mark,
    sight: begun.sight,
    said: saidWith(now, last.epoch, last.seen),
  };
  const since = await gather(ports, from);
  if (since === 'failed') return 'failed';
  // Segments may be far behind; pages start at the present.
  if (since !== 'resync' && since.more) ahead.bySegments = false;
  if (since === 'resync' || since.more) return await beginAnew(ports);
  const shared = isRestored(sync, last.epoch) ? await askShared(ports) : null;
  if (shared === 'failed') return 'failed';
  const changes = [...last.changes, ...since.changes];
  const { to, mark = null, acks } = since;
  const whole = { ...last, to, mark, shared, changes, acks, reported: reportedOf(now), sight: begun.sight };
  return (await store.applyWhole(organizationId, whole)) === 'applied' ? 'on' : 'stale';
}

/** The newest commit that this phone and a restored server share: what was acked up to it is not resent. */
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
  // A server without this call shares nothing: everything is offered again, which is harmless.
  if (reply.outcome === 'refused') return reply.problem.status === 404 ? null : 'failed';
  const read = reply.outcome === 'answer' ? answer.safeParse(reply.body) : null;
  return read?.success ? read.data.shared : 'failed';
}

/** A fraction of the rest, never reaching 1: the number of pages is unknown. */
const progressAfter = ({ snapshot }: SyncState): number => {
  const before = snapshot?.progress ?? 0;
  return before + (1 - before) / 40;
};
