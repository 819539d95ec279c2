import { constants } from '#contract/constants.ts';
import { type Change, type KnownCommit, syncEndpoints } from '#contract/endpoints/sync.ts';
import type { Reply } from '#net/reply.ts';
import type { OutboxNow, SyncState } from '#store/store.ts';
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

/** Where segments are small, so many are asked for at once: over a slow signal each would wait for the answer to the one before. */
const mostAhead = 4;

interface Segment {
  readonly tag: string;
  readonly changes: readonly Change[];
}

/** What came of the history and is not written yet. */
interface Hand {
  readonly segments: Segment[];
  /** Tags that did not come yet, of those that this step takes. */
  missing: readonly string[];
  /** The newest commit that the load may show. */
  seen: KnownCommit | null;
}

/**
 * Writes the segments in pages of five hundred rows, of several months where those are small. The first month of a load goes in by itself,
 * to be seen soon. 'all': none left, ask the feed. 'names': no longer kept, its page names the replacement.
 */
export async function pullHistory(ports: PullPorts, loading: Loading, ahead: Ahead): Promise<Step | 'all' | 'names'> {
  let { snapshot: at, place } = loading;
  if (place.left.length === 0) return 'all';
  const missing = place.got.length === 0 ? place.left.slice(0, 1) : place.left;
  const hand: Hand = { segments: [], missing, seen: at.seen ?? null };
  for (;;) {
    const ended = await fillHand(ports, loading, ahead, hand);
    if (ended !== null) return ended;
    if (hand.segments.length === 0) return 'on';
    if (!ports.isCurrent()) return 'failed';
    const { changes, tags } = pageOf(hand, ports.store.isCalm?.() === false ? rowsBesideSaves : constants.rowsPerPage);
    const { left } = place;
    place = { ...place, left: left.slice(tags.length), got: [...place.got, ...tags], step: place.step + 1 };
    const progress = at.progress + ((1 - at.progress) * (1 + 4 * tags.length)) / (4 * left.length + 5);
    const { seen } = hand;
    const page = { ...at, next: textOf(place), seen, progress, at: isoAt(ports.clock.now()), changes };
    if ((await ports.store.applyWhole(ports.organizationId, page)) === 'stale') return 'stale';
    at = { ...at, page: page.next, progress };
  }
}

/** Rows of a page while somebody records: a save waits for its contents. */
const rowsBesideSaves = 100;

/** The first rows in hand, and the segments that end with them. */
function pageOf(
  { segments }: Hand,
  most: number,
): { readonly changes: readonly Change[]; readonly tags: readonly string[] } {
  const changes: Change[] = [];
  const tags: string[] = [];
  for (let [next] = segments; next; [next] = segments) {
    const free = most - changes.length;
    if (free === 0 && next.changes.length > 0) break;
    changes.push(...next.changes.slice(0, free));
    const rest = next.changes.slice(free);
    if (rest.length > 0) segments[0] = { ...next, changes: rest };
    else {
      tags.push(next.tag);
      segments.shift();
    }
  }
  return { changes, tags };
}

const laterOf = (one: KnownCommit | null, other: KnownCommit): KnownCommit =>
  one && one.seq >= other.seq ? one : other;

/** Takes segments in hand until they fill a page. Gives how the step ends, if it does. */
async function fillHand(ports: PullPorts, loading: Loading, ahead: Ahead, hand: Hand): Promise<Step | 'names' | null> {
  const { now, snapshot, place } = loading;
  const held = (): number => hand.segments.reduce((sum, { changes }) => sum + changes.length, 0);
  const asking = (tag: string) => () => askSegment(ports, tag, saidWith(now, snapshot.epoch, hand.seen));
  while (held() < constants.rowsPerPage) {
    const [tag, ...missing] = hand.missing;
    if (tag === undefined) return null;
    const reply = await (ahead.take(tag) ?? asking(tag)());
    const answer = answerIn(reply, snapshot);
    if (answer === null) {
      if (tag === place.left[0]) return await withoutSegment(ports, loading, reply);
      // What is in hand goes in first; the next step looks at this answer.
      ahead.ask(tag, () => Promise.resolve(reply));
      hand.missing = [];
      return null;
    }
    const { seen, changes } = answer;
    hand.missing = missing;
    hand.seen = laterOf(hand.seen, seen);
    hand.segments.push({ tag, changes });
    const more = changes.length < constants.rowsPerPage ? mostAhead : 1;
    const following = place.left.indexOf(tag) + 1;
    for (const next of place.left.slice(following, following + more)) ahead.ask(next, asking(next));
  }
  return null;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The verdict of the answer's schema, by hand: that copies each of a hundred thousand rows. */
const isChange = (value: unknown): value is Change => {
  if (!isObject(value)) return false;
  const { table, id, row } = value as Readonly<Record<string, unknown>>;
  return typeof table === 'string' && typeof id === 'string' && (row === null || isObject(row));
};

/** The segment of an answer; null if it is none of this epoch. The cached bytes name no epoch; the call does. */
function answerIn(reply: Reply, { epoch }: Snapshot) {
  if (reply.outcome !== 'answer' || reply.marks.epoch !== epoch) return null;
  const { body } = reply as { readonly body: Readonly<Record<string, unknown>> };
  const { changes } = body;
  const read = syncEndpoints.history.answer.safeParse({ ...body, changes: [] });
  return read.success && Array.isArray(changes) && changes.every(isChange) ? { seen: read.data.seen, changes } : null;
}

async function withoutSegment(ports: PullPorts, { now, snapshot }: Loading, reply: Reply): Promise<Step | 'names'> {
  if (reply.outcome === 'refused')
    return reply.problem.code === 'RESYNC' ? 'names' : await turnedAway(ports, now.sync, reply);
  if (reply.outcome !== 'answer') return 'failed';
  return reply.marks.epoch === snapshot.epoch ? await unreadable(ports, 'history') : await beginAnew(ports);
}
