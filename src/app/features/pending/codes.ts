/** URL-safe base64: has no character that frames use. */
const toText = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

const mostBytes = 1024 * 1024 * 8;
/** About 7,000 codes, more than anybody would scan. */
const mostLetters = 1024 * 1024 * 4;
/** Small, as each byte may inflate a thousandfold. */
const bytesAtOnce = 512;

/** The bytes in chunks, on demand. */
function inPieces(bytes: Uint8Array<ArrayBuffer>): ReadableStream<BufferSource> {
  let at = 0;
  return new ReadableStream<BufferSource>(
    {
      pull: (controller) => {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.slice(at, at + bytesAtOnce));
        at += bytesAtOnce;
        return undefined;
      },
    },
    { highWaterMark: 0 },
  );
}

type Stream = ReadableWritablePair<Uint8Array, BufferSource>;

/** Output of a stream; null, and the work stops, beyond `most` bytes. */
async function through(bytes: Uint8Array<ArrayBuffer>, stream: Stream, most: number): Promise<Uint8Array | null> {
  const reader = inPieces(bytes).pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      return null;
    }
    parts.push(part.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Compresses records for QR codes, to about a fifth. */
export async function pack(text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity);
  return toText(packed ?? new Uint8Array());
}

/** Reverses `pack`; null for anything else. */
export async function unpack(packed: string): Promise<string | null> {
  if (packed.length > mostLetters) return null;
  try {
    const bytes = await through(toBytes(packed), new DecompressionStream('deflate-raw'), mostBytes);
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

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
interface Collected {
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
