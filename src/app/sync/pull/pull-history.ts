import { constants } from '#contract/constants.ts';
import { type Change, type KnownCommit, syncEndpoints } from '#contract/endpoints/sync.ts';
import type { OutboxNow, SyncState } from '#store/store.ts';
import { reportUnder } from '../outbox/report.ts';
import { isoAt } from '../ports.ts';
import { type PullPorts, type Step, unreadable } from './pull-ports.ts';
import { type Ahead, askSegment, beginAnew, saidWith, turnedAway } from './whole-calls.ts';

/**
 * Progress of a load by segments (wire.md §Sync), stored as the next page, so that another run or tab resumes it; an app that knows no
 * segments asks the server for that page, is refused, and starts over.
 */
interface Place {
  /** The page that named the segments: asked again for replacements of one no longer kept. */
  readonly page: string | null;
  /** Tags still to be written, newest month first. */
  readonly left: readonly string[];
  readonly got: readonly string[];
  /** Makes each place of a load unique. */
  readonly step: number;
}

type Snapshot = NonNullable<SyncState['snapshot']>;
/** A load by segments. */
interface Loading {
  readonly now: OutboxNow;
  readonly snapshot: Snapshot;
  readonly place: Place;
}

/** No server page starts like this: their alphabet has no colon. */
const sign = 'history:';

const textOf = (place: Place): string => `${sign}${JSON.stringify(place)}`;

/** The place when segments were just named. `before`: the place when one was no longer kept. */
export function placeOf(
  page: string | null,
  segments: readonly { readonly tag: string }[],
  before: Place | undefined,
): string {
  const { got = [], step = 0 } = before ?? {};
  const left = segments.map(({ tag }) => tag).filter((tag) => !got.includes(tag));
  return textOf({ page, left, got, step: step + 1 });
}

/** The load, if by segments; null if by pages. */
export function historyIn(now: OutboxNow): Loading | null {
  const { snapshot } = now.sync;
  if (!snapshot?.page.startsWith(sign)) return null;
  return { now, snapshot, place: JSON.parse(snapshot.page.slice(sign.length)) as Place };
}

/**
 * Writes the next segment, five hundred rows at a time. 'all': none left, ask the feed. 'names': no longer kept, its page names the
 * replacement.
 */
export async function pullHistory(ports: PullPorts, loading: Loading, ahead: Ahead): Promise<Step | 'all' | 'names'> {
  const { snapshot, place } = loading;
  const [tag, ...left] = place.left;
  if (tag === undefined) return 'all';
  const segment = await fetchSegment(ports, loading, ahead, tag);
  if (typeof segment === 'string') return segment;
  const { changes, seen } = segment;
  const most = constants.rowsPerPage;
  let at = snapshot;
  let { step } = place;
  for (let done = 0; done === 0 || done < changes.length; done += most) {
    if (!ports.isCurrent()) return 'failed';
    step += 1;
    const isLast = done + most >= changes.length;
    const next = textOf(isLast ? { ...place, left, got: [...place.got, tag], step } : { ...place, step });
    const progress = at.progress + (1 - at.progress) / (4 * left.length + 5);
    const page = {
      ...at,
      next,
      seen,
      progress,
      at: isoAt(ports.clock.now()),
      changes: changes.slice(done, done + most),
    };
    if ((await ports.store.applyWhole(ports.organizationId, page)) === 'stale') return 'stale';
    at = { ...at, page: next, progress };
  }
  return 'on';
}

const laterOf = (one: KnownCommit | null | undefined, other: KnownCommit): KnownCommit =>
  one && one.seq >= other.seq ? one : other;

interface Segment {
  readonly changes: readonly Change[];
  /** The newest commit that the load may show. */
  readonly seen: KnownCommit;
}

async function fetchSegment(
  ports: PullPorts,
  { now, snapshot, place }: Loading,
  ahead: Ahead,
  tag: string,
): Promise<Segment | Step | 'names'> {
  const reply = await (ahead.take(tag) ?? askSegment(ports, tag, reportUnder(now)));
  if (reply.outcome === 'refused')
    return reply.problem.code === 'RESYNC' ? 'names' : await turnedAway(ports, now.sync, reply);
  if (reply.outcome !== 'answer') return 'failed';
  // The cached bytes name no epoch; the call does.
  if (reply.marks.epoch !== snapshot.epoch) return await beginAnew(ports);
  const read = syncEndpoints.history.answer.safeParse(reply.body);
  if (!read.success) return await unreadable(ports, 'history');
  const seen = laterOf(snapshot.seen, read.data.seen);
  const following = place.left[1];
  if (following !== undefined) ahead.ask(following, askSegment(ports, following, saidWith(now, snapshot.epoch, seen)));
  return { changes: read.data.changes, seen };
}
