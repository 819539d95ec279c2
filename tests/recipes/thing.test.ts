import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyTree, recipeSteps, type RecipeStep, type RecipeTree } from '../support/recipe-tree.ts';

const steps = recipeSteps('Add a thing');
const routes = 'src/app/routes';

let tree: RecipeTree;
beforeAll(() => {
  tree = copyTree();
  // The tests of what is not asked here need no types; what they cost, the recipe would cost each time.
  const config = JSON.parse(tree.read('tsconfig.json')) as object;
  tree.write('tsconfig.json', JSON.stringify({ ...config, include: ['src', 'sw', 'tests/things'] }));
  for (const step of steps) tree.apply(step);
});
afterAll(() => tree.close());

/** Writes the tree of routes as the build does (vite.config.ts). */
const routeTree = () =>
  tree.node(
    '--input-type=module',
    '--eval',
    `import { Generator, getConfig } from '@tanstack/router-generator';
     const root = process.cwd() + '/src/app';
     const config = getConfig({
       target: 'react', disableLogging: true, routeFileIgnorePattern: '\\\\.gen\\\\.ts$',
       routesDirectory: process.cwd() + '/${routes}', generatedRouteTree: process.cwd() + '/${routes}/route-tree.gen.ts',
     }, root);
     await new Generator({ config, root }).run();`,
  );

const tsc = (...given: readonly string[]) => tree.node('node_modules/typescript/bin/tsc', '--noEmit', ...given);

/** The types of one file and of what it stands on. */
const typesOf = (file: string) => {
  tree.write(
    'one-file.json',
    JSON.stringify({ extends: './tsconfig.json', files: ['src/app/env.d.ts', file], include: [] }),
  );
  return tsc('-p', 'one-file.json');
};

const tests = (...given: readonly string[]) =>
  tree.node('node_modules/vitest/vitest.mjs', 'run', '-c', 'tests/vitest.config.ts', '--project', 'all', ...given);

/** Derived suites that have rows for every thing, or every call. */
const derived = [
  'tests/things',
  'tests/server/calls.test.ts',
  'tests/server/rights.test.ts',
  'tests/exam/exam.test.ts',
];

interface Results {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** How the rows of the new thing ended, by their names. */
const ended = (): Map<string, string> =>
  new Map(
    (JSON.parse(tree.read('results.json')) as Results).testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, status }) => [fullName, status] as const),
    ),
  );

/** Takes a step back, looks, and takes it again. */
async function without<T>(step: RecipeStep | undefined, look: () => Promise<T>): Promise<T> {
  if (!step) throw new Error('The recipe has no such step');
  const whole = tree.read(step.file);
  const added = step.text.split('\n').filter((line) => line.startsWith('+'));
  if (step.isChange) {
    const lines = new Set(added.map((line) => line.slice(1)));
    tree.write(
      step.file,
      whole
        .split('\n')
        .filter((line) => !lines.has(line))
        .join('\n'),
    );
  } else tree.remove(step.file);
  try {
    return await look();
  } finally {
    tree.write(step.file, whole);
  }
}

describe('The recipe "Add a thing" of the README', { timeout: 400_000 }, () => {
  const [declaration, line, screen, route] = steps;

  test('is at most five files', () => {
    expect(steps.map(({ file }) => file)).toEqual([
      'src/domain/things/corral.ts',
      'src/domain/things/registry.ts',
      'src/app/features/corrals/corrals-screen.tsx',
      'src/app/routes/_farm.corrales.tsx',
    ]);
  });

  test('makes a product whose types agree, and in which a corral is made, sent and seen by another phone', async () => {
    expect(await routeTree()).toEqual({ code: 0, output: '' });
    expect(tree.read(`${routes}/route-tree.gen.ts`)).toContain("'/corrales'");
    const [checked, ran] = await Promise.all([
      tsc(),
      tests(...derived, '-t', 'corral', '--reporter=json', '--outputFile=results.json'),
    ]);
    expect(checked.output).not.toContain('error TS');
    expect([checked.code, ran.code]).toEqual([0, 0]);
    const rows = ended();
    for (const name of [
      'A corral that is made with no signal stands at once, and comes to a phone that is new',
      'A corral that two change at once ends alike for both',
      'A corral on the server stands in the feed and in its digest, and tells of itself as it declares',
      'A corral of a phone that stays in the field goes up by another phone under its author’s name, where it may leave by one',
      'A corral, which is made of fields, keeps who changed what of it, and is of no other version where nothing changed',
    ])
      expect([name, rows.get(name)]).toEqual([name, 'passed']);
    expect([...rows.values()]).not.toContain('failed');
  });

  test('is missed by the types where the declaration, its line or its screen is left out', async () => {
    const told: string[] = [];
    for (const [left, names] of [
      [declaration, line],
      [line, screen],
      [screen, route],
    ] as const)
      told.push((await without(left, () => typesOf(names?.file ?? ''))).output);
    expect(told[0]).toMatch(/src\/domain\/things\/registry\.ts.*error TS2307/);
    expect(told[1]).toMatch(/corrals-screen\.tsx.*error TS2322/);
    expect(told[2]).toMatch(/_farm\.corrales\.tsx.*error TS2307/);
  });

  test('is missed by a test where the route is left out', async () => {
    const { code, output } = await without(route, () => tests('tests/things/screens.test.ts'));
    expect(code).not.toBe(0);
    expect(output).toContain('a route of /corrales');
  });
});
