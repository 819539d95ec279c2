import { describe, expect, test } from 'vitest';
import { stepsOf } from '../support/recipe.ts';

const fence = '```';
const readme = [
  '# A project',
  '',
  '## Add a fence',
  '',
  'In `src/fences.ts`, after `` `wire`, ``:',
  '',
  `${fence}ts`,
  "'post',",
  fence,
  '',
  'In a new file `src/post.ts`:',
  '',
  `${fence}ts`,
  'export const post = 1;',
  '',
  'export const hole = 2;',
  fence,
  '',
  '## Add a gate',
  '',
  'At the end of `src/gates.ts`:',
  '',
  'Nothing.',
  '',
].join('\n');

describe('A recipe', () => {
  test('is read in the words of its own section', () => {
    expect(stepsOf('Add a fence', readme)).toEqual([
      { file: 'src/fences.ts', after: '`wire`,', text: "'post'," },
      { file: 'src/post.ts', after: null, text: 'export const post = 1;\n\nexport const hole = 2;' },
    ]);
  });

  test('that is not there, or says nothing, is no recipe', () => {
    expect(() => stepsOf('Add a moon', readme)).toThrow('The README has no recipe called Add a moon');
    expect(() => stepsOf('Add a gate', readme)).toThrow('No block of code under: At the end of `src/gates.ts`:');
  });
});
