import { describe, expect, test } from 'vitest';
import { importsOf } from './imports.ts';
import { namedKinds } from './kind-words.ts';
import { readSources } from './sources.ts';

/** Files that name a kind all the same, and why. */
const known: Readonly<Record<string, string>> = {
  'src/server/database/migrations/steps.ts': 'what was written into databases once says the same for ever',
};

describe('Kinds', () => {
  test('are named in their own room alone: who asks for one asks its declaration', () => {
    const found = namedKinds(readSources());
    expect(found.filter((one) => !(one.slice(0, one.indexOf(':')) in known))).toEqual([]);
  });

  test('the list of exceptions has none that is over', () => {
    const found = namedKinds(readSources()).map((one) => one.slice(0, one.indexOf(':')));
    expect(Object.keys(known).filter((path) => !found.includes(path))).toEqual([]);
  });

  test('their worked examples are for the exam and the tests: no screen and no call carries them', () => {
    const carriers = [...readSources()].flatMap(([path, text]) =>
      /^src\/(exam\/|domain\/movements\/kinds\/examples)/.test(path)
        ? []
        : importsOf(path, text).flatMap((wanted) =>
            'file' in wanted && wanted.file.startsWith('src/domain/movements/kinds/examples') ? [path] : [],
          ),
    );
    expect(carriers).toEqual([]);
  });
});

describe('The checker itself', () => {
  const planted = (text: string, path = 'src/app/features/record/planted.tsx'): string[] =>
    namedKinds(new Map([[path, text]]));

  test.each([
    "if (kind.type === 'BIRTH') return null;",
    "const words = { WEANING: 'destete' };",
    "const types = 'RAIN FROST'.split(' ');",
    'sql`type = ${a} or type = "SELL"`;',
    "const types = ['ASSET_BATCH'];",
  ])('notices a planted %s', (text) => {
    expect(planted(text)).toHaveLength(1);
    expect(planted(text, 'src/server/herd/lots/planted.ts')).toHaveLength(1);
    expect(planted(text, 'src/domain/movements/kinds/planted.ts')).toEqual([]);
  });

  test('lets comments, other words and problem codes pass', () => {
    expect(planted("/** domain.md §3.1, BIRTH */ const code = 'ASSET_NOT_FOUND'; const word = 'birth';")).toEqual([]);
  });

  test('reads the sources of the product, and finds the words where they belong', () => {
    const module = new Map([...readSources()].map(([path, text]) => [`src/outside/${path}`, text]));
    expect(namedKinds(module).length).toBeGreaterThan(10);
  });
});
