import { type Disk, keyValues, type Row, startingWith, type Tables } from './disk.ts';

/**
 * A photo or voice note on this phone, by the SHA-256 of its bytes.
 * - `kept`: taken here; no record on the server names it yet.
 * - `named`: a record on the server names it, its bytes are still to follow.
 * - `sent`: the server has said that it has it.
 * - `fetched`: somebody else's, kept to be seen without signal.
 */
export interface BlobState {
  readonly digest: string;
  readonly type: string;
  readonly size: number;
  readonly state: 'kept' | 'named' | 'sent' | 'fetched';
  /** When it came to this phone, and when the server took it. */
  readonly addedAt: string;
  readonly sentAt: string | null;
  /** The life of the server's database that took it: another one may have lost it. */
  readonly epoch: string | null;
  readonly attempts: number;
  /** Not to be sent before (milliseconds since 1970). */
  readonly nextAt: number;
  /** The code of the last refusal that no waiting cures. */
  readonly problem: string | null;
  /** Of a photo or PDF of an invoice: the SHA-256 (hexadecimal) of what the server keeps of it, by which the invoice lists it. */
  readonly content?: string;
  /** Of a photo or PDF of an invoice: where it goes, once the act that brings it is on the server. */
  readonly paper?: {
    readonly invoiceId: string;
    readonly name: string;
    /** The commit that put it there, once it was taken: until it is known here the invoice does not show it. */
    readonly seq: number | null;
  };
}

export interface BlobRow extends Row {
  readonly blob: BlobState;
}
/** Apart from the rows, so that a list of hundreds reads no bytes; plain bytes, for a phone's browser has lost kept files. */
export interface BytesRow extends Row {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Photos and voice notes of a farm on this device. Each method is one transaction. Throws `StorageFailure`. */
export interface BlobStore {
  /** Keeps bytes and what is known of them; what is here already stays as it is. */
  readonly keepBlob: (organizationId: string, blob: BlobState, bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly blobBytes: (
    organizationId: string,
    digest: string,
  ) => Promise<{ readonly type: string; readonly bytes: Uint8Array<ArrayBuffer> } | null>;
  readonly blobs: (organizationId: string) => Promise<readonly BlobState[]>;
  /** Writes what became of one, if it is still here. */
  readonly putBlob: (organizationId: string, blob: BlobState) => Promise<void>;
  readonly dropBlobs: (organizationId: string, digests: readonly string[]) => Promise<void>;
  /** Farms of which this device has photos or voice notes that no server is known to have. */
  readonly farmsOwed: () => Promise<readonly string[]>;
  /** All forms that are half filled in, as text: what they name is not to be dropped. */
  readonly draftsText: (organizationId: string) => Promise<string>;
}

const keyOf = (organizationId: string, digest: string): string => `${organizationId}/${digest}`;

async function keep(tables: Tables, key: string, blob: BlobState, bytes: BytesRow['bytes']): Promise<void> {
  const [there] = await tables.blobs.get<BlobRow>([key]);
  const [held] = await tables.blobBytes.get<BytesRow>([key]);
  if (!held) await tables.blobBytes.put([{ key, bytes } satisfies BytesRow]);
  // Taken here what was only looked at: from now on it is this phone's to send.
  const isOwnNow = there?.blob.state === 'fetched' && blob.state === 'kept';
  if (!there || isOwnNow) await tables.blobs.put([{ key, blob } satisfies BlobRow]);
}

/** The blobs of a store over a disk. */
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
