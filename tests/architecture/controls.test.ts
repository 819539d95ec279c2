import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { namedIn, says } from './named-tests.ts';
import { readSources } from './sources.ts';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const page = read('src/docs/controls.md');
const tests = readSources(['tests']);
const controls = [...page.matchAll(/^- \*\*(\d+)\.\*\* .+((?:\n {2}.*)*)/gm)].map(([, number, below = '']) => ({
  number: Number(number),
  below,
}));

describe('The page of controls', () => {
  test('has every control of the design once, in its order', () => {
    expect(controls.map(({ number }) => number)).toEqual(Array.from({ length: 164 }, (_, index) => index + 1));
  });

  test('says of each which test tries to break it, or why none does and since when', () => {
    const isTold = (below: string): boolean =>
      namedIn(below).length > 0 !== /- Deviation, \d{4}-\d\d-\d\d: \S/.test(below);
    expect(controls.filter(({ below }) => !isTold(below))).toEqual([]);
  });

  test('names no test that does not exist', () => {
    expect(page.match(/› «/g)).toHaveLength(namedIn(page).length);
    expect(namedIn(page).filter(({ path, name }) => !says(tests.get(path) ?? '', name))).toEqual([]);
  });

  test('is reached from the first page, by the page of security', () => {
    expect(read('README.md')).toContain('(src/docs/security.md)');
    expect(read('src/docs/security.md')).toContain('(controls.md)');
  });
});
