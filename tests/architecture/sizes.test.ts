import { describe, expect, test } from 'vitest';
import { excused, tooLarge } from './sizes.ts';
import { readSources } from './sources.ts';

const sources = readSources(['src', 'sw', 'tests']);
const only = (path: string, text: string): Map<string, string> => new Map([[path, text]]);

describe('The size of a file', () => {
  test('stays under the ceilings of lines and imports', () => {
    expect(tooLarge(sources)).toEqual([]);
  });

  test('is excused only for files that exist and are long, with a date', () => {
    const isDue = ([path, date]: [string, string]): boolean =>
      !/^20\d\d-\d\d-\d\d$/.test(date) || tooLarge(only(path, sources.get(path) ?? ''), new Map()).length === 0;
    expect([...excused].filter(isDue)).toEqual([]);
  });
});

describe('The checker itself', () => {
  test('reads more than ten files', () => {
    expect(sources.size).toBeGreaterThan(10);
  });

  test('notices a planted file of 301 lines, a test of 401 and sixteen imports', () => {
    expect(tooLarge(only('src/domain/long.ts', 'x\n'.repeat(301)))).toEqual([
      'src/domain/long.ts has 301 lines of 300',
    ]);
    expect(tooLarge(only('tests/domain/long.test.ts', 'x\n'.repeat(401)))).toHaveLength(1);
    expect(tooLarge(only('src/domain/many.ts', "import './a.ts';\n".repeat(16)))).toEqual([
      'src/domain/many.ts imports 16 modules of 15',
    ]);
    const wayIn = "export * from './a.ts';\n".repeat(16);
    expect(tooLarge(only('src/app/ui/index.ts', wayIn))).toEqual([]);
    expect(tooLarge(only('src/app/ui/index.ts', `${wayIn}export const b = 1;\n`))).toHaveLength(1);
  });

  test('lets a file at the ceiling pass', () => {
    expect(tooLarge(only('src/domain/just.ts', 'x\n'.repeat(300)))).toEqual([]);
    expect(tooLarge(only('tests/domain/just.test.ts', 'x\n'.repeat(400)))).toEqual([]);
  });
});
