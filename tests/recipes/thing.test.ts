import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Copy, copyProject, recipeTimeout, type Step, stepsOf } from '../support/recipe.ts';

const steps = stepsOf('Add a thing');
const declaration = 'src/domain/things/corral.ts';
const registry = 'src/domain/things/registry.ts';
const screen = 'src/app/features/corrals/corrals-screen.tsx';
const route = 'src/app/routes/_farm.corrales.tsx';

let copy: Copy;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

/** Writes the tree of routes as the build does (vite.config.ts). */
const writeRoutes = () =>
  copy.script(`
    import { Generator, getConfig } from '@tanstack/router-generator';
    const routes = process.cwd() + '/src/app/routes';
    const root = process.cwd() + '/src/app';
    const config = getConfig({
      target: 'react', disableLogging: true, routeFileIgnorePattern: '\\\\.gen\\\\.ts$',
      routesDirectory: routes, generatedRouteTree: routes + '/route-tree.gen.ts',
    }, root);
    await new Generator({ config, root }).run();`);

/** Derived suites that have rows for every thing, or every call. */
const derived = [
  'tests/things',
  'tests/server/calls.test.ts',
  'tests/server/rights.test.ts',
  'tests/exam/exam.test.ts',
];

const without = (file: string): readonly Step[] => steps.filter((step) => step.file !== file);

describe('A thing, by the recipe of the README', { timeout: recipeTimeout }, () => {
  test('costs four files', () => {
    expect([...new Set(steps.map(({ file }) => file))]).toEqual([declaration, registry, screen, route]);
  });

  test('agrees in its types, is made, sent, and seen by another phone', async () => {
    copy.apply(steps);
    expect(await writeRoutes()).toEqual({ ok: true, text: '' });
    expect(copy.read('src/app/routes/route-tree.gen.ts')).toContain("'/corrales'");
    const [checked, { passed, failed }] = await Promise.all([
      copy.types('src', 'sw', 'tests/things'),
      copy.tests(...derived, '-t', 'corral'),
    ]);
    expect(checked).toMatchObject({ ok: true });
    expect(failed).toEqual([]);
    expect(passed).toEqual(
      expect.arrayContaining([
        'A corral that is made with no signal stands at once, and comes to a phone that is new',
        'A corral that two change at once ends alike for both',
        'A corral on the server stands in the feed and in its digest, and tells of itself as it declares',
        'A corral of a phone that stays in the field goes up by another phone under its author’s name, where it may leave by one',
        'A corral, which is made of fields, keeps who changed what of it, and is of no other version where nothing changed',
      ]),
    );
  });

  test.each([
    ['its declaration', declaration, registry, /src\/domain\/things\/registry\.ts.*error TS2307/],
    ['its line', registry, screen, /corrals-screen\.tsx.*error TS2322/],
    ['its screen', screen, route, /_farm\.corrales\.tsx.*error TS2307/],
  ])('is told by the compiler that %s is missing', async (_what, left, names, words) => {
    copy.apply(without(left));
    const { ok, text } = await copy.types('src/app/env.d.ts', names);
    expect(text).toMatch(words);
    expect(ok).toBe(false);
  });

  test('is told by a test that its route is missing', async () => {
    copy.apply(without(route));
    const { failed } = await copy.tests('tests/things/screens.test.ts');
    expect(failed).toContain('A thing that is made of fields has its screen and a route to it');
  });
});
