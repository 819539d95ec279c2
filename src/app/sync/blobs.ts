import { blobEndpoints } from '../../contract/endpoints/blobs.ts';
import { fillPath } from '../../contract/endpoint.ts';
import { problems, isProblemCode } from '../../contract/problems.ts';
import type { Reply } from '../net/reply.ts';
import type { BlobState } from '../store/blobs.ts';
import type { Op } from '../store/op.ts';
import type { FarmStore, OutboxNow } from '../store/store.ts';
import { isForeign } from './foreign.ts';
import { backoffMs } from './outbox.ts';
import { type Chance, type Clock, type FarmNet, isoAt } from './ports.ts';

export interface BlobPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly clock: Clock;
  readonly chance: Pick<Chance, 'fraction'>;
  readonly organizationId: string;
}

/** What tidying up needs. */
export type SweepPorts = Pick<BlobPorts, 'store' | 'organizationId'> & { readonly clock: Pick<Clock, 'now'> };

/** Half a megabyte on the worst link that still answers. */
export const uploadTimeoutMs = 120_000;
/** What the server will not take as it is: it stays here, and is offered again now and then. */
const refusedAgainMs = 6 * 3_600_000;
/** As many archived records as are looked through for the one that names a photo. */
const mostArchived = 2000;
/** A photo is dated by the phone as it was taken, its record as it arrived: the clock may have been set right in between. */
const clockSetBackMs = 40 * 86_400_000;

/** Whether an act names a photo or voice note. A digest of 64 letters is like nothing else that a record says. */
export const names = ({ body }: Pick<Op, 'body'>, digest: string): boolean => JSON.stringify(body).includes(digest);

/**
 * Whether the server keeps a refused record of the field for its office to decide on (decision 0012): then its photo follows it there,
 * for the office to see, and so that it does not depend on a phone that may never be looked at again.
 */
export const isKeptAside = ({ state, body, problem }: Op): boolean =>
  state === 'attention' &&
  body?.['offline'] === true &&
  problem !== null &&
  isProblemCode(problem.code) &&
  problems[problem.code].retry === 'never';

/** What a blob waits for: nothing any more, its record, or that somebody saves a record that names it. */
type Standing = 'ready' | 'waits' | 'unnamed';

function standingIn({ ops }: OutboxNow, archived: readonly Op[], { digest, state }: BlobState): Standing {
  const naming = ops.filter((op) => names(op, digest));
  if (naming.some((op) => op.state === 'acked' || isKeptAside(op))) return 'ready';
  if (naming.length > 0) return 'waits';
  // Proved before: the record left the archive long ago, or is on its way back to a server that was restored.
  if (state !== 'kept') return 'ready';
  return archived.some((op) => op.state !== 'discarded' && names(op, digest)) ? 'ready' : 'unnamed';
}

/** Whether the server is not known to have it: it never said so, or went back in time since. */
const isOwed = ({ state, epoch }: BlobState, { sync }: OutboxNow): boolean =>
  state === 'kept' || state === 'named' || (state === 'sent' && sync.epoch !== null && epoch !== sync.epoch);

/** From when on the record of a photo may have arrived; from the beginning where the phone's clock was ahead beyond doubt. */
function sinceWhen({ addedAt }: BlobState, nowMs: number): string {
  const added = Date.parse(addedAt);
  return added > nowMs ? '' : isoAt(added - clockSetBackMs);
}

/** The blobs that the server is owed, with what each waits for. */
export async function owedBlobs({
  store,
  clock,
  organizationId,
}: SweepPorts): Promise<readonly { readonly blob: BlobState; readonly is: Standing }[]> {
  const blobs = await store.blobs(organizationId);
  if (blobs.length === 0) return [];
  const now = await store.outbox(organizationId);
  const owed = blobs.filter((blob) => isOwed(blob, now));
  const open = owed.filter((blob) => blob.state === 'kept' && standingIn(now, [], blob) === 'unnamed');
  const since = open.map((blob) => sinceWhen(blob, clock.now())).toSorted()[0] ?? '';
  const archived = open.length > 0 ? await store.archived(organizationId, since, mostArchived) : [];
  return owed.map((blob) => ({ blob, is: standingIn(now, archived, blob) }));
}

/** One that some proxy on the way does not let through holds back no other. */
const leastTried = (a: BlobState, b: BlobState): number => a.attempts - b.attempts || (a.addedAt < b.addedAt ? -1 : 1);

/** How a run ended: nothing left that may go now, or the link or session does not carry. */
export type BlobsSent = 'done' | 'no-link';

/**
 * Sends the bytes of photos and voice notes whose record the server has (domain.md F17): records first, always. A failure loses
 * nothing: what was not taken stays and goes again. `eager`: without regard to the waits after failures.
 */
export async function sendBlobs(ports: BlobPorts, eager: boolean, isCurrent: () => boolean): Promise<BlobsSent> {
  const { store, organizationId, clock } = ports;
  const { sync } = await store.outbox(organizationId);
  // A backend of the specification's own has no such call, and one that was restored is fetched anew first.
  if (isForeign(sync) || sync.cursor === null || sync.wantEpoch !== null) return 'done';
  const ready = (await owedBlobs(ports)).filter(({ is }) => is === 'ready').map(({ blob }) => blob);
  for (const blob of ready.toSorted(leastTried)) {
    if (!isCurrent()) return 'done';
    const named: BlobState = blob.state === 'sent' ? blob : { ...blob, state: 'named' };
    if (blob.state === 'kept') await store.putBlob(organizationId, named);
    if (!eager && blob.nextAt > clock.now()) continue;
    if ((await sendOne(ports, named)) === 'no-link') return 'no-link';
  }
  return 'done';
}

async function sendOne(ports: BlobPorts, blob: BlobState): Promise<BlobsSent> {
  const { store, net, organizationId, clock } = ports;
  const held = await store.blobBytes(organizationId, blob.digest);
  if (!held) {
    await store.diagnose({ at: isoAt(clock.now()), event: 'blob-without-bytes', detail: blob.digest });
    await store.dropBlobs(organizationId, [blob.digest]);
    return 'done';
  }
  const reply = await net.call({
    method: blobEndpoints.putBlob.method,
    path: fillPath(blobEndpoints.putBlob.path, { org: organizationId, digest: blob.digest }),
    body: held.bytes,
    timeoutMs: uploadTimeoutMs,
  });
  const after = settled(ports, blob, reply);
  await store.putBlob(organizationId, after);
  return after.state === 'sent' || after.problem !== null ? 'done' : 'no-link';
}

/** What an answer makes of a blob. Only an answer of our own API that names it proves that the server has it. */
function settled({ clock, chance }: BlobPorts, blob: BlobState, reply: Reply): BlobState {
  const now = clock.now();
  const attempts = blob.attempts + 1;
  const waitMs = backoffMs(attempts, chance.fraction());
  if (reply.outcome === 'answer') {
    const told = blobEndpoints.putBlob.answer.safeParse(reply.body);
    if (told.success && told.data.blob.digest === blob.digest)
      return { ...blob, state: 'sent', sentAt: isoAt(now), epoch: reply.marks.epoch, problem: null, attempts };
    return { ...blob, state: 'named', attempts, nextAt: now + waitMs, problem: null };
  }
  if (reply.outcome === 'unreachable')
    return { ...blob, state: 'named', attempts, nextAt: now + waitMs, problem: null };
  const { code, retryAfterMs } = reply.problem;
  const isFinal = isProblemCode(code) && problems[code].retry === 'never';
  const wait = isFinal ? refusedAgainMs : Math.max(waitMs, retryAfterMs ?? 0);
  return { ...blob, state: 'named', attempts, nextAt: now + wait, problem: isFinal ? code : null };
}

const days = (count: number): number => count * 86_400_000;

/** How long what is not needed stays, by what it is. As long as a record is offered again to a restored server, so is its photo. */
const keptFor = { sent: days(90), fetched: days(30), unnamed: days(14) } as const;

/**
 * Drops what nobody needs: what the server has had for long, what was only looked at, what no record and no half-filled form names.
 * What the server is owed for a record stays, however long that takes. `pressed`: there is no room, so what the server has goes now.
 */
export async function sweepBlobs(ports: SweepPorts, pressed: boolean): Promise<void> {
  const { store, organizationId, clock } = ports;
  const owed = await owedBlobs(ports);
  const drafts = await store.draftsText(organizationId);
  const unnamed = new Set(owed.filter(({ is }) => is === 'unnamed').map(({ blob }) => blob.digest));
  const owedDigests = new Set(owed.map(({ blob }) => blob.digest));
  const isOld = (at: string, forMs: number): boolean => Date.parse(at) < clock.now() - forMs;
  const isNeedless = (blob: BlobState): boolean => {
    if (drafts.includes(blob.digest)) return false;
    if (unnamed.has(blob.digest)) return isOld(blob.addedAt, keptFor.unnamed);
    if (owedDigests.has(blob.digest)) return false;
    if (blob.state === 'fetched') return pressed || isOld(blob.addedAt, keptFor.fetched);
    return pressed || isOld(blob.sentAt ?? blob.addedAt, keptFor.sent);
  };
  const blobs = await store.blobs(organizationId);
  const needless = blobs.filter(isNeedless).map((blob) => blob.digest);
  if (needless.length > 0) await store.dropBlobs(organizationId, needless);
}
