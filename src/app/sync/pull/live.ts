import { type LiveActionName, liveActions, liveEnvelope } from '#contract/live.ts';
import type { Change, SyncTable } from '#contract/endpoints/sync.ts';
import { rejected, wasTried } from '#store/op.ts';
import type { FarmStore } from '#store/store.ts';
import type { Clock } from '../ports.ts';

/** 'known': nothing to do. */
export type LiveOutcome = 'known' | 'applied' | 'pull';

const isAction = (word: string): word is LiveActionName => Object.hasOwn(liveActions, word);

const rowsOf = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  (Array.isArray(value) ? value : [value]).filter(
    (row): row is Readonly<Record<string, unknown>> => typeof row === 'object' && row !== null,
  );

/**
 * Applies live messages, driven by contract/live (product.md §4). With a sequence it asks the feed, since a commit touches several lists
 * (offline.md §2.6). Without one (other backends) the row goes into its list; what cannot be applied refetches it.
 */
export async function applyLive(store: FarmStore, organizationId: string, message: unknown): Promise<LiveOutcome> {
  const envelope = liveEnvelope.safeParse(message);
  if (!envelope.success) return 'pull';
  const { action, organization_id: about, seq, mark, epoch } = envelope.data;
  if (about !== undefined && about !== organizationId) return 'known';
  if (seq !== undefined) {
    const { sync } = await store.outbox(organizationId);
    const isOther = seq === sync.cursor && mark !== undefined && mark !== (sync.mark ?? mark);
    const isKnown = sync.cursor !== null && epoch === sync.epoch && seq <= sync.cursor && !isOther;
    return isKnown ? 'known' : 'pull';
  }
  if (!isAction(action)) return 'known';
  // An own record on its way would show twice: the lists recognise it.
  const { ops } = await store.outbox(organizationId);
  if (ops.some((op) => wasTried(op) && op.state !== rejected)) return 'pull';
  const changes = changesOf(action, message);
  if (changes === null) return 'pull';
  const { table, change } = liveActions[action];
  await store.applyRows(organizationId, changes, change === 'replace' ? table : null);
  return 'applied';
}

/** The rows that a message changes; null if they must be fetched. */
function changesOf(action: LiveActionName, message: unknown): Change[] | null {
  const { table, change, part, payload } = liveActions[action];
  const parsed = payload.safeParse(message);
  if (change === 'refetch' || !parsed.success) return null;
  const content: unknown = (parsed.data as Readonly<Record<string, unknown>>)[part];
  if (change === 'remove') return typeof content === 'string' ? [{ table, id: content, row: null }] : null;
  return rowsOf(content).map((row) => asChange(table, row));
}

const asChange = (table: SyncTable, row: Readonly<Record<string, unknown>>): Change => ({
  table,
  id: String(row.id),
  row: { ...row },
});

/** Otherwise phones sending together would fetch at every batch. */
const apartMs = 500;

/** Throttles the fetches of live messages: the first at once, a burst's together, a moment after the previous ended. */
export class LivePulls {
  private readonly clock: Pick<Clock, 'now' | 'after'>;
  private readonly pull: () => Promise<void>;
  private isUnderWay = false;
  private isAsked = false;
  private endedAt = -Infinity;
  private cancel: (() => void) | null = null;

  constructor(clock: Pick<Clock, 'now' | 'after'>, pull: () => Promise<void>) {
    this.clock = clock;
    this.pull = pull;
  }

  /** There is news. Resolves when fetched or postponed. */
  async ask(): Promise<void> {
    this.isAsked = true;
    if (this.isUnderWay || this.cancel) return;
    // Capped, in case the clock was set back.
    const left = Math.min(apartMs, this.endedAt + apartMs - this.clock.now());
    if (left > 0) {
      this.cancel = this.clock.after(left, () => {
        this.cancel = null;
        void this.begin();
      });
      return;
    }
    await this.begin();
  }

  /** Cancels postponed fetches. */
  stop(): void {
    this.cancel?.();
    this.cancel = null;
    this.isAsked = false;
  }

  private async begin(): Promise<void> {
    this.isUnderWay = true;
    this.isAsked = false;
    try {
      await this.pull();
    } finally {
      this.isUnderWay = false;
      this.endedAt = this.clock.now();
    }
    if (this.isAsked) await this.ask();
  }
}
