import { beforeEach, expect, test } from 'vitest';
import { forgetIds, hashSet, idsIn } from '../../src/app/store/hash-set.ts';
import type { ContentsRow } from '../../src/app/store/history.ts';

let looks = 0;

/** A page of the history with these movements, a block for each two, that counts how often it is looked through. */
function page(mark: string, ...ids: readonly string[]): ContentsRow {
  const head = { newest: '', oldest: '', count: 2, words: '' };
  const blocks = ids.flatMap((_, at) => (at % 2 === 0 ? [{ ...head, ids: hashSet(ids.slice(at, at + 2)) }] : []));
  return {
    key: mark,
    mark,
    hidden: [],
    get blocks() {
      looks += 1;
      return blocks;
    },
  };
}

const asked = ['a', 'b', 'c', 'd', 'e', 'f'];
const found = (scope: string, ...contents: readonly ContentsRow[]): string =>
  asked.filter(idsIn(scope, contents)).join('');

beforeEach(() => {
  forgetIds();
  looks = 0;
});

test('each page of a load is looked through once, however many come after it', () => {
  const pages = Array.from({ length: 50 }, (_, index) => page(`mark-${index}`, `m-${index}`, `n-${index}`));
  for (let count = 0; count <= pages.length; count += 1) {
    const isKnown = idsIn('farm#1', pages.slice(0, count));
    expect(pages.map((_, index) => isKnown(`m-${index}`))).toEqual(pages.map((_, index) => index < count));
  }
  expect(looks).toBe(50);
});

test('what went with a page, or belongs to another set, is not known', () => {
  const [first, second] = [page('one', 'a', 'b', 'c'), page('two', 'd')];
  expect(found('farm#1', first, second)).toBe('abcd');
  expect(found('farm#1', second)).toBe('d');
  expect(found('farm#1', second, page('three', 'e'))).toBe('de');
  // As many pages as before, and other ones.
  expect(found('farm#1', first, page('four', 'f'))).toBe('abcf');
  expect(found('farm#2')).toBe('');
  expect(found('farm#1', first)).toBe('abc');
});

test('nothing of a load that is whole is kept', () => {
  const one = page('one', 'a');
  found('farm#1', one);
  forgetIds();
  expect(found('farm#1', one)).toBe('a');
  expect(looks).toBe(2);
});
