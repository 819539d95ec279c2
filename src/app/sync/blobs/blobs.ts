import { invoice as invoiceThing } from '#domain/things/invoice.ts';
import { blobEndpoints } from '#contract/endpoints/blobs.ts';
import { invoiceEndpoints } from '#contract/endpoints/invoices.ts';
import { fillPath } from '#contract/endpoint.ts';
import { isProblemCode, problems } from '#contract/problems.ts';
import type { Reply, Request } from '#net/reply.ts';
import type { BlobState } from '#store/blobs.ts';
import { type Op, rejected } from '#store/op.ts';
import type { FarmStore, OutboxNow } from '#store/store.ts';
import { backendOf } from '../backend-of.ts';
import { backoffMs } from '../outbox/outbox.ts';
import { type Clock, type FarmNet, isoAt, type Random } from '../ports.ts';

/** A photo or PDF of an invoice, by its digest. */
export interface Paper {
  readonly digest: string;
  /** As chosen: the server shows it. */
  readonly name: string;
}

/** Files that an op brings to its invoice (`beside` of its declaration). */
const papersOf = ({ subject, shown }: Pick<Op, 'subject' | 'shown'>): readonly Paper[] => {
  const papers = subject === invoiceThing.name ? shown?.papers : undefined;
  return Array.isArray(papers) ? (papers as readonly Paper[]) : [];
};

export interface BlobPorts {
  readonly store: FarmStore;
  readonly net: FarmNet;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly organizationId: string;
}

export type SweepPorts = Pick<BlobPorts, 'store' | 'organizationId'> & { readonly clock: Pick<Clock, 'now'> };

/** Half a megabyte on the worst usable link. */
export const uploadTimeoutMs = 120_000;
/** Rejected by the server: stays, and is offered again now and then. */
const refusedAgainMs = 6 * 3_600_000;
/** Archived records searched for the one that names a photo. */
const mostArchived = 2000;
/** A photo has the phone's time when taken, its record that of its arrival: the clock may have been corrected in between. */
const clockSetBackMs = 40 * 86_400_000;

/** Whether an op names a blob. Nothing else in a record looks like a 64-letter digest. */
export const names = ({ body, shown }: Pick<Op, 'body' | 'shown'>, digest: string): boolean =>
  JSON.stringify([body, shown]).includes(digest);

function paperIn(ops: readonly Op[], digest: string): BlobState['paper'] {
  for (const op of ops) {
    const paper = op.state === 'discarded' ? undefined : papersOf(op).find((one) => one.digest === digest);
    if (paper) return { invoiceId: op.entityId, name: paper.name, seq: null };
  }
  return undefined;
}

/**
 * Whether the server keeps a rejected field record for its office (decision 0012): then its photo goes too, as the phone may never be
 * looked at again.
 */
export const isStoredRejection = ({ state, subject, body, problem }: Op): boolean =>
  state === rejected &&
  // Money is not kept for anybody (server/kernel/rejected.ts).
  subject !== invoiceThing.name &&
  body?.offline === true &&
  problem !== null &&
  isProblemCode(problem.code) &&
  problems[problem.code].retry === 'never';

/** May go, waits for its record, or named by no saved record. */
type Standing = 'ready' | 'waits' | 'unnamed';

function standingIn({ ops }: OutboxNow, archived: readonly Op[], { digest, state }: BlobState): Standing {
  const naming = ops.filter((op) => names(op, digest));
  if (naming.some((op) => op.state === 'acked' || isStoredRejection(op))) return 'ready';
  if (naming.length > 0) return 'waits';
  // Proved before: the record has left the archive, or is being resent to a restored server.
  if (state !== 'kept') return 'ready';
  return archived.some((op) => op.state !== 'discarded' && names(op, digest)) ? 'ready' : 'unnamed';
}

/** Whether the server may lack it: it never confirmed it, or was restored since. */
const isOwed = ({ state, epoch }: BlobState, { sync }: OutboxNow): boolean =>
  state === 'kept' || state === 'named' || (state === 'sent' && sync.epoch !== null && epoch !== sync.epoch);

/** The earliest a photo's record may have arrived; any time, if the phone's clock was surely ahead. */
function sinceWhen({ addedAt }: BlobState, nowMs: number): string {
  const added = Date.parse(addedAt);
  return added > nowMs ? '' : isoAt(added - clockSetBackMs);
}

/** Blobs owed to the server, with what each waits for. */
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
  return owed.map((blob) => {
    const paper = blob.paper ?? paperIn([...now.ops, ...archived], blob.digest);
    return { blob: paper ? { ...blob, paper } : blob, is: standingIn(now, archived, blob) };
  });
}

/** One that a proxy blocks must not hold back the others. */
const leastTried = (a: BlobState, b: BlobState): number => a.attempts - b.attempts || (a.addedAt < b.addedAt ? -1 : 1);

/** 'done': nothing left that may go; 'no-link': link or session failed. */
type BlobsSent = 'done' | 'no-link';

/** Sends the blobs whose record the server has (domain.md F17). Failures stay and are retried. `eager`: ignores backoffs. */
export async function sendBlobs(ports: BlobPorts, eager: boolean, isCurrent: () => boolean): Promise<BlobsSent> {
  const { store, organizationId, clock } = ports;
  const { sync } = await store.outbox(organizationId);
  // After a restore, rows are fetched first.
  if (sync.cursor === null || sync.wantEpoch !== null) return 'done';
  // The specification only takes invoices' files.
  const takesAll = backendOf(sync).has('blobs');
  const isTaken = ({ paper }: BlobState): boolean => paper !== undefined || takesAll;
  const owed = (await owedBlobs(ports)).filter(({ is, blob }) => is === 'ready' && isTaken(blob));
  const ready = owed.map(({ blob }) => blob);
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
  const reply = await net.call({ ...(await uploadOf(ports, blob, held.bytes)), timeoutMs: uploadTimeoutMs });
  const { sync } = await store.outbox(organizationId);
  const after = settled(ports, blob, reply, sync.epoch);
  await store.putBlob(organizationId, after);
  return after.state === 'sent' || after.problem !== null ? 'done' : 'no-link';
}

type Upload = Pick<Request, 'method' | 'path' | 'body'>;

/** The upload call. The server knows an invoice's file by its content, so a repeat adds none. */
async function uploadOf(
  { store, organizationId }: BlobPorts,
  { digest, paper }: BlobState,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Upload> {
  if (!paper) {
    const { method, path } = blobEndpoints.putBlob;
    return { method, path: fillPath(path, { org: organizationId, digest }), body: bytes };
  }
  const { method, path } = invoiceEndpoints.uploadInvoice;
  const form = new FormData();
  form.set('invoice_id', await store.resolveId(organizationId, paper.invoiceId));
  form.append('files', new File([bytes], paper.name));
  return { method, path: fillPath(path, { org: organizationId }), body: form };
}

/** Only an answer of our API that names it proves that the server has it. */
function isConfirmed(blob: BlobState, body: unknown): boolean {
  if (blob.paper) return invoiceEndpoints.uploadInvoice.answer.safeParse(body).success;
  const parsed = blobEndpoints.putBlob.answer.safeParse(body);
  return parsed.success && parsed.data.blob.digest === blob.digest;
}

/** The blob after an answer. `epoch`: for a backend that gives none. */
function settled({ clock, random }: BlobPorts, blob: BlobState, reply: Reply, epoch: string | null): BlobState {
  const now = clock.now();
  const attempts = blob.attempts + 1;
  const waitMs = backoffMs(attempts, random.fraction());
  if (reply.outcome === 'answer') {
    if (isConfirmed(blob, reply.body)) {
      const paper = blob.paper && { ...blob.paper, seq: reply.marks.seq };
      const taken = { ...blob, ...(paper && { paper }), sentAt: isoAt(now), epoch: reply.marks.epoch ?? epoch };
      return { ...taken, state: 'sent', problem: null, attempts };
    }
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

/** How long unneeded blobs stay. A photo stays as long as its record can be resent to a restored server. */
const retentionMs = { sent: days(90), fetched: days(30), unnamed: days(14) } as const;

/**
 * Drops what the server has had for long, what was only viewed, and what no record or form names; never what is owed. `pressed`: no room,
 * so all that the server has goes now.
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
    if (unnamed.has(blob.digest)) return isOld(blob.addedAt, retentionMs.unnamed);
    if (owedDigests.has(blob.digest)) return false;
    if (blob.state === 'fetched') return pressed || isOld(blob.addedAt, retentionMs.fetched);
    return pressed || isOld(blob.sentAt ?? blob.addedAt, retentionMs.sent);
  };
  const blobs = await store.blobs(organizationId);
  const needless = blobs.filter(isNeedless).map((blob) => blob.digest);
  if (needless.length > 0) await store.dropBlobs(organizationId, needless);
}
