import { blobEndpoints } from '#contract/endpoints/blobs.ts';
import { fillPath } from '#contract/endpoint.ts';
import { isProblemCode, problems } from '#contract/problems.ts';
import type { Reply } from '#net/reply.ts';
import type { Say } from '#session/lost.ts';
import type { BlobState } from '#store/blobs.ts';
import type { Op } from '#store/op.ts';
import type { FarmStore } from '#store/store.ts';
import { names, owedBlobs, uploadTimeoutMs } from './blobs.ts';
import type { Clock } from '../ports.ts';

export interface LostPhotosPorts {
  readonly store: FarmStore;
  readonly say: Say;
  readonly clock: Pick<Clock, 'now'>;
  /** An empty call: tells whether the link failed or what was sent. */
  readonly ask: (organizationId: string) => Promise<'lost' | 'later' | 'not-lost'>;
}

/** 'done': how many stay, and whether the server judged each; else what stopped it. */
export type PhotosGone =
  | { readonly is: 'done'; readonly left: number; readonly isWhole: boolean }
  | { readonly is: 'later' }
  | { readonly is: 'not-lost' };

/**
 * A lost phone's photos and voice notes follow its records, and are dropped once the server has them. Unnamed ones go at once; those of a
 * record that stays, stay.
 */
export async function handOverPhotos(
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
    ? outcomeOf(
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
function outcomeOf(reply: Reply, digest: string): Exclude<End, 'later'> {
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
