import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { namedIn, says } from './named-tests.ts';
import { readSources } from './sources.ts';

const page = readFileSync(fileURLToPath(new URL('../../src/reliability.md', import.meta.url)), 'utf8');
const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
const tests = readSources(['tests']);

/** What the page says of each fault, by its number. */
const faults = [...page.matchAll(/^- \*\*F(\d+), .*(?:\n {2}- .*)*/gm)].map(([text, number = '']) => ({
  number,
  text,
}));

const named = namedIn(page);

/** How the line of a fault begins whose tests start so much of what people have. */
function startsIn(text: string): string {
  const paths = [...text.matchAll(/`(tests\/[^`]+)` ›/g)].map(([, path = '']) => path);
  if (paths.some((path) => path.startsWith('tests/e2e/'))) return 'the shipped process and a real browser';
  const isBuilt = paths.some((path) => tests.get(path)?.includes('/built-server.ts'));
  return isBuilt ? 'the shipped process, called from Node' : 'neither the shipped process nor a browser; ';
}

describe('The page of reliability', () => {
  test('has every fault of the catalogue once, in its order', () => {
    expect(faults.map(({ number }) => number)).toEqual(Array.from({ length: 44 }, (_, index) => String(index + 1)));
  });

  test('says of each how it is shown, or why it is not tested', () => {
    const isShown = (text: string): boolean => text.includes('`tests/') || /not tested/i.test(text);
    expect(faults.filter(({ text }) => !isShown(text))).toEqual([]);
  });

  test('says of each where its tests run, and claims no process and no browser that none of them starts', () => {
    const wrong = faults.filter(({ text }) => {
      const [where, ...more] = [...text.matchAll(/^ {2}- Runs in: (.+)\.$/gm)].map(([, said = '']) => said);
      return where === undefined || more.length > 0 || !where.startsWith(startsIn(text));
    });
    expect(wrong).toEqual([]);
  });

  test('names no test that does not exist', () => {
    expect(named.length).toBeGreaterThan(60);
    expect(page.match(/`tests\/[^`]+` ›/g)).toHaveLength(named.length);
    expect(named.filter(({ path, name }) => !says(tests.get(path) ?? '', name))).toEqual([]);
  });

  test('is linked from the first page', () => {
    expect(readme).toContain('(src/reliability.md)');
  });
});
