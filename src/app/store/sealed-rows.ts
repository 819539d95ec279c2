import type { BlobRow, BytesRow } from './blobs.ts';
import { keyValues, type Row, type TableName } from './disk.ts';

/**
 * What is sealed apart. 'waits' goes back as soon as its person is in. In a farm he left, records are sealed one by one, to be counted
 * unopened: 'left' is unsent, 'refused' was rejected, 'names' is what they mention, 'photos' are those that nothing on its way names (of a
 * draft, of what was refused or undone). 'typed' and 'sent' go back where he is on the team.
 */
export type SealedGroup = 'waits' | 'left' | 'refused' | 'names' | 'photos' | 'typed' | 'sent';

/** Rows of one table sealed together, unchanged; a photo with its bytes. */
export interface SealedPart {
  readonly table: Extract<TableName, 'outbox' | 'archive' | typeof keyValues | 'things' | 'blobs'>;
  readonly rows: readonly Row[];
  readonly bytes?: BytesRow['bytes'];
}

export type SealedRow = BytesRow;

/** Key prefix of a group, or of a farm in it. */
export const sealedAt = (group: SealedGroup, organizationId?: string): string =>
  organizationId === undefined ? `${group}/` : `${group}/${organizationId}/`;

export function sealedPlace(key: string): { readonly organizationId: string; readonly group: string } {
  const [group = '', organizationId = ''] = key.split('/');
  return { organizationId, group };
}

const placesIn = (organizationId: string, groups: readonly SealedGroup[]): readonly string[] =>
  groups.map((group) => sealedAt(group, organizationId));

/** All prefixes of these farms: their person is on the team. */
export const placesOfTeam = (farms: readonly string[]): readonly string[] =>
  farms.flatMap((id) => placesIn(id, ['waits', 'left', 'refused', 'names', 'photos', 'typed', 'sent']));

/** What is still to be sent to a farm that its person left. */
export const placesToSend = (organizationId: string): readonly string[] =>
  placesIn(organizationId, ['names', 'waits', 'left']);

/** What its person may still see there. */
export const placesToSee = (organizationId: string): readonly string[] =>
  placesIn(organizationId, ['names', 'waits', 'left', 'refused', 'photos']);

export const isOfServer = (key: string): boolean => sealedPlace(key).group === ('sent' satisfies SealedGroup);

export function farmOf(table: SealedPart['table'], key: string): string {
  const from = table === keyValues ? key.slice(key.indexOf('/') + 1) : key;
  return from.slice(0, from.search(/[/#]/));
}

/** The JSON's length stands before it. */
const lengthBytes = 4;

export function partBytes({ bytes, ...words }: SealedPart): Uint8Array<ArrayBuffer> {
  const said = new TextEncoder().encode(JSON.stringify(words));
  const whole = new Uint8Array(lengthBytes + said.length + (bytes?.length ?? 0));
  new DataView(whole.buffer).setUint32(0, said.length);
  whole.set(said, lengthBytes);
  if (bytes) whole.set(bytes, lengthBytes + said.length);
  return whole;
}

export function readPart(whole: Uint8Array<ArrayBuffer>): SealedPart {
  const end = lengthBytes + new DataView(whole.buffer, whole.byteOffset).getUint32(0);
  const words = JSON.parse(new TextDecoder().decode(whole.subarray(lengthBytes, end))) as SealedPart;
  return words.table === 'blobs' ? { ...words, bytes: whole.slice(end) } : words;
}

/** `going`: what is on its way, as text; null: all waits. */
export function groupOfPhoto({ blob: { state, digest } }: BlobRow, going: string | null): SealedGroup {
  if (state !== 'kept') return state === 'named' ? 'waits' : 'sent';
  return going === null || going.includes(digest) ? 'waits' : 'photos';
}

export const photoRows = ({ rows, bytes }: SealedPart): { readonly blob: BlobRow; readonly held: BytesRow } | null => {
  const [blob] = rows as readonly BlobRow[];
  return blob && bytes ? { blob, held: { key: blob.key, bytes } } : null;
};
