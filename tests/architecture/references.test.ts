import { describe, expect, test } from 'vitest';
import { referencesIn, strayReferences } from './references.ts';
import { readDocuments, readSources } from './sources.ts';

const everything = readSources(['src', 'sw', 'tests']);
const documents = readDocuments();

describe('What comments and titles point at', () => {
  test('is there: the document, and in it the section, the row, the fault', () => {
    expect(strayReferences(everything, documents)).toEqual([]);
  });
});

describe('The checker itself', () => {
  const page = [
    '# Page',
    '## 2 Places',
    '1. Kept.\n2. Told, with its `cid` and `kind`.',
    '### 2.6 Gates',
    '## Sync',
    '- **F7.** Disk.',
    '| T1 | fast |',
  ].join('\n\n');
  const planted = new Map([
    ['src/docs/page.md', page],
    ['src/docs/trust.md', '# Trust'],
    ['src/docs/controls.md', '- **12.** Kept.\n- **13.** Told.'],
    ['src/reliability.md', '- **F16, no storage.** Said.'],
  ]);
  // The name of a document is put in afterwards: this file is looked at too.
  const md = '.md';
  const strayIn = (comment: string): string[] =>
    strayReferences(new Map([['src/domain/planted.ts', comment]]), planted).map((line) => line.split(': ')[1] ?? '');

  test('reads hundreds of references, of every sort', () => {
    const found = [...everything.values()].flatMap(referencesIn).map(({ place }) => place?.is);
    expect(found.length).toBeGreaterThan(500);
    expect(new Set(found)).toEqual(new Set([undefined, 'section', 'name', 'row', 'fault']));
  });

  test.each([
    ['page', ''],
    ['page', ' §2'],
    ['page', ' §2.6, then words'],
    ['page', ' §2.6, §2'],
    ['page', ' §2.2'],
    ['page', ' §Sync, Batch'],
    ['page', ', sync)'],
    ['page', ', `cid`)'],
    ['page', ' F7'],
    ['page', ' §2, T1'],
    ['trust', ' row 12'],
    ['trust', ' rows 12, 13'],
    ['trust', ' rows 12-13'],
    ['trust', '\n * row 13'],
    ['trust', ' F16'],
  ])('lets %s%s pass', (name, place) => {
    expect(strayIn(`/** Said (${name}${md}${place}). */`)).toEqual([]);
  });

  test.each([
    ['nowhere', '', 'nowhere'],
    ['nowhere', ' §2', 'nowhere §2'],
    ['page', ' §3', 'page §3'],
    ['page', ' §2.60', 'page §2.60'],
    ['page', ' §2, §2.7', 'page §2.7'],
    ['page', ' §Live', 'page, Live'],
    ['page', ', the rest)', 'page, the rest'],
    ['page', ', kind)', 'page, kind'],
    ['page', ' F8', 'page F8'],
    ['page', ' T7', 'page T7'],
    ['trust', ' row 14', 'trust row 14'],
    ['trust', ' rows 12, 99', 'trust row 99'],
    ['trust', ' rows 11-13', 'trust row 11'],
    ['trust', '\n * row 165', 'trust row 165'],
    ['trust', ' F17', 'trust F17'],
  ])('notices a false one in a comment: %s%s', (name, place, told) => {
    expect(strayIn(`/** Said (${name}${md}${place}). */`)).toEqual([told.replace(name, `${name}${md}`)]);
  });

  test('notices a false one in the title of a test', () => {
    expect(strayIn(`test('keeps it (page${md} §9)', () => {});`)).toEqual([`page${md} §9`]);
  });
});
