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

const through = async (bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

const mostBytes = 1024 * 1024 * 8;

/** Packs a text for codes: records say the same words again and again, and shrink to a fifth. */
export async function pack(text: string): Promise<string> {
  return toText(await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw')));
}

/** The text that was packed; null for anything else. */
export async function unpack(packed: string): Promise<string | null> {
  try {
    const bytes = await through(toBytes(packed), new DecompressionStream('deflate-raw'));
    return bytes.length > mostBytes ? null : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
