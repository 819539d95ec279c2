import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants } from 'node:zlib';
import type { Answer } from './call.ts';

const decompress = promisify(brotliDecompress);

/** Made once and sent many times: worth more work than what is made for one caller. */
const quality = 6;

/** A whole answer as the bytes of its JSON in Brotli: made by whoever calls, on a thread that gives way, and not by those that all share. */
export function pack(answer: Answer): Uint8Array {
  const json = Buffer.from(JSON.stringify({ ok: true, ...answer }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: json.length };
  return brotliCompressSync(json, { params });
}

/** The answer again, for a caller that takes no Brotli. */
export const unpack = async (packed: Uint8Array): Promise<Answer> =>
  JSON.parse((await decompress(packed)).toString()) as Answer;

/** Whether what a caller says of encodings takes Brotli. */
export const takesPacked = (accepted: string | undefined): boolean =>
  (accepted ?? '').split(',').some((one) => /^\s*br\s*(;\s*q=(1|0\.\d*[1-9]).*)?$/i.test(one));
