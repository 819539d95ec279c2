import { readFileSync } from 'node:fs';
import { inRoot } from './root.mjs';

/** The controls of `src/docs/controls.md`: number, words, tests as `{ file, name }`, and the reason where there are none. */
export const readControls = (page = readFileSync(inRoot('src/docs/controls.md'), 'utf8')) =>
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
export const judge = ({ tests, deviation }, ran) => {
  if (tests.length === 0)
    return deviation ? { is: 'deviation' } : { is: 'failed', why: 'neither a test nor a deviation' };
  for (const { file, name } of tests) {
    const found = ran.filter((test) => test.file === file && test.titles.some((title) => isNamed(title, name)));
    if (found.length === 0) return { is: 'failed', why: `did not run: ${file} › ${name}` };
    if (found.some(({ passed }) => !passed)) return { is: 'failed', why: `failed: ${file} › ${name}` };
  }
  return { is: 'held' };
};
