import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf } from './imports.ts';
import { readSources } from './sources.ts';

/** The files of the way of a birth to 'Guardado' as the page names them, with the count that it gives. */
function wayOfABirth(): { readonly files: readonly string[]; readonly said: number } {
  const page = readFileSync(new URL('../../src/docs/working-here.md', import.meta.url), 'utf8');
  const [, way = '', said] = /\*\*A birth, from the tap([\s\S]*?)(\d+) files from the sheet on/.exec(page) ?? [];
  return {
    files: [...way.matchAll(/`((?:features|sync|store)\/[\w/-]+\.tsx?)`/g)].map(([, file]) => `src/app/${file}`),
    said: Number(said),
  };
}

/** Those that no file of the way before them, nor what ties the app, imports: they are not on it. */
const offTheWay = (files: readonly string[], sources: ReadonlyMap<string, string>): string[] => {
  const imported = new Set(
    [
      ...files,
      'src/app/sync/engine/acts.ts',
      'src/app/store/open.ts',
      'src/app/features/record/record-overlay.tsx',
    ].flatMap((path) =>
      importsOf(path, sources.get(path) ?? '').flatMap((wanted) => ('file' in wanted ? wanted.file : [])),
    ),
  );
  return files.filter((file) => !sources.has(file) || !imported.has(file));
};

test('the way of a birth to Guardado names files that hand it on, and counts them', () => {
  const { files, said } = wayOfABirth();
  const sources = readSources();
  expect(files).toHaveLength(said);
  expect(files[0]).toBe('src/app/features/record/record-form.tsx');
  expect(offTheWay(files, sources)).toEqual([]);
  expect(offTheWay([...files, 'src/app/sync/acts/thing-bodies.ts', 'src/app/nowhere.ts'], sources)).toEqual([
    'src/app/sync/acts/thing-bodies.ts',
    'src/app/nowhere.ts',
  ]);
});
