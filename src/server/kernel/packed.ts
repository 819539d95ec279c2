import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib';
import type { Answer } from './call.ts';

const decompress = promisify(brotliDecompress);

/** High: made once, sent many times. */
const quality = 6;

/** An answer as Brotli of its JSON. Synchronous, on the calling thread: the shared thread pool stays free. */
export function pack(answer: Answer): Uint8Array {
  const json = Buffer.from(JSON.stringify({ ok: true, ...answer }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: json.length };
  return brotliCompressSync(json, { params });
}

/** The answer, for a caller that takes no Brotli. */
export const unpack = async (packed: Uint8Array): Promise<Answer> =>
  JSON.parse((await decompress(packed)).toString()) as Answer;

/** Whether Accept-Encoding allows Brotli. */
export const takesPacked = (accepted: string | undefined): boolean =>
  (accepted ?? '').split(',').some((one) => /^\s*br\s*(;\s*q=(1|0\.\d*[1-9]).*)?$/i.test(one));
