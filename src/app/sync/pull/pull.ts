import { confirmedShape } from '#store/confirmed-rows.ts';
import { Ahead } from './whole-calls.ts';
import { backendOf } from '../backend-of.ts';
import { isoAt } from '../ports.ts';
import type { OutboxNow } from '#store/store.ts';
import type { Pulled, PullPorts, Step } from './pull-ports.ts';
import { pullWhole } from './pull-whole.ts';

/** Per run; more is a bug that would drain a battery. */
const mostSteps = 5_000;
/** Consecutive steps wasted by another tab or a late page. */
const mostStale = 20;
/** More: a server that lets nobody finish. */
const mostAnew = 1;

/**
 * Fetches news: the whole on a first load or after a restore, then changes page by page (offline.md §2.5, §2.6). `read`: the outbox as just
 * read; an older one costs a page that comes in as stale.
 */
export async function pull(ports: PullPorts, read: OutboxNow | null = null): Promise<Pulled> {
  const ahead = new Ahead();
  let anew = 0;
  let stale = 0;
  for (let step = 0; step < mostSteps && stale < mostStale; step += 1) {
    if (!ports.isCurrent()) return 'failed';
    const now = step === 0 && read ? read : await ports.store.outbox(ports.organizationId);
    const outcome = await nextStep(ports, now, ahead);
    if (outcome === 'done' || outcome === 'failed') return outcome;
    stale = outcome === 'stale' ? stale + 1 : 0;
    if (outcome !== 'anew') continue;
    anew += 1;
    if (anew > mostAnew) return await turnBack(ports);
  }
  return 'failed';
}

async function nextStep(ports: PullPorts, now: OutboxNow, ahead: Ahead): Promise<Step> {
  const { sync } = now;
  if (sync.snapshot && sync.snapshot.shape !== confirmedShape) {
    await ports.store.dropWhole(ports.organizationId);
    return 'stale';
  }
  const isOutgrown = sync.cursor !== null && sync.shape !== confirmedShape;
  const needsWhole = sync.cursor === null || sync.wantEpoch !== null || sync.snapshot !== null || isOutgrown;
  if (needsWhole) return await pullWhole(ports, now, ahead);
  if (sync.staged?.isShown) {
    await ports.store.settle(ports.organizationId);
    return 'on';
  }
  return await backendOf(sync).fetch(ports, now);
}

/** Records do not wait for an impossible load; the server answers them itself. */
async function turnBack({ store, clock, organizationId }: PullPorts): Promise<'turned-back'> {
  await store.diagnose({ at: isoAt(clock.now()), event: 'turned-back', detail: organizationId });
  await store.changeOutbox(organizationId, () => ({ edit: { wantEpoch: null }, result: null }));
  return 'turned-back';
}
