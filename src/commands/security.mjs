// npm run security [-- --last]: every control of trust with its tests' outcome. Runs the tests that src/docs/controls.md names, or takes the last
// `npm test` (--last). Exit code 1 when a control failed, or has neither a test nor a deviation.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { app, ensureBuilt, server } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { findBrowser } from './find-browser.mjs';
import { inRoot, root, runPlaywright, runTool } from './run.mjs';

/** The controls of `src/docs/controls.md`: number, words, tests as `{ file, name }`, and the reason where there are none. */
const readControls = (page = readFileSync(inRoot('src/docs/controls.md'), 'utf8')) =>
  [...page.matchAll(/^- \*\*(\d+)\.\*\* (.+)((?:\n {2}.*)*)/gm)].map(([, number, words, below]) => ({
    number: Number(number),
    words,
    tests: [...below.matchAll(/- `([^`]+)` › «(.+)»$/gm)].map(([, file, name]) => ({ file, name })),
    deviation: /- Deviation, (\d{4}-\d\d-\d\d: [^]+)/.exec(below)?.[1]?.replaceAll(/\s+/g, ' '),
  }));

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** Whether a title matches a name, whose placeholders match anything. */
const isNamed = (title, name) =>
  new RegExp(
    `^${name
      .split(/%[sdij]/)
      .map(escaped)
      .join('.*')}$`,
    's',
  ).test(title);

/** A control's outcome by the tests that ran (`{ file, titles, passed }`): each named one must have run, none failed. */
const judge = ({ tests, deviation }, ran) => {
  if (tests.length === 0)
    return deviation ? { is: 'deviation' } : { is: 'failed', why: 'neither a test nor a deviation' };
  for (const { file, name } of tests) {
    const found = ran.filter((test) => test.file === file && test.titles.some((title) => isNamed(title, name)));
    if (found.length === 0) return { is: 'failed', why: `did not run: ${file} › ${name}` };
    if (found.some(({ passed }) => !passed)) return { is: 'failed', why: `failed: ${file} › ${name}` };
  }
  return { is: 'held' };
};

const isLast = process.argv.includes('--last');
const vitestReport = inRoot('test-results', isLast ? 'vitest.json' : 'security.json');
const browserReport = inRoot('test-results/e2e.json');
/** The number of controls in trust. */
const numbers = 164;

const controls = readControls();
const named = [...new Set(controls.flatMap(({ tests }) => tests.map(({ file }) => file)))];
const inBrowser = named.filter((file) => file.startsWith('tests/e2e/'));

const runTests = async () => {
  if ((await ensureBuilt(app)) || (await ensureBuilt(server))) process.exit(1);
  for (const report of [vitestReport, browserReport]) rmSync(report, { force: true });
  mkdirSync(inRoot('test-results'), { recursive: true });
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const files = named.filter((file) => !inBrowser.includes(file));
  await runTool('vitest', ['run', '--config', 'tests/vitest.config.ts', ...reporters, ...files]);
  const chromium = findBrowser();
  if (!chromium) return;
  await runPlaywright(chromium, ['--config', 'tests/e2e/playwright.config.ts', ...inBrowser]);
};

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
const specsIn = ({ suites = [], specs = [] }) => [...specs, ...suites.flatMap(specsIn)];
/** What both runners ran, without skipped tests. */
const whatRan = () => [
  ...(read(vitestReport)?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ ancestorTitles, title, status }) => ({
        file: relative(root, name),
        titles: [...ancestorTitles, title],
        passed: status === 'passed',
      })),
  ),
  ...specsIn(read(browserReport) ?? {})
    .filter(({ tests }) => tests.some(({ status }) => status !== 'skipped'))
    .map(({ file, title, ok }) => ({ file: `tests/e2e/${file}`, titles: [title], passed: ok })),
];

await ensureInstalled();
if (!isLast) await runTests();
const ran = whatRan();
const outcomes = controls.map((control) => ({ control, ...judge(control, ran) }));
const marks = { held: 'ok  ', deviation: 'DEV ', failed: 'FAIL' };
for (const { control, is, why } of outcomes) {
  console.log(`${marks[is]} ${String(control.number).padStart(3)} ${control.words}`);
  if (is === 'held') for (const { file, name } of control.tests) console.log(`           ${file} › ${name}`);
  else console.log(`           ${why ?? control.deviation}`);
}
const count = (kind) => outcomes.filter(({ is }) => is === kind).length;
const missing = Array.from({ length: numbers }, (_, at) => at + 1).filter(
  (number) => controls.filter((control) => control.number === number).length !== 1,
);
if (missing.length > 0) console.log(`FAIL not in the list exactly once: ${missing.join(', ')}`);
console.log(`\n${count('held')} hold, ${count('deviation')} deviations, ${count('failed') + missing.length} failed`);
process.exitCode = count('failed') + missing.length === 0 ? 0 : 1;
