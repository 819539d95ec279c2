/** Letters and figures of base64 for addresses: they stand in a code as bytes, without anything that a frame uses itself. */
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
/** Seven thousand codes: nobody holds a camera to a screen for so long. */
const mostLetters = 1024 * 1024 * 4;
/** Few bytes at once, for each may inflate a thousandfold. */
const bytesAtOnce = 512;

/** The bytes in small pieces, each made when it is asked for. */
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

/** What comes out of a stream; null, and nothing more is worked on, once it is more than `most` bytes. */
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

/** Packs a text for codes: records say the same words again and again, and shrink to a fifth. */
export async function pack(text: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'), Infinity);
  return toText(packed ?? new Uint8Array());
}

/** The text that was packed; null for anything else. */
export async function unpack(packed: string): Promise<string | null> {
  if (packed.length > mostLetters) return null;
  try {
    const bytes = await through(toBytes(packed), new DecompressionStream('deflate-raw'), mostBytes);
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
