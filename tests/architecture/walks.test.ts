import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { importsOf } from './imports.ts';
import { readSources } from './sources.ts';

/** The walks of the page: how each begins there, from where its files are counted, and what ties the app together along it. */
const walks = [
  {
    title: 'A birth, from the tap',
    from: 'sheet',
    ties: ['sync/engine/acts.ts', 'store/open.ts', 'features/record/record-overlay.tsx'],
  },
  {
    title: 'A record that the server refuses',
    from: 'answer',
    ties: [
      'compose.ts',
      'routes/_farm.tsx',
      'routes/-farm-frame.tsx',
      'session/create-session.ts',
      'store/open.ts',
      'sync/backend-of.ts',
      'sync/engine/runner.ts',
      'sync/views/view.ts',
    ],
  },
  { title: 'A log-in', from: 'screen', ties: ['compose.ts', 'device-storage.ts', 'routes/log-in.tsx'] },
];

const inApp = (file: string): string => `src/app/${file.replace(/^app\//, '')}`;

/** The files of a walk as the page names them, with the count that it gives. */
function readWalk({ title, from }: { readonly title: string; readonly from: string }) {
  const page = readFileSync(new URL('../../src/docs/working-here.md', import.meta.url), 'utf8');
  const [, way = '', said] = new RegExp(`\\*\\*${title}([\\s\\S]*?)(\\d+) files from the ${from} on`).exec(page) ?? [];
  const named = way.matchAll(/`((?:app|farm|features|net|platform|session|store|sync)\/[\w/-]+\.tsx?)`/g);
  return { files: [...named].map(([, file = '']) => inApp(file)), said: Number(said) };
}

/** Those that no other file of the walk, nor what ties the app, imports: they are not on it. */
const offTheWay = (
  files: readonly string[],
  ties: readonly string[],
  sources: ReadonlyMap<string, string>,
): string[] => {
  const imported = new Set(
    [...files, ...ties.map(inApp)].flatMap((path) =>
      importsOf(path, sources.get(path) ?? '').flatMap((wanted) => ('file' in wanted ? wanted.file : [])),
    ),
  );
  return files.filter((file) => !sources.has(file) || !imported.has(file));
};

describe('a walk through the house', () => {
  test.each(walks)('$title: names files that hand it on, and counts them', (walk) => {
    const { files, said } = readWalk(walk);
    expect(files).toHaveLength(said);
    expect(new Set(files).size).toBe(said);
    expect(offTheWay(files, walk.ties, readSources())).toEqual([]);
  });

  test.each(walks)('$title: the checker finds what is not on it', (walk) => {
    const strange = ['src/app/sync/acts/deletions.ts', 'src/app/nowhere.ts'];
    expect(offTheWay([...readWalk(walk).files, ...strange], walk.ties, readSources())).toEqual(strange);
  });
});
