import { fillPath } from '#contract/endpoint.ts';
import { syncEndpoints } from '#contract/endpoints/sync.ts';
import { isProblemCode, problems } from '#contract/problems.ts';
import type { Reply } from '#net/reply.ts';
import type { HandedOver, Say } from '#session/lost.ts';
import type { Op } from '#store/op.ts';
import { type FarmStore, StorageFailure } from '#store/store.ts';
import { operationsOf } from '../outbox/send.ts';
import { Batches } from '../outbox/batches.ts';
import type { Clock } from '../ports.ts';
import { blobEndpoints } from '#contract/endpoints/blobs.ts';
import type { BlobState } from '#store/blobs.ts';
import { names, owedBlobs, uploadTimeoutMs } from '../blobs/blobs.ts';

interface LostPhotosPorts {
  readonly store: FarmStore;
  readonly say: Say;
  readonly clock: Pick<Clock, 'now'>;
  /** An empty call: tells whether the link failed or what was sent. */
  readonly ask: (organizationId: string) => Promise<'lost' | 'later' | 'not-lost'>;
}

/** 'done': how many stay, and whether the server judged each; else what stopped it. */
type PhotosGone =
  | { readonly is: 'done'; readonly left: number; readonly isWhole: boolean }
  | { readonly is: 'later' }
  | { readonly is: 'not-lost' };

/**
 * A lost phone's photos and voice notes follow its records, and are dropped once the server has them. Unnamed ones go at once; those of a
 * record that stays, stay.
 */
async function handOverPhotos(
  ports: LostPhotosPorts,
  unsent: readonly Op[],
  safe: ReadonlySet<string>,
): Promise<PhotosGone> {
  const { store } = ports;
  let left = 0;
  let isWhole = true;
  for (const organizationId of await store.farmsOwed())
    for (const blob of await toSend(ports, organizationId, unsent, safe)) {
      const end = await handOverOne(ports, organizationId, blob);
      if (end === 'later' || end === 'not-lost') return { is: end };
      if (end !== 'gone') left += 1;
      if (end === 'stopped') isWhole = false;
    }
  return { is: 'done', left, isWhole };
}

/** A farm's blobs whose record the server has; marks them, since the record will not stay. */
async function toSend(
  { store, clock }: LostPhotosPorts,
  organizationId: string,
  unsent: readonly Op[],
  safe: ReadonlySet<string>,
): Promise<readonly BlobState[]> {
  const owed = await owedBlobs({ store, clock, organizationId });
  const unnamed = owed.filter(({ is }) => is === 'unnamed').map(({ blob }) => blob.digest);
  if (unnamed.length > 0) await store.dropBlobs(organizationId, unnamed);
  const isSafe = ({ digest }: BlobState): boolean => unsent.some((op) => safe.has(op.opId) && names(op, digest));
  const ready = owed
    .filter(({ blob, is }) => is === 'ready' || (is === 'waits' && isSafe(blob)))
    .map((one) => one.blob);
  const named = ready.map((blob): BlobState => ({ ...blob, state: 'named' }));
  for (const blob of named) await store.putBlob(organizationId, blob);
  return named;
}

type End = 'gone' | 'refused' | 'stopped' | 'later' | 'not-lost';

async function handOverOne(
  { store, say, ask }: LostPhotosPorts,
  organizationId: string,
  blob: BlobState,
): Promise<End> {
  const { digest, paper } = blob;
  // Nobody takes money from a lost phone: it stays with its invoice.
  if (paper) return 'refused';
  const held = await store.blobBytes(organizationId, digest);
  const end = held
    ? photoOutcome(
        await say({
          method: blobEndpoints.putBlob.method,
          path: fillPath(blobEndpoints.putBlob.path, { org: organizationId, digest }),
          body: held.bytes,
          timeoutMs: uploadTimeoutMs,
        }),
        digest,
      )
    : 'gone';
  if (end === 'gone') await store.dropBlobs(organizationId, [digest]);
  if (end !== 'stopped') return end;
  const link = await ask(organizationId);
  return link === 'lost' ? end : link;
}

/** Only an answer of our API that names it proves that the server has it. */
function photoOutcome(reply: Reply, digest: string): Exclude<End, 'later'> {
  if (reply.outcome === 'unreachable') return 'stopped';
  if (reply.outcome === 'answer') {
    const parsed = blobEndpoints.putBlob.answer.safeParse(reply.body);
    return parsed.success && parsed.data.blob.digest === digest ? 'gone' : 'stopped';
  }
  const { code, status } = reply.problem;
  // The phone is lost, and no record on the server names this.
  if (code === 'SESSION_LOST') return 'refused';
  if (status === problems.SESSION_LOST.status) return 'not-lost';
  return isProblemCode(code) && problems[code].retry === 'never' ? 'refused' : 'stopped';
}

const operationsAtOnce = 50;

interface LostPhonePorts {
  readonly store: FarmStore;
  readonly say: Say;
  readonly userId: string;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * A lost phone's next contact (trust.md row 112): everything unsent is sent; the server keeps it apart and says which keys are safe; only
 * those are removed. A record that never gets through holds back neither the others nor the emptying. Never throws for the disk.
 */
export async function emptyLostPhone({ store, say, userId, clock }: LostPhonePorts): Promise<HandedOver> {
  try {
    for (;;) {
      const unsent = await store.unsent();
      const end = await handOverAll({ store, say, userId, clock }, unsent);
      const offered = new Set(unsent.map(({ opId }) => opId));
      // A dead page may have left a record in its journal: now in the database, it goes too.
      if (end.is !== 'emptied' || (await store.unsent()).every(({ opId }) => offered.has(opId))) return end;
    }
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure)) throw thrown;
    return { is: 'later' };
  }
}

async function handOverAll({ store, say, userId, clock }: LostPhonePorts, unsent: readonly Op[]): Promise<HandedOver> {
  const batches = new Batches(operationsAtOnce);
  const safe = new Set<string>();
  let isWhole = true;
  const askOf =
    (organizationId: string) =>
    (load: readonly Op[]): Promise<Reply> => {
      const path = fillPath(syncEndpoints.operations.path, { org: organizationId });
      return say({ method: 'POST', path, body: operationsOf(load, userId) });
    };
  for (const organizationId of new Set(unsent.map((op) => op.organizationId))) {
    const ops = unsent.filter((op) => op.organizationId === organizationId);
    const end = await handOver(ops, askOf(organizationId), batches, safe);
    if (end.is !== 'done') return end;
    isWhole &&= end.stopped === 0;
  }
  const ask = async (organizationId: string) => outcomeOf(await askOf(organizationId)([])).is;
  const photos = await handOverPhotos({ store, say, clock, ask }, unsent, safe);
  if (photos.is !== 'done') return photos;
  const left = await store.empty(safe);
  return { is: 'emptied', left, photosLeft: photos.left, isWhole: isWhole && photos.isWhole };
}

type Interrupted = Exclude<HandedOver, { readonly is: 'emptied' }>;

/** One farm's: adds safe keys to `safe`, and gives the number never answered. */
async function handOver(
  ops: readonly Op[],
  ask: (load: readonly Op[]) => Promise<Reply>,
  batches: Batches,
  safe: Set<string>,
): Promise<Interrupted | { readonly is: 'done'; readonly stopped: number }> {
  let rest = ops;
  for (;;) {
    const load = batches.next(rest);
    const [first] = load;
    if (!first || batches.isSilent(first)) return { is: 'done', stopped: rest.length };
    const heard = outcomeOf(await ask(load));
    if (heard.is === 'not-lost') return heard;
    if (heard.is === 'later') {
      // The link, or what was sent? An empty call passes where a record does not.
      const again = outcomeOf(await ask([]));
      if (again.is !== 'lost') return again;
    } else {
      for (const key of heard.kept) safe.add(key);
      rest = rest.filter((op) => !load.includes(op));
    }
    // At most fifty are sent: the time taken does not matter.
    batches.learn(load, { isAnswered: heard.is === 'lost', tookMs: 0 });
  }
}

/** Another 401: lost too long ago, or an ordinary ended session. */
function outcomeOf(reply: Reply): Interrupted | { readonly is: 'lost'; readonly kept: readonly string[] } {
  if (reply.outcome === 'unreachable') return { is: 'later' };
  if (reply.outcome === 'answer') return { is: 'not-lost' };
  if (reply.problem.code === 'SESSION_LOST') return { is: 'lost', kept: reply.problem.kept ?? [] };
  return reply.problem.status === problems.SESSION_LOST.status ? { is: 'not-lost' } : { is: 'later' };
}
