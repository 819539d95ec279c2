import { readFileSync } from 'node:fs';
import { inRoot } from './root.mjs';

/** Folders where Node looks for a package required at `path`, nearest first. */
const placesFor = (path, name) => {
  const parts = path === '' ? [] : path.split('/node_modules/');
  const places = parts.map((_, i) => `${parts.slice(0, parts.length - i).join('/node_modules/')}/node_modules/${name}`);
  return [...places, `node_modules/${name}`];
};

/**
 * Problems of a lockfile's `packages`: optional packages it names and lacks, where `npm ci` fails elsewhere, and addresses of the writer's
 * registry.
 */
const lockfileProblems = (packages) =>
  Object.entries(packages).flatMap(([path, entry]) => {
    const missing = Object.keys(entry.optionalDependencies ?? {}).filter(
      (name) => !placesFor(path, name).some((place) => packages[place]),
    );
    const holes = missing.map((name) => `${path || 'the project'} names ${name}, which the lockfile lacks`);
    return typeof entry.resolved === 'string' ? [...holes, `${path} names the address ${entry.resolved}`] : holes;
  });

const lockfiles = ['package-lock.json', 'tests/bench/package-lock.json'];

/** Prints the lockfiles' problems; returns the exit code. */
export const checkLockfile = () => {
  const codes = lockfiles.map((file) => {
    const { packages } = JSON.parse(readFileSync(inRoot(file), 'utf8'));
    const problems = lockfileProblems(packages);
    for (const problem of problems) console.error(`${file}: ${problem}`);
    const count = Object.keys(packages).length;
    if (count < 2) console.error(`${file} lists no packages`);
    else if (problems.length === 0) console.log(`${file}: ${count - 1} packages, no holes, no addresses`);
    return problems.length === 0 && count > 1 ? 0 : 1;
  });
  return Math.max(...codes);
};
