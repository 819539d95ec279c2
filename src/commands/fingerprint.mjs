import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { inRoot } from './root.mjs';

/** Every file under a path of the project (or the path itself when it is a file), as project paths with `/`, sorted. */
const filesUnder = (path) => {
  const full = inRoot(path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
};

/** One hash over names and contents. Not over times: a fresh clone or a branch switch changes those and nothing else. */
export const fingerprint = (paths, { except = () => false, also = '' } = {}) => {
  const hash = createHash('sha256').update(also);
  for (const file of paths.flatMap(filesUnder)) {
    if (except(file)) continue;
    hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  }
  return hash.digest('hex');
};
