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
