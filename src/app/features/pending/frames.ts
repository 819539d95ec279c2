/** What one code carries at most: more makes squares that a cheap camera does not tell apart at arm's length. */
const charactersInFrame = 600;
const mark = 'TQ1';

/** A short sign of a text (FNV-1a): frames of two texts are told apart by it, and a text put together wrongly is noticed. */
function signOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return hash.toString(36);
}

/** Cuts a text (without colons) into what goes on one code each: `TQ1:sign:index:count:part`. */
export function framesOf(text: string): readonly string[] {
  const count = Math.max(1, Math.ceil(text.length / charactersInFrame));
  const sign = signOf(text);
  return Array.from({ length: count }, (_, index) => {
    const part = text.slice(index * charactersInFrame, (index + 1) * charactersInFrame);
    return [mark, sign, index, count, part].join(':');
  });
}

/** How far a series of codes is read; `text` once it is whole. */
export interface Collected {
  readonly sign: string | null;
  readonly parts: ReadonlyMap<number, string>;
  readonly count: number;
  readonly text: string | null;
}

export const nothingCollected: Collected = { sign: null, parts: new Map(), count: 0, text: null };

/** Takes one code in, in any order and as often as it is seen. A code of another series begins anew; any other code changes nothing. */
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
  // Two series with the same sign are one in four thousand million; a part that was misread is likelier: begin anew.
  return text !== null && signOf(text) !== sign ? nothingCollected : { sign, parts, count, text };
}
