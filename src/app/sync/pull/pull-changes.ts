import type { FeedPage, Staging } from '#store/pages.ts';
import type { OutboxNow, SyncState } from '#store/store.ts';
import { gather } from './feed.ts';
import { isoAt } from '../ports.ts';
import type { PullPorts, Step } from './pull-ports.ts';
import { reportedOf, reportOf } from '../outbox/report.ts';

/** Fetches the changes since the phone's rows and applies them with what they prove (offline.md §2.6). */
export async function pullChanges(ports: PullPorts, now: OutboxNow): Promise<Step> {
  const { store, clock, organizationId } = ports;
  const { sync } = now;
  const { epoch, cursor, mark, sight } = sync;
  const said = reportOf(now);
  const whole = await gather(ports, { epoch: epoch ?? '', since: cursor ?? 0, mark, sight, said });
  if (whole === 'failed') return 'failed';
  if (whole === 'resync') return await resync(ports, sync);
  const page = await stage(ports, { ...whole, reported: reportedOf(now), at: isoAt(clock.now()) });
  if (page === 'failed' || page === 'stale') return page;
  const applied = await store.applyPage(organizationId, page);
  if (applied === 'applied') return whole.more || page.staging ? 'on' : 'done';
  return applied === 'stale' ? 'stale' : 'anew';
}

/** In small steps, so that a person can save in between. */
async function stage({ store, organizationId, isCurrent }: PullPorts, page: FeedPage) {
  for (let staging: Staging | null = null; ;) {
    if (!isCurrent()) return 'failed';
    const next: Staging | 'whole' | 'stale' = await store.stage(organizationId, page, staging);
    if (next === 'stale') return 'stale';
    if (next === 'whole') return { ...page, staging };
    staging = next;
  }
}

/** Too far behind, or the server was restored: refetch everything; the outbox is untouched. */
async function resync({ store, organizationId }: PullPorts, sync: SyncState): Promise<'anew'> {
  await store.changeOutbox(organizationId, () => ({ edit: { wantEpoch: sync.epoch ?? '' }, result: null }));
  return 'anew';
}
