import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Pictures are compressed already; less than a packet gains nothing. */
const isText = (name) => /\.(js|css|html|svg|json|webmanifest)$/.test(name);
const leastBytes = 1024;

/** Compresses a folder's texts with Brotli and gzip at build time. Only for hashed names: others could be served stale. */
export const compressFiles = async (folder) => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && isText(entry.name),
  );
  for (const { name, parentPath } of files) {
    const path = join(parentPath, name);
    const bytes = readFileSync(path);
    if (bytes.length < leastBytes) continue;
    const best = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
    writeFileSync(`${path}.br`, await asBrotli(bytes, best));
    writeFileSync(`${path}.gz`, await asGzip(bytes, { level: 9 }));
  }
};
