import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plainThings } from '../../src/domain/things/registry.ts';

const root = join(import.meta.dirname, '../../src/app');

/** The app's sources that a screen is told of in, by their paths under src/app. */
const sources: ReadonlyMap<string, string> = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(routes|features)\b.*\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

type Shown = Pick<(typeof plainThings)[number], 'screen'> & { readonly name: string };

/** What the app lacks to show a thing that is made of fields. */
function lacking({ name, screen }: Shown, texts: ReadonlyMap<string, string> = sources): string[] {
  const has = (folder: string, words: string): boolean =>
    [...texts].some(([path, text]) => path.startsWith(folder) && text.includes(words));
  const asked: readonly (readonly [string, boolean])[] = [
    [`a feature that shows thing={${name}}`, has('features/', `thing={${name}}`)],
    [`a route of ${screen?.path}`, has('routes/_farm', `'/_farm${screen?.path}'`)],
  ];
  return asked.filter(([, isThere]) => !isThere).map(([what]) => what);
}

describe('A thing that is made of fields', () => {
  test('has its screen and a route to it', () => {
    expect(plainThings.flatMap((thing) => lacking(thing))).toEqual([]);
  });

  test('is missed where one of them is', () => {
    const comet: Shown = { name: 'comet', screen: { path: '/cometas', about: 'En el cielo' } };
    expect(lacking(comet)).toEqual(['a feature that shows thing={comet}', 'a route of /cometas']);
    const whole = new Map([
      ['features/comets/comets-screen.tsx', '<ThingsScreen thing={comet} />'],
      ['routes/_farm.cometas.tsx', "createFileRoute('/_farm/cometas')"],
    ]);
    expect(lacking(comet, whole)).toEqual([]);
  });
});
