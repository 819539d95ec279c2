import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const [asBrotli, asGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Pictures are small already; less than a packet gains nothing. */
const isText = (name) => /\.(js|css|html|svg|json|webmanifest)$/.test(name);
const leastBytes = 1024;

/**
 * Writes each text of a folder beside itself in Brotli and gzip, so that the server need not pack it per phone. Only for files with a hash
 * in their name: others could get an older copy.
 */
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
