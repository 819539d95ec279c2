import type { RecordsPackage } from '#contract/records-package.ts';
import { attachmentTypeOf } from '#domain/attachments.ts';
import type { BlobState } from '#store/blobs.ts';
import type { Op } from '#store/op.ts';
import { StorageFailure } from '#store/store.ts';
import { names, owedBlobs, type SweepPorts } from '../blobs/blobs.ts';
import { digestOf, fresh, keepWithFreeSpace } from '../blobs/farm-blobs.ts';
import type { FilesToHandOver, TakenIn } from './handover.ts';

/** A size any phone opens: a hundred photos. The rest goes from its own phone. */
const mostBytes = 25 * 1024 * 1024;

/** Owed blobs of these records, oldest first, up to a file's limit. */
async function toCarry(
  ports: SweepPorts,
  ops: readonly Op[],
): Promise<{ readonly go: BlobState[]; readonly left: number }> {
  const owed = (await owedBlobs(ports)).map(({ blob }) => blob);
  const named = owed.filter(({ digest }) => ops.some((op) => names(op, digest)));
  const go: BlobState[] = [];
  let bytes = 0;
  for (const blob of named.toSorted((a, b) => (a.addedAt < b.addedAt ? -1 : 1))) {
    bytes += blob.size;
    if (bytes > mostBytes) break;
    go.push(blob);
  }
  return { go, left: named.length - go.length };
}

/** Their size, told before the file is made. */
export async function sizeOfFiles(ports: SweepPorts, ops: readonly Op[]): Promise<FilesToHandOver> {
  const { go, left } = await toCarry(ports, ops);
  const photos = go.filter(({ type }) => type.startsWith('image/')).length;
  // Base64: four letters per three bytes.
  const bytes = go.reduce((sum, { size }) => sum + Math.ceil(size / 3) * 4, 0);
  return { photos, voices: go.length - photos, bytes, left };
}

/** These records' blobs for a file. */
export async function packedBlobs(ports: SweepPorts, ops: readonly Op[]): Promise<RecordsPackage['blobs'] & object> {
  const { go } = await toCarry(ports, ops);
  const blobs: { digest: string; data: string }[] = [];
  for (const { digest } of go) {
    const held = await ports.store.blobBytes(ports.organizationId, digest);
    if (held) blobs.push({ digest, data: toText(held.bytes) });
  }
  return blobs;
}

/** Arguments that a call takes in every browser. */
const atOnce = 8192;

function toText(bytes: Uint8Array): string {
  let signs = '';
  for (let at = 0; at < bytes.length; at += atOnce) signs += String.fromCharCode(...bytes.subarray(at, at + atOnce));
  return btoa(signs);
}

function toBytes(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

/**
 * Keeps a package's photos and voice notes under their digests. Broken ones, or without room, are counted. `nowMs`: before the records came
 * in, to find them among what was sent since.
 */
export async function takeBlobs(
  ports: SweepPorts,
  { blobs = [] }: RecordsPackage,
  nowMs: number,
): Promise<Pick<TakenIn, 'files' | 'filesLeft'>> {
  let files = 0;
  for (const { digest, data } of blobs) if (await takeOne(ports, digest, toBytes(data), nowMs)) files += 1;
  return { files, filesLeft: blobs.length - files };
}

async function takeOne(
  ports: SweepPorts,
  digest: string,
  bytes: Uint8Array<ArrayBuffer> | null,
  nowMs: number,
): Promise<boolean> {
  if (bytes === null || attachmentTypeOf(bytes) === null || (await digestOf(bytes)) !== digest) return false;
  try {
    await keepWithFreeSpace(ports, fresh(digest, bytes, 'kept', nowMs), bytes);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure)) throw thrown;
    return false;
  }
}
