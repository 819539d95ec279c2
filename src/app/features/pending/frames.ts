/** Limit per code: a denser one is unreadable for a cheap camera at arm's length. */
const charactersInFrame = 600;
const mark = 'TQ1';

/** FNV-1a hash: tells texts apart and detects a wrongly joined one. */
function signOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(36);
}

/** Splits a text (without colons) into codes: `TQ1:sign:index:count:part`. */
export function framesOf(text: string): readonly string[] {
  const count = Math.max(1, Math.ceil(text.length / charactersInFrame));
  const sign = signOf(text);
  return Array.from({ length: count }, (_, index) => {
    const part = text.slice(index * charactersInFrame, (index + 1) * charactersInFrame);
    return [mark, sign, index, count, part].join(':');
  });
}

/** Codes read so far; `text` once complete. */
export interface Collected {
  readonly sign: string | null;
  readonly parts: ReadonlyMap<number, string>;
  readonly count: number;
  readonly text: string | null;
}

export const nothingCollected: Collected = { sign: null, parts: new Map(), count: 0, text: null };

/** Adds a code, in any order and repeatedly. A code of another series starts over; foreign codes are ignored. */
export function collect(before: Collected, code: string): Collected {
  const [start, sign = '', index = '', total = '', ...rest] = code.split(':');
  const count = Number(total);
  const place = Number(index);
  const isOurs = start === mark && Number.isInteger(count) && count > 0 && Number.isInteger(place) && place < count;
  if (!isOurs) return before;
  const isSame = before.sign === sign && before.count === count;
  const parts = new Map(isSame ? before.parts : []).set(place, rest.join(':'));
  const text =
    parts.size === count
      ? [...parts]
          .toSorted(([a], [b]) => a - b)
          .map(([, part]) => part)
          .join('')
      : null;
  // A hash mismatch: a code was misread, so start over.
  return text !== null && signOf(text) !== sign ? nothingCollected : { sign, parts, count, text };
}
