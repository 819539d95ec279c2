import { type Disk, keyValues, type Row, startingWith, type Tables } from './disk.ts';

/**
 * A photo or voice note, by the SHA-256 of its bytes.
 * - `kept`: taken here; no record on the server names it yet.
 * - `named`: a record on the server names it; its bytes are unsent.
 * - `sent`: the server confirmed it.
 * - `fetched`: somebody else's, cached for offline.
 */
export interface BlobState {
  readonly digest: string;
  readonly type: string;
  readonly size: number;
  readonly state: 'kept' | 'named' | 'sent' | 'fetched';
  readonly addedAt: string;
  readonly sentAt: string | null;
  /** The epoch of the server that took it: another may have lost it. */
  readonly epoch: string | null;
  readonly attempts: number;
  /** Not sent before (epoch milliseconds). */
  readonly nextAt: number;
  /** Code of the last permanent refusal. */
  readonly problem: string | null;
  /** Invoice paper only: SHA-256 (hex) of what the server keeps, by which the invoice lists it. */
  readonly content?: string;
  /** Invoice paper only: where it goes once its act is on the server. */
  readonly paper?: {
    readonly invoiceId: string;
    readonly name: string;
    /** The commit that attached it; until that is pulled, the invoice does not show it. */
    readonly seq: number | null;
  };
}

export interface BlobRow extends Row {
  readonly blob: BlobState;
}
/** Apart from the rows, so that a list reads no bytes; plain bytes, since a phone's browser lost stored `File`s. */
export interface BytesRow extends Row {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A farm's photos and voice notes on this device. Each method is one transaction. Throws `StorageFailure`. */
export interface BlobStore {
  /** Stores bytes and state; what is here already stays. */
  readonly keepBlob: (organizationId: string, blob: BlobState, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly blobBytes: (
    organizationId: string,
    digest: string,
  ) => Promise<{ readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> } | null>;
  readonly blobs: (organizationId: string) => Promise<readonly BlobState[]>;
  readonly putBlob: (organizationId: string, blob: BlobState) => Promise<void>;
  readonly dropBlobs: (organizationId: string, digests: readonly string[]) => Promise<void>;
  /** Farms with photos or voice notes that no server is known to have. */
  readonly farmsOwed: () => Promise<readonly string[]>;
  /** All drafts as text: blobs they name must not be dropped. */
  readonly draftsText: (organizationId: string) => Promise<string>;
}

const keyOf = (organizationId: string, digest: string): string => `${organizationId}/${digest}`;

async function keep(tables: Tables, key: string, blob: BlobState, bytes: BytesRow['bytes']): Promise<void> {
  const [there] = await tables.blobs.get<BlobRow>([key]);
  const [held] = await tables.blobBytes.get<BytesRow>([key]);
  if (!held) await tables.blobBytes.put([{ key, bytes } satisfies BytesRow]);
  // Only viewed before, now taken here: this phone's to send.
  const isOwnNow = there?.blob.state === 'fetched' && blob.state === 'kept';
  if (!there || isOwnNow) await tables.blobs.put([{ key, blob } satisfies BlobRow]);
}

export const blobStore = (disk: Disk): BlobStore => ({
  keepBlob: (organizationId, blob, bytes) =>
    disk.transact('write', ['blobs', 'blobBytes'], (tables) =>
      keep(tables, keyOf(organizationId, blob.digest), blob, bytes),
    ),
  blobBytes: (organizationId, digest) =>
    disk.transact('read', ['blobs', 'blobBytes'], async (tables) => {
      const key = keyOf(organizationId, digest);
      const [row] = await tables.blobs.get<BlobRow>([key]);
      const [held] = await tables.blobBytes.get<BytesRow>([key]);
      return row && held ? { type: row.blob.type, bytes: held.bytes } : null;
    }),
  blobs: (organizationId) =>
    disk.transact('read', ['blobs'], async (tables) =>
      (await tables.blobs.range<BlobRow>(startingWith(`${organizationId}/`))).map((row) => row.blob),
    ),
  putBlob: (organizationId, blob) =>
    disk.transact('write', ['blobs'], async (tables) => {
      const key = keyOf(organizationId, blob.digest);
      const [there] = await tables.blobs.get<BlobRow>([key]);
      if (there) await tables.blobs.put([{ key, blob } satisfies BlobRow]);
    }),
  dropBlobs: (organizationId, digests) =>
    disk.transact('write', ['blobs', 'blobBytes'], async (tables) => {
      const keys = digests.map((digest) => keyOf(organizationId, digest));
      await tables.blobs.remove(keys);
      await tables.blobBytes.remove(keys);
    }),
  farmsOwed: () =>
    disk.transact('read', ['blobs'], async (tables) => {
      const rows = await tables.blobs.range<BlobRow>(startingWith(''));
      const owed = rows.filter(({ blob: { state } }) => state === 'kept' || state === 'named');
      return [...new Set(owed.map(({ key }) => key.slice(0, key.lastIndexOf('/'))))];
    }),
  draftsText: (organizationId) =>
    disk.transact('read', [keyValues], async (tables) =>
      JSON.stringify(await tables[keyValues].range(startingWith(`draft/${organizationId}/`))),
    ),
});
