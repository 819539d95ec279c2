import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plainThings } from '../../src/domain/things/registry.ts';

const root = join(import.meta.dirname, '../../src/app');

/** The app's sources that a screen is told of in, by their paths under src/app. */
const sources: ReadonlyMap<string, string> = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(routes|features|ui)\b.*\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

type Shown = Pick<(typeof plainThings)[number], 'screen' | 'icon'> & { readonly name: string };

/** What the app lacks to show a thing that is made of fields. */
function lacking({ name, screen, icon }: Shown, texts: ReadonlyMap<string, string> = sources): string[] {
  const has = (folder: string, words: string): boolean =>
    [...texts].some(([path, text]) => path.startsWith(folder) && text.includes(words));
  const asked: readonly (readonly [string, boolean])[] = [
    [`a feature that shows thing={${name}}`, has('features/', `thing={${name}}`)],
    [`a route of ${screen?.path}`, has('routes/_farm', `'/_farm${screen?.path}'`)],
    [`the drawing ${icon}`, new RegExp(`^  '?${icon}'?: \\w+,$`, 'm').test(texts.get('ui/icons.tsx') ?? '')],
  ];
  return asked.filter(([, isThere]) => !isThere).map(([what]) => what);
}

describe('A thing that is made of fields', () => {
  test('has its screen, a route to it and a drawing', () => {
    expect(plainThings.flatMap((thing) => lacking(thing))).toEqual([]);
  });

  test('is missed where one of them is', () => {
    const comet: Shown = { name: 'comet', icon: 'comet', screen: { path: '/cometas', about: 'En el cielo' } };
    expect(lacking(comet)).toEqual(['a feature that shows thing={comet}', 'a route of /cometas', 'the drawing comet']);
    const whole = new Map([
      ['features/comets/comets-screen.tsx', '<ThingsScreen thing={comet} />'],
      ['routes/_farm.cometas.tsx', "createFileRoute('/_farm/cometas')"],
      ['ui/icons.tsx', 'const drawings = {\n  comet: Comet,\n}'],
    ]);
    expect(lacking(comet, whole)).toEqual([]);
  });
});
