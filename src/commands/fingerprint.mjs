import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { inRoot } from './root.mjs';

/** All files under a path, or the path if it is a file, as sorted project paths with `/`. */
const filesUnder = (path) => {
  const full = inRoot(path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
};

/** A hash of names and contents. Not of times: a fresh clone or branch switch changes only those. */
export const fingerprint = (paths, { except = () => false, also = '' } = {}) => {
  const hash = createHash('sha256').update(also);
  for (const file of paths.flatMap(filesUnder)) {
    if (except(file)) continue;
    hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  }
  return hash.digest('hex');
};
