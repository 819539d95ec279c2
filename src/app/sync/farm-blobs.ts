import { fillPath } from '../../contract/endpoint.ts';
import { blobEndpoints } from '../../contract/endpoints/blobs.ts';
import { attachmentSentences } from '../../contract/sentences-attachments.ts';
import { attachmentTypeOf } from '../../domain/attachments.ts';
import { failure, type Result, success } from '../../domain/result.ts';
import type { BlobState } from '../store/blobs.ts';
import { StorageFailure } from '../store/store.ts';
import { type BlobPorts, owedBlobs, sweepBlobs, type SweepPorts } from './blobs.ts';
import { isoAt } from './ports.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A photo or voice note as it is shown or played. `away`: not on this phone, and not to be had now. */
export type OpenedBlob =
  { readonly is: 'here'; readonly type: string; readonly bytes: Bytes } | { readonly is: 'away' };

/** A photo or voice note that the server does not take. */
export interface RefusedBlob {
  readonly digest: string;
  readonly isPhoto: boolean;
  readonly addedAt: string;
  /** Why, in Spanish. */
  readonly message: string;
}

/** Photos and voice notes of a farm: kept before the record is saved, sent after it (domain.md F17). */
export interface FarmBlobs {
  /** Keeps bytes on this phone and gives the name that a record calls them by; the failure is a sentence. */
  readonly keep: (bytes: Bytes) => Promise<Result<string, string>>;
  /** From this phone, else from the server; what was fetched stays for a while. */
  readonly open: (digest: string) => Promise<OpenedBlob>;
  /** How many of saved records are not on the server yet; apart from them those that it refused. */
  readonly waiting: () => Promise<{ readonly photos: number; readonly voices: number; readonly refused: number }>;
  /** Those that the server refused, with the reason. They stay here, and are offered again now and then. */
  readonly refused: () => Promise<readonly RefusedBlob[]>;
  /** The person typed DESCARTAR. */
  readonly discard: (digest: string) => Promise<void>;
}

/** The SHA-256 of bytes in hexadecimal: what records call them by. */
export async function digestOf(bytes: Bytes): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What is known of bytes that have just come to this phone. */
export const fresh = (digest: string, bytes: Bytes, state: BlobState['state'], nowMs: number): BlobState => ({
  digest,
  type: attachmentTypeOf(bytes) ?? '',
  size: bytes.length,
  state,
  addedAt: isoAt(nowMs),
  sentAt: null,
  epoch: null,
  attempts: 0,
  nextAt: 0,
  problem: null,
});

/** Keeps bytes; where there is no room, what the server has anyway goes first. Throws `StorageFailure` when that is not enough. */
export async function keepWithRoom(ports: SweepPorts, blob: BlobState, bytes: Bytes): Promise<void> {
  const put = (): Promise<void> => ports.store.keepBlob(ports.organizationId, blob, bytes);
  await put().catch(async (thrown: unknown) => {
    if (!(thrown instanceof StorageFailure)) throw thrown;
    await sweepBlobs(ports, true);
    await put();
  });
}

async function keep(ports: BlobPorts, bytes: Bytes): Promise<Result<string, string>> {
  const digest = await digestOf(bytes);
  try {
    await keepWithRoom(ports, fresh(digest, bytes, 'kept', ports.clock.now()), bytes);
    return success(digest);
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure)) throw thrown;
    return failure(attachmentSentences.noRoom);
  }
}

/** The file that an answer carries. */
function fileIn(body: unknown): Bytes | null {
  const { file } = (body ?? {}) as { readonly file?: { readonly bytes?: unknown } };
  return file?.bytes instanceof Uint8Array ? new Uint8Array(file.bytes) : null;
}

/** The bytes that are on this phone. A disk that is away now is asked again at the next look. */
const held = ({ store, organizationId }: BlobPorts, digest: string) =>
  store.blobBytes(organizationId, digest).catch((thrown: unknown) => {
    if (!(thrown instanceof StorageFailure)) throw thrown;
    return null;
  });

async function open(ports: BlobPorts, digest: string): Promise<OpenedBlob> {
  const { store, net, organizationId, clock } = ports;
  const here = await held(ports, digest);
  if (here) return { is: 'here', ...here };
  const { method, path } = blobEndpoints.blob;
  const reply = await net.call({ method, path: fillPath(path, { org: organizationId, digest }) });
  const bytes = reply.outcome === 'answer' ? fileIn(reply.body) : null;
  if (bytes === null || (await digestOf(bytes)) !== digest) return { is: 'away' };
  const blob = fresh(digest, bytes, 'fetched', clock.now());
  try {
    await store.keepBlob(organizationId, blob, bytes);
  } catch (thrown) {
    // It is shown all the same: the server has it.
    if (!(thrown instanceof StorageFailure)) throw thrown;
  }
  return { is: 'here', type: blob.type, bytes };
}

const isPhoto = ({ type }: BlobState): boolean => type.startsWith('image/');

/** Opens the photos and voice notes of a farm. */
export const openBlobs = (ports: BlobPorts): FarmBlobs => ({
  keep: (bytes) => keep(ports, bytes),
  open: (digest) => open(ports, digest),
  waiting: async () => {
    const owed = (await owedBlobs(ports)).filter(({ is }) => is !== 'unnamed').map(({ blob }) => blob);
    const going = owed.filter(({ problem }) => problem === null);
    const photos = going.filter(isPhoto).length;
    return { photos, voices: going.length - photos, refused: owed.length - going.length };
  },
  refused: async () =>
    (await owedBlobs(ports)).flatMap(({ blob }) =>
      blob.problem === null
        ? []
        : [
            {
              digest: blob.digest,
              isPhoto: isPhoto(blob),
              addedAt: blob.addedAt,
              message: attachmentSentences.refused(blob.problem),
            },
          ],
    ),
  discard: (digest) => ports.store.dropBlobs(ports.organizationId, [digest]),
});
