import { createHash } from 'node:crypto';

const bytesEach = 6;

/** An id as a number that two ids hardly ever share: where they do, a segment is made anew for nothing. */
const shortOf = (id: string): number => createHash('sha256').update(id).digest().readUIntBE(0, bytesEach);

/** Short hashes of ids, one behind the other. */
export function shortIds(ids: readonly string[]): Uint8Array {
  const bytes = Buffer.alloc(ids.length * bytesEach);
  for (const [index, id] of ids.entries()) bytes.writeUIntBE(shortOf(id), index * bytesEach, bytesEach);
  return new Uint8Array(bytes);
}

/** Tells of short hashes whether one of some ids is among them. */
export function holdsOneOf(ids: readonly string[]): (short: Uint8Array) => boolean {
  const sought = new Set(ids.map(shortOf));
  return (short) => {
    const bytes = Buffer.from(short.buffer, short.byteOffset, short.byteLength);
    for (let at = 0; at < bytes.length; at += bytesEach) if (sought.has(bytes.readUIntBE(at, bytesEach))) return true;
    return false;
  };
}
