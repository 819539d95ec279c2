import { pullAnswer, syncEndpoints } from '#contract/endpoints/sync.ts';
import type { RowsDigest, SyncState } from '#store/store.ts';
import { backendOf } from '../backend-of.ts';
import { isoAt } from '../ports.ts';
import { ask, type PullPorts } from './pull-ports.ts';

const checkEveryMs = 6 * 3_600_000;
const checkEveryCommits = 500;
/** Rows that this version cannot read differ for ever: a reload at every check would burn a phone's data. */
const mendEveryMs = 24 * 3_600_000;

/** Whether a digest check is due (offline.md §2.9). */
export function isCheckDue(sync: SyncState, nowMs: number): boolean {
  const { checked, cursor } = sync;
  if (cursor === null || !backendOf(sync).has('digest')) return false;
  if (!checked) return true;
  // A future time was written before the clock was set back.
  const since = nowMs - Date.parse(checked.at);
  return since >= checkEveryMs || since < 0 || cursor - checked.cursor >= checkEveryCommits;
}

/** 'later': rows moved meanwhile, or no digest was given. */
export type Checked = 'alike' | 'differs' | 'later';

/**
 * Compares the confirmed rows with the server's digest at the same sequence. On a difference everything is refetched, the diagnostics name
 * the tables, and the outbox is untouched (offline.md F21).
 */
export async function checkDigest(ports: PullPorts): Promise<Checked> {
  const { store, clock, organizationId } = ports;
  const theirs = await askDigest(ports);
  const mine = theirs && (await store.digest(organizationId));
  if (!mine || mine.epoch !== theirs.epoch || mine.cursor !== theirs.cursor) return 'later';
  const wrong = Object.keys(mine.tables).filter(
    (table) => theirs.tables[table] !== undefined && theirs.tables[table] !== mine.tables[table],
  );
  const now = clock.now();
  const at = isoAt(now);
  if (wrong.length > 0) {
    const detail = wrong.map((table) => `${table}: ${mine.tables[table]} here, ${theirs.tables[table]} there`);
    await store.diagnose({ at, event: 'rows-differ', detail: detail.join('; ') });
  }
  return await store.changeOutbox(organizationId, ({ sync }) => {
    const last = sync.checked?.mendedAt ?? null;
    const mayMend = last === null || Math.abs(now - Date.parse(last)) >= mendEveryMs;
    const mustMend = wrong.length > 0 && mayMend;
    const checked = { at, cursor: mine.cursor, mendedAt: mustMend ? at : last };
    return {
      edit: { checked, ...(mustMend && { wantEpoch: sync.epoch ?? '' }) },
      result: mustMend ? ('differs' as const) : ('alike' as const),
    };
  });
}

/** The server's digest at this phone's cursor; null if there is news first, or none is given. */
async function askDigest(ports: PullPorts): Promise<RowsDigest | null> {
  const { sync } = await ports.store.outbox(ports.organizationId);
  const reply = await ask(ports, syncEndpoints.pull.path, {
    since: String(sync.cursor),
    epoch: sync.epoch ?? '',
    ...(sync.mark && { mark: sync.mark }),
    limit: '1',
    digest: '1',
  });
  const read = reply.outcome === 'answer' ? pullAnswer.safeParse(reply.body) : null;
  if (!read?.success || read.data.digest === undefined) return null;
  const { epoch, from, to, digest } = read.data;
  return from === to ? { epoch, cursor: to, tables: digest } : null;
}
