import { availableParallelism } from 'node:os';
import { readFileSync } from 'node:fs';
import { inRoot, printedAtOnce, runTool } from './run.mjs';
import { checkBundleSizes } from './bundle-sizes.mjs';
import { app, ensureBuilt } from './ensure-built.mjs';

const oneCheck = (code) => (code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

const runStep = async ({ name, run }) => {
  const started = performance.now();
  const outcome = await run();
  const seconds = (performance.now() - started) / 1000;
  return { name, seconds, skipped: 0, ...(typeof outcome === 'number' ? oneCheck(outcome) : outcome) };
};

/** As many at once as processors, two at most; each one's output is printed together at its end. */
const runBeside = async (steps) => {
  const results = new Map();
  const left = [...steps];
  const lane = async () => {
    for (let step = left.shift(); step; step = left.shift()) {
      results.set(step, await printedAtOnce(`\n== ${step.name}\n`, () => runStep(step)));
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, lane));
  return steps.map((step) => results.get(step));
};

/**
 * Runs steps in order, also after a failure. A step is `{ name, run }`; `run` gives an exit code, or `{ passed, failed, skipped?, failures?,
 * secondTries?, skips? }`, the last three a line each. Nested lists run side by side.
 */
export const runSteps = async (steps) => {
  const results = [];
  for (const step of steps) {
    if (Array.isArray(step)) {
      results.push(...(await runBeside(step)));
      continue;
    }
    console.log(`\n== ${step.name}`);
    results.push(await runStep(step));
  }
  return results;
};

/** Prints the table of steps and the closing line; returns the exit code. */
export const report = (results) => {
  console.log('');
  // Repeated at the end, for who sees only the last lines.
  for (const { failures = [] } of results) for (const line of failures) console.log(`FAIL ${line}`);
  for (const { secondTries = [] } of results) for (const line of secondTries) console.log(`AGAIN ${line}`);
  for (const { skips = [] } of results) for (const line of skips) console.log(`SKIP ${line}`);
  for (const { name, passed, failed, skipped, seconds } of results) {
    const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed${skipped ? ` ${skipped} skipped` : ''}`;
    console.log(`${failed === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(14)} ${counts}  ${seconds.toFixed(1)} s`);
  }
  const sum = (field) => results.reduce((total, result) => total + result[field], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
  return sum('failed') === 0 ? 0 : 1;
};

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
const checkLockfile = () => {
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

const types = async () => {
  const all = await runTool('typescript', ['--noEmit'], { command: 'tsc' });
  // The server again, without the browser's types: there `window` must not compile.
  const server = await runTool('typescript', ['--noEmit', '-p', 'src/server/tsconfig.json'], { command: 'tsc' });
  return all || server;
};

/** The checks of `npm run check` and `npm test`; `more` runs beside the first ones. */
export const checkSteps = (more = []) => [
  [
    { name: 'format', run: () => runTool('prettier', ['--check', '--log-level', 'warn', '.', '!**/*.gen.ts']) },
    { name: 'types', run: types },
    { name: 'lint', run: () => runTool('oxlint', ['--type-aware', '--deny-warnings']) },
    ...more,
    { name: 'unused code', run: () => runTool('knip', ['--no-progress', '--treat-config-hints-as-errors']) },
  ],
  { name: 'lockfile', run: checkLockfile },
  { name: 'sizes', run: async () => (await ensureBuilt(app)) || checkBundleSizes() },
];
