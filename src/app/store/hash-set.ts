const bitsOfUnit = 65_536;

/** A 32-bit hash. Not safe against malice: callers verify each hit. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

const hashAt = (set: string, place: number): number =>
  set.charCodeAt(2 * place) * bitsOfUnit + set.charCodeAt(2 * place + 1);

/** A set of words as a text of sorted hashes, two code units each: stored and read by copying. */
export function hashSet(words: Iterable<string>): string {
  // Each word once: those of an index come by the hundred.
  const hashes = new Set<number>();
  for (const word of new Set(words)) hashes.add(hashOf(word));
  const sorted = Uint32Array.from(hashes).sort();
  let set = '';
  for (const hash of sorted) set += String.fromCharCode(hash >>> 16, hash & 0xffff);
  return set;
}

const hashesIn = (set: string): number[] => Array.from({ length: set.length / 2 }, (_, place) => hashAt(set, place));

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

interface Page {
  /** Unique. */
  readonly mark: string;
  readonly blocks: readonly { readonly ids: string }[];
}

/** Id hashes of one set's pages, cached: each page of a load looks up five hundred ids in all earlier pages. */
let looked = { scope: '', marks: new Set<string>(), hashes: new Set<number>() };

/** Frees them: the load is complete. */
export function forgetIds(): void {
  looked = { scope: '', marks: new Set(), hashes: new Set() };
}

/** The set of the load under way, where this tab wrote a page of it. */
export const setAtHand = (): string => looked.scope;

/** Whether these pages may hold a movement: false is certain. Only new pages are read. */
export function idsIn(scope: string, contents: readonly Page[]): (id: string) => boolean {
  const there = contents.filter(({ mark }) => looked.marks.has(mark)).length;
  // A mark's content never changes; if a page went, start over.
  if (looked.scope !== scope || there !== looked.marks.size) looked = { scope, marks: new Set(), hashes: new Set() };
  const { marks, hashes } = looked;
  for (const page of contents) {
    if (marks.has(page.mark)) continue;
    marks.add(page.mark);
    for (const { ids } of page.blocks) for (const hash of hashesIn(ids)) hashes.add(hash);
  }
  return (id) => hashes.has(hashOf(id));
}
