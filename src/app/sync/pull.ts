import { constants } from '../../contract/constants.ts';
import { fillPath } from '../../contract/endpoint.ts';
import { pullAnswer, snapshotAnswer, syncEndpoints } from '../../contract/endpoints/sync.ts';
import type { Reply } from '../net/reply.ts';
import { confirmedShape } from '../store/confirmed-rows.ts';
import type { FeedPage, SyncState, WholePage } from '../store/store.ts';
import { isForeign } from './foreign.ts';
import { pullLists } from './foreign-lists.ts';
import { isoAt } from './ports.ts';
import type { Pulled, PullPorts } from './pull-ports.ts';

/** Steps of one run at most: a run that goes round for ever is a bug of one side, and must not burn a battery. */
const mostSteps = 5_000;

/** Fetches what is new: the whole on a first load or after a restore, then page by page what changed (offline.md §2.5, §2.6). */
export async function pull(ports: PullPorts): Promise<Pulled> {
  for (let step = 0; step < mostSteps; step += 1) {
    if (!ports.isCurrent()) return 'failed';
    const { sync } = await ports.store.outbox(ports.organizationId);
    if (sync.snapshot && sync.snapshot.shape !== confirmedShape) {
      await ports.store.dropWhole(ports.organizationId);
      continue;
    }
    const isOutgrown = sync.cursor !== null && sync.shape !== confirmedShape;
    const needsWhole = sync.cursor === null || sync.wantEpoch !== null || sync.snapshot !== null || isOutgrown;
    const fetchNew = isForeign(sync) ? pullLists : pullChanges;
    const outcome = needsWhole ? await pullWhole(ports, sync) : await fetchNew(ports, sync);
    if (outcome !== 'again') return outcome;
  }
  return 'failed';
}

/**
 * Pages are put together before they are applied. A row comes as it is when its page is read, so before the last page the balances
 * already hold acts whose confirmation is still to come: applied one by one, own records would count twice in between. A phone
 * that was away for very long takes such pages by the bundle, and its totals settle with the last.
 */
const pagesInOne = 10;

async function pullChanges(ports: PullPorts, sync: SyncState): Promise<Pulled | 'again'> {
  const { store, clock, organizationId } = ports;
  const asked = isoAt(clock.now());
  const whole = await gather(ports, { epoch: sync.epoch ?? '', since: sync.cursor ?? 0, sight: sync.sight });
  if (whole === 'failed') return 'failed';
  if (whole === 'resync') return resync(ports, sync);
  const applied = await store.applyPage(organizationId, { ...whole, asked, at: isoAt(clock.now()) });
  return applied !== 'applied' || whole.more ? 'again' : 'done';
}

type Page = Omit<FeedPage, 'asked' | 'at'>;

/** Where the phone stands: the server's life, its sequence, and what the person saw of the rows when they were loaded. */
interface From {
  readonly epoch: string;
  readonly since: number;
  readonly sight?: string | null | undefined;
}

async function gather(ports: PullPorts, from: From): Promise<Page | 'failed' | 'resync'> {
  let whole: Page | null = null;
  for (let count = 0; count < pagesInOne && (whole === null || whole.more); count += 1) {
    const page = await askPage(ports, { ...from, since: whole?.to ?? from.since });
    if (page === 'failed' || page === 'resync') return page;
    if (whole !== null && (page.epoch !== whole.epoch || page.from !== whole.to)) return 'failed';
    whole = whole === null ? page : joined(whole, page);
  }
  return whole ?? 'failed';
}

const joined = (before: Page, after: Page): Page => ({
  ...after,
  from: before.from,
  changes: [...before.changes, ...after.changes],
  acks: [...before.acks, ...after.acks],
});

/** Too far behind for the feed, or the server went back: either way everything is fetched again; the outbox is not touched. */
async function resync({ store, organizationId }: PullPorts, sync: SyncState): Promise<'again'> {
  await store.changeOutbox(organizationId, () => ({ edit: { wantEpoch: sync.epoch ?? '' }, result: null }));
  return 'again';
}

async function askPage(ports: PullPorts, { epoch, since, sight }: From): Promise<Page | 'failed' | 'resync'> {
  const { net, organizationId, onReply } = ports;
  const reply = await net.call({
    method: 'GET',
    path: fillPath(syncEndpoints.pull.path, { org: organizationId }),
    query: { since: String(since), epoch, limit: String(constants.rowsPerPage), ...(sight && { sight }) },
    timeoutMs: constants.httpTimeoutMs,
  });
  onReply(reply);
  if (reply.outcome === 'refused' && reply.problem.status === 410) return 'resync';
  if (reply.outcome !== 'answer') return 'failed';
  const read = pullAnswer.safeParse(reply.body);
  if (!read.success) return unreadable(ports, 'pull');
  const { from, to, more, changes, acks } = read.data;
  return { epoch: read.data.epoch, from, to, more, changes, acks };
}

async function pullWhole(ports: PullPorts, sync: SyncState): Promise<Pulled | 'again'> {
  const { store, net, clock, organizationId, onReply } = ports;
  const page = sync.snapshot?.page ?? null;
  const reply = await net.call({
    method: 'GET',
    path: fillPath(syncEndpoints.snapshot.path, { org: organizationId }),
    query: { limit: String(constants.rowsPerPage), ...(page !== null && { page }) },
    timeoutMs: constants.httpTimeoutMs,
  });
  onReply(reply);
  if (reply.outcome === 'refused' && page !== null && isPageGone(reply.problem.status)) {
    await store.dropWhole(organizationId);
    return 'again';
  }
  if (reply.outcome === 'refused' && page === null && isUnknownThere(reply)) return pullLists(ports);
  if (reply.outcome === 'refused' && isShutOut(reply, sync)) {
    // Taken off the team in the middle of it: what was recorded before does not wait for a whole that will not come.
    await store.changeOutbox(organizationId, () => ({ edit: { wantEpoch: null }, result: null }));
    return 'failed';
  }
  if (reply.outcome !== 'answer') return 'failed';
  const read = snapshotAnswer.safeParse(reply.body);
  if (!read.success) return unreadable(ports, 'snapshot');
  const { epoch, to, changes, next_page: next, sight = null } = read.data;
  if (page !== null && sync.snapshot?.epoch !== epoch) {
    await store.dropWhole(organizationId);
    return 'again';
  }
  const progress = progressOf(read.data, sync);
  const at = isoAt(clock.now());
  if (next !== null) {
    await store.applyWhole(organizationId, { epoch, to, page, next, changes, progress, sight, at });
    return 'again';
  }
  const begun = sync.snapshot ?? { to, sight };
  return finishWhole(ports, { epoch, to: begun.to, page, next, changes, progress, sight: begun.sight, at });
}

/**
 * The pages of the whole were read one after the other, each as the farm then was. What changed meanwhile is put in with the last
 * one, so that the rows which become visible are those of one moment.
 */
async function finishWhole(ports: PullPorts, last: WholePage): Promise<Pulled | 'again'> {
  const since = await gather(ports, { epoch: last.epoch, since: last.to, sight: last.sight });
  if (since === 'failed') return 'failed';
  if (since === 'resync' || since.more) {
    await ports.store.dropWhole(ports.organizationId);
    return since === 'resync' ? 'failed' : 'again';
  }
  const changes = [...last.changes, ...since.changes];
  await ports.store.applyWhole(ports.organizationId, { ...last, to: since.to, changes, acks: since.acks });
  return 'again';
}

/** Our own server marks its refusals: a 404 without the mark comes from a backend that has no sync at all (wire.md §Sync). */
const isUnknownThere = ({ problem, marks }: Extract<Reply, { outcome: 'refused' }>): boolean =>
  problem.status === 404 && marks.epoch === null;

/** The server, in the life that this phone knows, has no farm of this name for the person. */
const isShutOut = (
  { problem, marks }: Extract<Reply, { outcome: 'refused' }>,
  { epoch, wantEpoch }: SyncState,
): boolean => (problem.status === 404 || problem.status === 403) && wantEpoch !== null && marks.epoch === epoch;

const isPageGone = (status: number): boolean => status === 400 || status === 404 || status === 410;

/** The server's own figure where it gives one; else halves of what is left, which never claims to be there. */
function progressOf(answer: Readonly<Record<string, unknown>>, sync: SyncState): number {
  const said = answer['progress'];
  if (typeof said === 'number' && said >= 0 && said <= 1) return said;
  const before = sync.snapshot?.progress ?? 0;
  return before + (1 - before) / 2;
}

async function unreadable({ store, clock }: PullPorts, what: string): Promise<'failed'> {
  await store.diagnose({ at: isoAt(clock.now()), event: 'unreadable-answer', detail: what });
  return 'failed';
}
