// npm test [-- filter... | -- --changed]: installs, builds, checks, then all tests, browser included. With filters: only test files whose path has
// one of these words, no checks. With --changed: only those that changes may break, no checks.
import { mkdirSync, rmSync } from 'node:fs';
import { buildAppAlone } from './app-alone.mjs';
import { changedSince } from './changed-since.mjs';
import { checkSteps } from './check-steps.mjs';
import { app, ensureBuilt, server } from './ensure-built.mjs';
import { ensureEngines } from './ensure-engines.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { findBrowser } from './find-browser.mjs';
import { inRoot } from './root.mjs';
import { runTool } from './run.mjs';
import { report, runSteps } from './steps.mjs';
import { orNothingRan, playwrightCounts, vitestCounts } from './test-counts.mjs';

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
  const args = ['test', '--config', 'tests/e2e/playwright.config.ts', '--pass-with-no-tests', ...only, ...filters];
  const code = await runTool('@playwright/test', args, {
    command: 'playwright',
    env: { ...process.env, CHROMIUM_PATH: chromium },
  });
  return playwrightCounts(browserReport, code);
};

/** A filter may match files of one runner only. */
const counted = (name, run) => ({ name, run: async () => (isWhole ? orNothingRan(name, await run()) : run()) });

await ensureInstalled();
rmSync(browserReport, { force: true });
mkdirSync(inRoot('test-results'), { recursive: true });

const build = { name: 'build', run: async () => (await ensureBuilt(app)) || (await ensureBuilt(server)) };
const alone = { name: 'app alone', run: buildAppAlone };
// The architecture rules read sources as text: no import leads from them to changes.
const rules = since ? [counted('rules', () => vitest(['tests/architecture']))] : [];
const tests = [
  ...rules,
  counted('tests', () => vitest(since ? ['--changed', since] : [])),
  counted('browser tests', browser),
];
const results = await runSteps(isWhole ? [build, ...checkSteps([alone]), ...tests] : [build, ...tests]);
const testResults = results.filter(({ name }) => tests.some((test) => test.name === name));
const ranNothing = testResults.every(({ passed, failed }) => passed + failed === 0);
if (ranNothing) results.push({ name: `no test: ${filters.join(' ')}`, passed: 0, failed: 1, skipped: 0, seconds: 0 });
process.exitCode = report(results);
