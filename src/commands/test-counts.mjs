import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.mjs';

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
export const vitestCounts = (file, exitCode) => {
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

/** Counts of Playwright's JSON report; errors outside tests are failures. */
export const playwrightCounts = (file, exitCode) => {
  const found = read(file);
  if (!found) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = found.stats;
  const failures = specsIn(found)
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => lineOf(file, title, tests[0]?.results.at(-1)?.error?.message));
  const counts = { passed: expected + flaky, failed: unexpected + found.errors.length, skipped, failures };
  return { ...withExitCode(counts, exitCode), skips: skipsOf(found) };
};

/** A step that ran no test fails: finding nothing looks like success. */
export const orNothingRan = (name, counts) => {
  if (counts.passed + counts.failed > 0) return counts;
  console.error(`${name} ran no test.`);
  return { ...counts, failed: 1 };
};
