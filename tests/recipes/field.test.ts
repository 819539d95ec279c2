import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Copy, copyProject, recipeTimeout, stepsOf } from '../support/recipe.ts';

const steps = stepsOf('Add a field');
const ledger = 'Helada the worked example gives the ledger lines written by hand';

let copy: Copy;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

describe('A field, by the recipe of the README', { timeout: recipeTimeout }, () => {
  test('costs its line and its figure in the example', () => {
    expect(steps.map(({ file }) => file)).toEqual([
      'src/domain/movements/kinds/weather.ts',
      'src/domain/movements/kinds/examples/worked-examples.ts',
    ]);
  });

  test('compiles, is asked by the form, and is told by the record and its columns', async () => {
    copy.apply(steps);
    const { passed, failed } = await copy.tests(
      'tests/domain/kinds',
      'tests/domain/readable',
      'tests/domain/sheet',
      'tests/app/features/record-kinds',
    );
    expect(failed).toEqual([]);
    const asked = 'Helada opens its form, and a filled one gives what the product takes';
    expect(passed).toEqual(expect.arrayContaining([ledger, asked]));
  });

  test('is told that the kind lacks what its example says', async () => {
    copy.apply(steps.slice(1));
    const { failed } = await copy.tests('tests/domain/kinds');
    expect(failed).toContain(ledger);
  });
});
