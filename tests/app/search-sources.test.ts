import { describe, expect, test } from 'vitest';
import { type Entry, matching, wordsOf } from '../../src/app/features/search/entries.ts';
import { withRecent } from '../../src/app/features/search/search-sheet.tsx';
import { periodIn, sourcesOf } from '../../src/app/features/search/sources.ts';

const today = '2026-11-21';

const entry = (subject: Entry['subject'], id: string, title: string): Entry => {
  const name = wordsOf(title).join(' ');
  return { subject, id, title, subtitle: '', state: 'enviado', when: '', isOver: false, name, words: name };
};

const farm = [
  entry('lot', 'lot-5', 'Lote 5'),
  entry('lot', 'lot-50', 'Lote 50'),
  entry('lot', 'lot-ombu', 'El Ombú'),
  entry('rodeo', 'cria', 'Cría'),
];

describe('Days that a question names', () => {
  test.each([
    ['12/09/2026', '2026-09-12', '2026-09-12'],
    ['12/9/26', '2026-09-12', '2026-09-12'],
    ['12-09', '2026-09-12', '2026-09-12'],
    ['24/12', '2025-12-24', '2025-12-24'],
    ['ayer', '2026-11-20', '2026-11-20'],
    ['2/2024', '2024-02-01', '2024-02-29'],
    ['septiembre', '2026-09-01', '2026-09-30'],
    ['Diciembre', '2025-12-01', '2025-12-31'],
    ['septiembre de 2024', '2024-09-01', '2024-09-30'],
    ['2025', '2025-01-01', '2025-12-31'],
  ])('%s lasts from %s to %s', (text, from, to) => {
    expect(periodIn(wordsOf(text), today)).toMatchObject({ from, to });
  });

  test.each(['31/02/2026', '13/2026', 'lote 5', '1999'])('%s names none', (text) => {
    expect(periodIn(wordsOf(text), today)).toBeNull();
  });
});

describe('Where movements are looked for', () => {
  const sources = (text: string) => sourcesOf(wordsOf(text), farm, today);

  test('a lot that is named is asked by its index, the one that is named wholly first, and all movements last', () => {
    expect(sources('lote 5')).toEqual([
      { lotId: 'lot-5', text: '' },
      { lotId: 'lot-50', text: '' },
      { text: 'lote 5' },
    ]);
  });

  test('accents and capitals do not matter, and half a name is enough', () => {
    expect(sources('OMBU')[0]).toEqual({ lotId: 'lot-ombu', text: '' });
  });

  test('a kind within a month is asked by both; what is left of the question is looked for in the text', () => {
    expect(sources('lluvia septiembre tormenta')).toEqual([
      { types: ['RAIN'], from: '2026-09-01', to: '2026-09-30', text: 'tormenta' },
      { from: '2026-09-01', to: '2026-09-30', text: 'lluvia tormenta' },
      { text: 'lluvia septiembre tormenta' },
    ]);
  });

  test('a word that names nothing is looked for in all movements', () => {
    expect(sources('aguada')).toEqual([{ text: 'aguada' }]);
  });
});

describe('What is found among the small things', () => {
  test('every word has to be there, and a name that is the question stands first', () => {
    expect(matching(farm, wordsOf('lote 5')).map(({ id }) => id)).toEqual(['lot-5', 'lot-50']);
    expect(matching(farm, wordsOf('cria')).map(({ id }) => id)).toEqual(['cria']);
    expect(matching(farm, wordsOf('lote cria'))).toEqual([]);
    expect(matching(farm, [])).toEqual([]);
  });

  test('what goes on stands before what is over, and the newest day first', () => {
    const fence = (id: string, when: string, isOver: boolean): Entry => ({
      ...entry('task', id, 'Arreglar el alambrado'),
      when,
      isOver,
    });
    const tasks = [
      fence('done', '2026-11-20', true),
      fence('old', '2026-01-05', false),
      fence('new', '2026-12-01', false),
    ];
    expect(matching(tasks, wordsOf('alambrado')).map(({ id }) => id)).toEqual(['new', 'old', 'done']);
  });
});

describe('Recent searches', () => {
  test('stand newest first, each once, however it was written', () => {
    expect(withRecent(['lluvia', 'ombú'], 'OMBU ')).toEqual(['OMBU', 'lluvia']);
  });

  test('are six at most, and one letter is none', () => {
    expect(withRecent(['a1', 'b1', 'c1', 'd1', 'e1', 'f1'], 'g1')).toEqual(['g1', 'a1', 'b1', 'c1', 'd1', 'e1']);
    expect(withRecent(['lluvia'], 'l')).toEqual(['lluvia']);
  });
});
