// npm test [-- filter... | -- --changed]: installs, builds, checks, then all tests, browser included. With filters: only test files whose path has
// one of these words, no checks. With --changed: only those that changes may break, no checks.
import { mkdirSync, rmSync, cpSync, existsSync, readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { checkSteps, report, runSteps } from './steps.mjs';
import { app, ensureBuilt, server } from './ensure-built.mjs';
import { ensureEngines, findBrowser } from './find-browser.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { inRoot, root, runPlaywright, runScript, runTool } from './run.mjs';

const needed = ['src', 'sw', 'public', 'vite.config.ts', 'tsconfig.json', 'package.json'];

/** Builds a copy of the project without `src/server`, as for another backend. Inside the project, to find the packages. Returns the exit code. */
const buildAppAlone = async () => {
  const copy = inRoot('test-results', 'app-alone');
  const serverFolder = inRoot('src', 'server');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of needed.filter((path) => existsSync(inRoot(path)))) {
    cpSync(inRoot(name), `${copy}/${name}`, { recursive: true, filter: (from) => from !== serverFolder });
  }
  const code = await runTool('vite', ['build', '--logLevel', 'warn'], { cwd: copy });
  const isBuilt = existsSync(`${copy}/dist/app/index.html`) && !existsSync(`${copy}/src/server`);
  rmSync(copy, { recursive: true, force: true });
  return isBuilt ? code : code || 1;
};

const git = (...args) => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
};

/** The commit where this branch left main; on main itself the last one. Uncommitted changes count too. */
const changedSince = () => git('merge-base', 'main', 'HEAD') || git('merge-base', 'origin/main', 'HEAD') || 'HEAD';

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);

/** A run that failed without a failed test (a file that does not load, an error between tests) counts as one failure. */
const withExitCode = ({ passed, failed, skipped, failures }, exitCode) => ({
  passed,
  failures,
  failed: failed === 0 && exitCode !== 0 ? 1 : failed,
  skipped,
});

/** A failed test in one line: where, what, and the first line of why, without colours. */
const lineOf = (file, title, message = '') => {
  const [why = ''] = stripVTControlCharacters(message).split('\n');
  return `${relative(root, resolve(root, file))} > ${title}: ${why}`.slice(0, 300);
};

const specsIn = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsIn)];

/** Counts of Vitest's JSON report; a file that did not load is one failure. */
const vitestCounts = (file, exitCode) => {
  const found = read(file);
  if (!found) return { passed: 0, failed: 1, skipped: 0 };
  const brokenFiles = found.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  const counts = {
    passed: found.numPassedTests,
    failed: found.numFailedTests + brokenFiles.length,
    skipped: found.numPendingTests + found.numTodoTests,
    failures: found.testResults.flatMap(({ name, message, assertionResults }) => [
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => lineOf(name, fullName, failureMessages[0])),
      ...(brokenFiles.some((file) => file.name === name) ? [lineOf(name, 'did not load', message)] : []),
    ]),
  };
  return withExitCode(counts, exitCode);
};

/** Reasons that skipped tests give, once per file. */
const skipsOf = (report) => {
  const lines = specsIn(report).flatMap(({ file, tests }) =>
    tests.flatMap(({ status, annotations }) =>
      annotations
        .filter(({ type, description }) => status === 'skipped' && type === 'skip' && description)
        .map(({ description }) => `${file}: ${description}`),
    ),
  );
  return [...new Set(lines)];
};

/** What passed at its second try, and why not at its first. */
const secondTriesOf = (report) =>
  specsIn(report).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ results }) => lineOf(file, title, results[0]?.error?.message)),
  );

/** Counts of Playwright's JSON report; errors outside tests are failures. */
const playwrightCounts = (file, exitCode) => {
  const found = read(file);
  if (!found) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = found.stats;
  const failures = specsIn(found)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => lineOf(file, title, tests[0]?.results.at(-1)?.error?.message));
  const counts = { passed: expected + flaky, failed: unexpected + found.errors.length, skipped, failures };
  return { ...withExitCode(counts, exitCode), skips: skipsOf(found), secondTries: secondTriesOf(found) };
};

/** A step that ran no test fails: finding nothing looks like success. */
const orNothingRan = (name, counts) => {
  if (counts.passed + counts.failed > 0) return counts;
  console.error(`${name} ran no test.`);
  return { ...counts, failed: 1 };
};

const words = process.argv.slice(2);
const since = words.includes('--changed') ? changedSince() : undefined;
const filters = words.filter((word) => word !== '--changed');
const isWhole = words.length === 0;
const vitestReport = inRoot('test-results/vitest.json');
const browserReport = inRoot('test-results/e2e.json');
const engineTests = 'tests/e2e/engines/';
const oneFailed = { passed: 0, failed: 1 };

const vitest = async (only) => {
  rmSync(vitestReport, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const code = await runTool('vitest', [
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--passWithNoTests',
    ...reporters,
    ...only,
    ...filters,
  ]);
  return vitestCounts(vitestReport, code);
};

const browser = async () => {
  const chromium = findBrowser();
  if (!chromium) return oneFailed;
  if (isWhole || filters.some((word) => engineTests.includes(word))) ensureEngines();
  const only = since ? [`--only-changed=${since}`] : [];
  const args = ['--config', 'tests/e2e/playwright.config.ts', '--pass-with-no-tests', ...only, ...filters];
  const code = await runPlaywright(chromium, args);
  return playwrightCounts(browserReport, code);
};

/** A filter may match files of one runner only. */
const counted = (name, run) => ({ name, run: async () => (isWhole ? orNothingRan(name, await run()) : run()) });

await ensureInstalled();
rmSync(browserReport, { force: true });
mkdirSync(inRoot('test-results'), { recursive: true });

const build = { name: 'build', run: async () => (await ensureBuilt(app)) || (await ensureBuilt(server)) };
/** What the product costs beside a floor, by calls, bytes and processor (decision 61). It reads /proc. */
const benches = process.platform === 'linux' ? [{ name: 'bench', run: () => runScript('bench.mjs', ['--check']) }] : [];
const alone = { name: 'app alone', run: buildAppAlone };
// The architecture rules read sources as text: no import leads from them to changes.
const rules = since ? [counted('rules', () => vitest(['tests/architecture']))] : [];
const tests = [
  ...rules,
  counted('tests', () => vitest(since ? ['--changed', since] : [])),
  counted('browser tests', browser),
];
const results = await runSteps(isWhole ? [build, ...checkSteps([alone]), ...tests, ...benches] : [build, ...tests]);
const testResults = results.filter(({ name }) => tests.some((test) => test.name === name));
const ranNothing = testResults.every(({ passed, failed }) => passed + failed === 0);
if (ranNothing) results.push({ name: `no test: ${filters.join(' ')}`, passed: 0, failed: 1, skipped: 0, seconds: 0 });
process.exitCode = report(results);
