import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Copy, copyProject, recipeTimeout, type Step, stepsOf } from '../support/recipe.ts';

const steps = stepsOf('Add a sentence');
const inDocument = 'Problems stand in the table of wire.md under what a client does about each';
const tests = ['tests/contract/spec', 'tests/server/openapi', 'tests/architecture/words'] as const;

let copy: Copy;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());

describe('A sentence, by the recipe of the README', { timeout: recipeTimeout }, () => {
  test('costs its row and its word in the document', () => {
    expect(steps.map(({ file }) => file)).toEqual(['src/contract/problems.ts', 'src/docs/wire.md']);
  });

  test('is Spanish, documented, and known to the reference page', async () => {
    copy.apply(steps);
    const { passed, failed } = await copy.tests(...tests);
    expect(failed).toEqual([]);
    expect(passed).toEqual(
      expect.arrayContaining([inDocument, 'The description of the API knows every refusal by its code']),
    );
  });

  test.each([
    ['is not documented', steps.slice(0, 1)],
    ['is documented alone', steps.slice(1)],
  ])('is told when it %s', async (_what, some) => {
    copy.apply(some);
    const { failed } = await copy.tests('tests/contract/spec');
    expect(failed).toEqual([inDocument]);
  });

  test('is told when it stands where nobody looks for it', async () => {
    const handler: Step = {
      file: 'src/server/herd/lots/handlers.ts',
      after: null,
      text: "export const rests = 'El lote descansa: elegí otro';",
    };
    copy.apply([handler]);
    const { failed } = await copy.tests('tests/architecture/words');
    expect(failed).toEqual(['The words of the code for people stand with the labels, the problems and the screens']);
  });
});
