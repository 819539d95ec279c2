import { expect, test } from 'vitest';
import { importsOf } from './imports.ts';
import { readSources } from './sources.ts';

const bare = /import \{[^}]*\blazy\b[^}]*\} from 'react'/;

/** Files that load a part with React's own `lazy`, which stands in no boundary. */
const unguarded = (sources: ReadonlyMap<string, string>): string[] =>
  [...sources].flatMap(([path, text]) => (path !== 'src/app/ui/lazy-part.tsx' && bare.test(text) ? [path] : []));

test('a part that is loaded when it is shown stands in a boundary of its own', () => {
  expect(unguarded(readSources())).toEqual([]);
  const loaders = [...readSources()].filter(([path, text]) =>
    importsOf(path, text).some((wanted) => 'file' in wanted && wanted.file === 'src/app/ui/lazy-part.tsx'),
  );
  expect(loaders.length).toBeGreaterThan(4);
});

test('the checker notices a bare one', () => {
  expect(unguarded(new Map([['src/app/a.tsx', "import { lazy, useState } from 'react';"]]))).toEqual(['src/app/a.tsx']);
});
