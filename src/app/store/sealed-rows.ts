import type { BlobRow, BytesRow } from './blobs.ts';
import { keyValues, type Row, type TableName } from './disk.ts';

/**
 * What is sealed apart. What waits goes back as soon as its person is in. For a farm whose team he left each record is sealed by itself, to
 * be counted unread: 'left' is to be sent, 'refused' was not taken, 'names' is what they speak of. What he typed and what a server has go
 * back where he is on the team.
 */
export type SealedGroup = 'waits' | 'left' | 'refused' | 'names' | 'typed' | 'sent';

/** Rows of one table that were sealed together, as they stood there; a photo goes with its bytes. */
export interface SealedPart {
  readonly table: Extract<TableName, 'outbox' | 'archive' | typeof keyValues | 'things' | 'blobs'>;
  readonly rows: readonly Row[];
  readonly bytes?: BytesRow['bytes'];
}

/** A sealed row: its bytes are what `sealBytes` made of a part. */
export type SealedRow = BytesRow;

/** Where sealed rows begin: of a group, and in it of a farm. */
export const sealedAt = (group: SealedGroup, organizationId?: string): string =>
  organizationId === undefined ? `${group}/` : `${group}/${organizationId}/`;

/** The group and the farm of a sealed row. */
export function sealedPlace(key: string): { readonly organizationId: string; readonly group: string } {
  const [group = '', organizationId = ''] = key.split('/');
  return { organizationId, group };
}

const placesIn = (organizationId: string, groups: readonly SealedGroup[]): readonly string[] =>
  groups.map((group) => sealedAt(group, organizationId));

/** Where everything of these farms is sealed: their person is on their team. */
export const placesOfTeam = (farms: readonly string[]): readonly string[] =>
  farms.flatMap((id) => placesIn(id, ['waits', 'left', 'refused', 'names', 'typed', 'sent']));

/** Where that is sealed which is still to be sent to a farm whose person is not on it any more. */
export const placesToSend = (organizationId: string): readonly string[] =>
  placesIn(organizationId, ['names', 'waits', 'left']);

/** Where that is sealed which its person may still look at there. */
export const placesToSee = (organizationId: string): readonly string[] =>
  placesIn(organizationId, ['names', 'waits', 'left', 'refused']);

/** Whether a server has what is sealed there. */
export const isOfServer = (key: string): boolean => sealedPlace(key).group === ('sent' satisfies SealedGroup);

/** The farm that a row of a table is of. */
export function farmOf(table: SealedPart['table'], key: string): string {
  const from = table === keyValues ? key.slice(key.indexOf('/') + 1) : key;
  return from.slice(0, from.search(/[/#]/));
}

/** Where the words end is said in four bytes before them. */
const lengthBytes = 4;

/** A part as bytes. */
export function partBytes({ bytes, ...words }: SealedPart): Uint8Array<ArrayBuffer> {
  const said = new TextEncoder().encode(JSON.stringify(words));
  const whole = new Uint8Array(lengthBytes + said.length + (bytes?.length ?? 0));
  new DataView(whole.buffer).setUint32(0, said.length);
  whole.set(said, lengthBytes);
  if (bytes) whole.set(bytes, lengthBytes + said.length);
  return whole;
}

/** The part that they are. */
export function readPart(whole: Uint8Array<ArrayBuffer>): SealedPart {
  const end = lengthBytes + new DataView(whole.buffer, whole.byteOffset).getUint32(0);
  const words = JSON.parse(new TextDecoder().decode(whole.subarray(lengthBytes, end))) as SealedPart;
  return words.table === 'blobs' ? { ...words, bytes: whole.slice(end) } : words;
}

/** Where the rows of a photo are: what is known of it, and its bytes. */
export const photoRows = ({ rows, bytes }: SealedPart): { readonly blob: BlobRow; readonly held: BytesRow } | null => {
  const [blob] = rows as readonly BlobRow[];
  return blob && bytes ? { blob, held: { key: blob.key, bytes } } : null;
};
