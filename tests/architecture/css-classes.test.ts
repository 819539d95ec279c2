import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readSources, type Sources } from './sources.ts';

const root = new URL('../../', import.meta.url).pathname;
const homes: Readonly<Record<string, string>> = {
  '#ui/': 'src/app/ui/',
  '#farm/': 'src/app/farm/',
  '#forms/': 'src/app/forms/',
  '#platform/': 'src/app/platform/',
};
const fileOf = (from: string, said: string): string => {
  const home = Object.keys(homes).find((name) => said.startsWith(name));
  return home ? said.replace(home, homes[home] ?? '') : join(dirname(from), said);
};

/** The classes that a style sheet defines. */
const definedIn = (css: string): ReadonlySet<string> =>
  new Set(
    [...css.replaceAll(/\/\*[\s\S]*?\*\/|from '[^']+'/g, '').matchAll(/\.([a-zA-Z_]\w*)/g)].map(
      ([, name = '']) => name,
    ),
  );

/** Classes that screens ask a sheet for and it lacks, and those that it has and nobody asks for; `styles[name]` may be any. */
function mismatches(sources: Sources, sheets: ReadonlyMap<string, string>): string[] {
  const asked = new Map<string, { names: Set<string>; isAny: boolean }>();
  for (const [path, text] of sources) {
    for (const [, word = '', said = ''] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const sheet = asked.get(fileOf(path, said)) ?? { names: new Set<string>(), isAny: false };
      for (const [, name = ''] of text.matchAll(new RegExp(`\\b${word}\\.(\\w+)`, 'g'))) sheet.names.add(name);
      sheet.isAny ||= text.includes(`${word}[`);
      asked.set(fileOf(path, said), sheet);
    }
  }
  return [...sheets].flatMap(([path, css]) => {
    const { names, isAny } = asked.get(path) ?? { names: new Set<string>(), isAny: false };
    const defined = definedIn(css);
    const missing = [...names].filter((name) => !defined.has(name)).map((name) => `${path} lacks ${name}`);
    const unused = isAny ? [] : [...defined].filter((name) => !names.has(name));
    return [...missing, ...unused.map((name) => `${path}: nobody asks for ${name}`)];
  });
}

const sheetsOf = (folder: string): [string, string][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.module.css'))
    .map((name) => [join(folder, name), readFileSync(join(root, folder, name), 'utf8')]);

test('every class that a screen asks for is in its style sheet, and every class there is asked for', () => {
  const sheets = new Map(sheetsOf('src/app'));
  expect(sheets.size).toBeGreaterThan(20);
  expect(mismatches(readSources(), sheets)).toEqual([]);
});

test('a class that was renamed on one side is noticed', () => {
  const sources = new Map([
    ['src/app/ui/wall.tsx', "import styles from './wall.module.css'; <p className={styles.blocking} />"],
  ]);
  expect(
    mismatches(sources, new Map([['src/app/ui/wall.module.css', '.wall { margin: 0.5em } /* .other */']])),
  ).toEqual(['src/app/ui/wall.module.css lacks blocking', 'src/app/ui/wall.module.css: nobody asks for wall']);
});
