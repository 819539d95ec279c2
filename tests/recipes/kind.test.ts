import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Copy, copyProject, recipeTimeout, stepsOf } from '../support/recipe.ts';

const steps = stepsOf('Add a kind of movement');
const [type, declaration, example] = steps;

let copy: Copy;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

describe('A kind of movement, by the recipe of the README', { timeout: recipeTimeout }, () => {
  test('costs three files', () => {
    expect(steps.map(({ file }) => file)).toEqual([
      'src/domain/movements/types.ts',
      expect.stringMatching(/^src\/domain\/movements\/kinds\/\w+\.ts$/),
      'src/domain/movements/kinds/examples/worked-examples.ts',
    ]);
  });

  test('compiles', async () => {
    copy.apply(steps);
    expect(await copy.types()).toMatchObject({ ok: true });
  });

  test('has its form, its calls, its place in the exam and its tests', async () => {
    copy.apply(steps);
    const { passed, failed } = await copy.tests(
      'tests/domain/kinds',
      'tests/server/kinds',
      'tests/server/openapi',
      'tests/exam/exam',
      'tests/app/features/record-kinds',
      'tests/architecture/kind-words',
    );
    // The exam's command builds what it runs, by the lockfile, which no copy has.
    expect(failed.filter((name) => !name.startsWith('The exam’s command'))).toEqual([]);
    expect(passed).toEqual(
      expect.arrayContaining([
        'Esquila the worked example gives the ledger lines written by hand',
        'Esquila is recorded, shown, edited and deleted, and leaves the herd as it was',
        'Esquila opens its form, and a filled one gives what the product takes',
        'The exam, sat by the server asked for create.SHEARING',
        'The exam, sat by the server asked for edit.SHEARING',
      ]),
    );
  });

  test.each([
    ['type', type, `'"SHEARING"' is not assignable to type`],
    ['example', example, `Property 'SHEARING' is missing`],
  ] as const)('is told by the compiler that its %s is missing', async (_what, left, words) => {
    copy.apply(steps.filter((step) => step !== left));
    const { ok, text } = await copy.types('src/domain');
    expect(text).toContain(words);
    expect(ok).toBe(false);
  });

  test('is told by a test that its declaration is missing', async () => {
    copy.apply(steps.filter((step) => step !== declaration));
    const { failed } = await copy.tests('tests/domain/kinds');
    expect(failed).toContain(
      'The table of movement kinds every type is declared exactly once, in the order of its list',
    );
  });
});
