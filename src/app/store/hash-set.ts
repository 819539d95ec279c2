const bitsOfUnit = 65_536;

/** A 32-bit hash. Not safe against malice: callers verify each hit. */
export function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const hashAt = (set: string, place: number): number =>
  set.charCodeAt(2 * place) * bitsOfUnit + set.charCodeAt(2 * place + 1);

/** A set of words as a text of sorted hashes, two code units each: stored and read by copying. */
export function hashSet(words: Iterable<string>): string {
  const hashes = [...new Set([...words].map(hashOf))].toSorted((a, b) => a - b);
  return hashes.map((hash) => String.fromCharCode(hash >>> 16, hash & 0xffff)).join('');
}

/** The sorted hashes of a set. */
export const hashesIn = (set: string): number[] =>
  Array.from({ length: set.length / 2 }, (_, place) => hashAt(set, place));

/** Tests sets for one word: false is certain, true is probable. */
export function asksFor(word: string): (set: string) => boolean {
  const sought = hashOf(word);
  return (set) => {
    let [low, high] = [0, set.length / 2];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (hashAt(set, middle) < sought) low = middle + 1;
      else high = middle;
    }
    return low < set.length / 2 && hashAt(set, low) === sought;
  };
}
