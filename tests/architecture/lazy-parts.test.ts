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

/** Files that the first page of the app waits for, whichever screen it opens. */
function waitedFor(sources: ReadonlyMap<string, string>): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const text = sources.get(path);
    // A route's screen is loaded when it is opened.
    if (text === undefined || seen.has(path) || path.startsWith('src/app/routes/')) return;
    seen.add(path);
    for (const wanted of importsOf(path, text.replace(/\bimport\(/g, 'later(')))
      if ('file' in wanted) visit(wanted.file);
  };
  visit('src/app/main.tsx');
  return seen;
}

const waysIn = ['app/ui', 'app/platform', 'app/forms', 'domain'].map((module) => `src/${module}/index.ts`);

test('the way into a module, which brings all of its parts along, is for screens: the first page names what it shows', () => {
  const sources = readSources();
  const first = waitedFor(sources);
  expect(first).toContain('src/app/features/shell/updates-context.tsx');
  expect(waysIn.filter((path) => first.has(path) || !sources.has(path))).toEqual([]);
  const planted = new Map([
    ['src/app/main.tsx', "import { a } from './a.ts';"],
    ['src/app/a.ts', "import { Button } from '#ui';"],
    ['src/app/ui/index.ts', ''],
  ]);
  expect(waitedFor(planted)).toContain('src/app/ui/index.ts');
});

test('it holds no part that is loaded when it is shown', () => {
  const sources = readSources();
  const parts = waysIn.flatMap((path) => importsOf(path, sources.get(path) ?? ''));
  const files = parts.map((one) => ('file' in one ? one.file : ''));
  expect(files).toContain('src/app/ui/button.tsx');
  expect(files.filter((file) => /ui\/(?:chart-|lazy-part)|platform\/qr\//.test(file))).toEqual([]);
});
