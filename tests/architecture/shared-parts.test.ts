import { expect, test } from 'vitest';
import { strays, usersOfShared } from './shared-parts.ts';
import { readSources } from './sources.ts';

const sources = readSources();

test('what stands in platform, forms and farm is used by two subjects or more', () => {
  expect(strays(sources)).toEqual([]);
});

test('the checker reads the rooms', () => {
  expect(usersOfShared(sources).size).toBeGreaterThan(50);
});

test('notices a file of one subject, one of nobody, and counts users by way of others', () => {
  const planted = new Map([
    ['src/app/farm/one.ts', ''],
    ['src/app/farm/none.ts', ''],
    ['src/app/farm/deep.ts', ''],
    ['src/app/farm/top.ts', "import { deep } from './deep.ts';"],
    [
      'src/app/features/lots/a.ts',
      "import { one } from '../../farm/one.ts';\nimport { top } from '../../farm/top.ts';",
    ],
    ['src/app/features/lots/b.ts', "import { one } from '../../farm/one.ts';"],
    ['src/app/features/notes/c.ts', "import { top } from '../../farm/top.ts';"],
  ]);
  expect(strays(planted)).toEqual(['src/app/farm/one.ts: src/app/features/lots', 'src/app/farm/none.ts: nobody']);
});
