import { fillPath } from '#contract/endpoint.ts';
import { blobEndpoints } from '#contract/endpoints/blobs.ts';
import { attachmentSentences } from '#contract/sentences-attachments.ts';
import { attachmentTypeOf } from '#domain/attachments.ts';
import { fileTypeOf } from '#domain/office/file-types.ts';
import { withoutMetadata } from '#domain/office/picture-metadata.ts';
import { failure, type Result, success } from '#domain/result.ts';
import type { BlobState } from '#store/blobs.ts';
import { StorageFailure } from '#store/store.ts';
import { type BlobPorts, owedBlobs, type Paper, sweepBlobs, type SweepPorts } from './blobs.ts';
import { isoAt } from '../ports.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** `away`: not on this phone, and not available now. */
type OpenedBlob = { readonly is: 'here'; readonly type: string; readonly bytes: Bytes } | { readonly is: 'away' };

/** A blob that the server rejects. */
export interface RefusedBlob {
  readonly digest: string;
  readonly kind: 'photo' | 'voice' | 'paper';
  readonly name: string | null;
  readonly addedAt: string;
  readonly message: string;
}

/** An invoice's file that this phone's row of the invoice does not show yet. */
export interface WaitingPaper extends Paper {
  readonly type: string;
  readonly size: number;
  /** The content hash by which newer servers list it; null if older than that. */
  readonly content: string | null;
  readonly isSent: boolean;
  /** Why the server rejects it, in Spanish; else null. */
  readonly problem: string | null;
}

/** Waiting blobs by kind; `papers`: invoices' files. */
export interface WaitingBlobs {
  readonly photos: number;
  readonly voices: number;
  readonly papers: number;
  readonly refused: number;
}

/** A farm's photos, voice notes and invoice files: kept before the record is saved, sent after it (domain.md F17, §2.8). */
export interface FarmBlobs {
  /**
   * Keeps bytes and gives their name for a record; the failure is a sentence. `invoiceId`: a file of that invoice; the same bytes on
   * another invoice are another file.
   */
  readonly keep: (bytes: Bytes, invoiceId?: string) => Promise<Result<string, string>>;
  /** From this phone or the server; fetched ones are cached for a while. */
  readonly open: (digest: string) => Promise<OpenedBlob>;
  /** From this phone only; null if not here or the disk fails. */
  readonly here: (digest: string) => Promise<{ readonly type: string; readonly bytes: Bytes } | null>;
  /** Those of saved records not on the server yet; rejected ones apart. */
  readonly waiting: () => Promise<WaitingBlobs>;
  readonly papers: (invoiceId: string) => Promise<readonly WaitingPaper[]>;
  /** Those the server rejected, with the reason. They stay, and are offered again now and then. */
  readonly refused: () => Promise<readonly RefusedBlob[]>;
  /** The person typed DESCARTAR. */
  readonly discard: (digest: string) => Promise<void>;
}

/** SHA-256 in hex: the name used in records. */
export async function digestOf(bytes: Bytes): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const fresh = (digest: string, bytes: Bytes, state: BlobState['state'], nowMs: number): BlobState => ({
  digest,
  type: attachmentTypeOf(bytes) ?? fileTypeOf(bytes) ?? '',
  size: bytes.length,
  state,
  addedAt: isoAt(nowMs),
  sentAt: null,
  epoch: null,
  attempts: 0,
  nextAt: 0,
  problem: null,
});

/** Keeps bytes, at need at the cost of what the server has. Throws `StorageFailure` when that is not enough. */
export async function keepWithFreeSpace(ports: SweepPorts, blob: BlobState, bytes: Bytes): Promise<void> {
  const put = (): Promise<void> => ports.store.keepBlob(ports.organizationId, blob, bytes);
  await put().catch(async (thrown: unknown) => {
    if (!(thrown instanceof StorageFailure)) throw thrown;
    await sweepBlobs(ports, true);
    await put();
  });
}

async function keep(ports: BlobPorts, bytes: Bytes, invoiceId: string | undefined): Promise<Result<string, string>> {
  const own = invoiceId === undefined ? [] : [...new TextEncoder().encode(`${invoiceId}:`)];
  const digest = await digestOf(own.length === 0 ? bytes : new Uint8Array([...own, ...bytes]));
  const blob = fresh(digest, bytes, 'kept', ports.clock.now());
  const type = fileTypeOf(bytes);
  const isPaper = invoiceId !== undefined && type !== null;
  const content = isPaper ? { content: await digestOf(new Uint8Array(withoutMetadata(bytes, type))) } : {};
  try {
    await keepWithFreeSpace(ports, { ...blob, ...content }, bytes);
    return success(digest);
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure)) throw thrown;
    return failure(attachmentSentences.noSpace);
  }
}

function fileIn(body: unknown): Bytes | null {
  const { file } = (body ?? {}) as { readonly file?: { readonly bytes?: unknown } };
  return file?.bytes instanceof Uint8Array ? new Uint8Array(file.bytes) : null;
}

/** Null also while the disk fails: asked again at the next look. */
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
    // Shown all the same: the server has it.
    if (!(thrown instanceof StorageFailure)) throw thrown;
  }
  return { is: 'here', type: blob.type, bytes };
}

const kindOf = ({ type, paper }: BlobState): RefusedBlob['kind'] =>
  paper ? 'paper' : type.startsWith('image/') ? 'photo' : 'voice';

/** Why the server rejects it; null if it does not. */
const problemOf = (blob: BlobState): string | null =>
  blob.problem === null ? null : attachmentSentences.refused(blob.problem, kindOf(blob) === 'paper');

/** An invoice's files still to be sent, and those sent but not yet in a row that this phone knows. */
async function papersFor(ports: BlobPorts, shownId: string): Promise<readonly WaitingPaper[]> {
  const { store, organizationId } = ports;
  const blobs = await store.blobs(organizationId);
  if (blobs.length === 0) return [];
  const [owed, { sync }] = [await owedBlobs(ports), await store.outbox(organizationId)];
  const waiting = owed.filter(({ is }) => is !== 'unnamed').map(({ blob }) => blob);
  const isUnseen = ({ state, paper }: BlobState): boolean =>
    state === 'sent' && typeof paper?.seq === 'number' && paper.seq > (sync.cursor ?? 0);
  const here = [
    ...waiting,
    ...blobs.filter((blob) => isUnseen(blob) && !waiting.some((one) => one.digest === blob.digest)),
  ];
  here.sort((a, b) => (a.addedAt < b.addedAt ? -1 : 1));
  const id = await store.resolveId(organizationId, shownId);
  const found: WaitingPaper[] = [];
  for (const blob of here) {
    const { digest, type, size, paper, content = null } = blob;
    const isSent = blob.state === 'sent';
    if (paper && (await store.resolveId(organizationId, paper.invoiceId)) === id)
      found.push({ digest, name: paper.name, type, size, content, isSent, problem: problemOf(blob) });
  }
  return found;
}

export const openBlobs = (ports: BlobPorts): FarmBlobs => ({
  keep: (bytes, invoiceId) => keep(ports, bytes, invoiceId),
  open: (digest) => open(ports, digest),
  here: (digest) => held(ports, digest),
  waiting: async () => {
    const owed = (await owedBlobs(ports)).filter(({ is }) => is !== 'unnamed').map(({ blob }) => blob);
    const going = owed.filter(({ problem }) => problem === null);
    const counted = (kind: RefusedBlob['kind']): number => going.filter((blob) => kindOf(blob) === kind).length;
    const refused = owed.length - going.length;
    return { photos: counted('photo'), voices: counted('voice'), papers: counted('paper'), refused };
  },
  papers: (invoiceId) => papersFor(ports, invoiceId),
  refused: async () =>
    (await owedBlobs(ports)).flatMap(({ blob }) => {
      const message = problemOf(blob);
      const { digest, addedAt, paper } = blob;
      return message === null ? [] : [{ digest, kind: kindOf(blob), name: paper?.name ?? null, addedAt, message }];
    }),
  discard: (digest) => ports.store.dropBlobs(ports.organizationId, [digest]),
});
