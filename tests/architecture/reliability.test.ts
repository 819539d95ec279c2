import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readSources } from './sources.ts';

const page = readFileSync(fileURLToPath(new URL('../../src/reliability.md', import.meta.url)), 'utf8');
const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
const tests = readSources(['tests']);

/** What the page says of each fault, by its number. */
const faults = [...page.matchAll(/^- \*\*F(\d+), .*(?:\n {2}- .*)*/gm)].map(([text, number = '']) => ({
  number,
  text,
}));

interface Named {
  readonly path: string;
  readonly name: string;
}
const named: readonly Named[] = [...page.matchAll(/`(tests\/[^`]+)` › «(.+)»$/gm)].map(([, path = '', name = '']) => ({
  path,
  name,
}));

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** Whether a text has a literal that reads so; what a template puts in may be anything. */
function says(text: string, name: string): boolean {
  if (text.includes(`'${name}'`)) return true;
  return [...text.matchAll(/`((?:[^`\\]|\\.)*)`/g)].some(([, template = '']) => {
    const parts = template.split(/\$\{[^}]*\}/).map(escaped);
    return parts.length > 1 && new RegExp(`^${parts.join('.+')}$`).test(name);
  });
}

describe('The page of reliability', () => {
  test('has every fault of the catalogue once, in its order', () => {
    expect(faults.map(({ number }) => number)).toEqual(Array.from({ length: 44 }, (_, index) => String(index + 1)));
  });

  test('says of each how it is shown, or why it is not tested', () => {
    const isShown = (text: string): boolean => text.includes('`tests/') || /not tested/i.test(text);
    expect(faults.filter(({ text }) => !isShown(text))).toEqual([]);
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
