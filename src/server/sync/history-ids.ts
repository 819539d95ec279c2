import { createHash } from 'node:crypto';

const bytesEach = 6;

/** A collision of hashes only remakes a segment needlessly. */
const shortOf = (id: string): number => createHash('sha256').update(id).digest().readUIntBE(0, bytesEach);

/** Concatenated short hashes of ids. */
export function shortIds(ids: readonly string[]): Uint8Array {
  const bytes = Buffer.alloc(ids.length * bytesEach);
  for (const [index, id] of ids.entries()) bytes.writeUIntBE(shortOf(id), index * bytesEach, bytesEach);
  return new Uint8Array(bytes);
}

/** Tests whether short hashes include one of some ids. */
export function holdsOneOf(ids: readonly string[]): (short: Uint8Array) => boolean {
  const sought = new Set(ids.map(shortOf));
  return (short) => {
    const bytes = Buffer.from(short.buffer, short.byteOffset, short.byteLength);
    for (let at = 0; at < bytes.length; at += bytesEach) if (sought.has(bytes.readUIntBE(at, bytesEach))) return true;
    return false;
  };
}
