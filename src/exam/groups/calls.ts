import { contractVersion, headers } from '../../contract/constants.ts';
import { problems } from '../../contract/problems.ts';
import type { Group } from '../book.ts';
import { declarationOf, type Recipe, requestOf } from '../recipe.ts';
import { restRecipes } from '../recipes-rest.ts';
import { recipes } from '../recipes.ts';
import { examSentences as says } from '../sentences.ts';
import { type Answer, gist, isProblem } from '../wire.ts';
import type { World } from '../world.ts';

/** Checks a response's headers and, for a success, status, `ok` and the contract's shape. */
function markAnswer(group: Group, { route, refusal }: Recipe, answer: Answer): void {
  const marked = answer.headers.get(headers.contract) === contractVersion && answer.headers.has(headers.requestId);
  group.mark(says.carriesMarks(route), marked, gist(answer));
  if (refusal) {
    const { ok, message } = answer.body;
    const isRefused = isProblem(answer, refusal) && ok === false && message === problems[refusal].message;
    group.mark(says.refuses(route, refusal), isRefused, gist(answer));
    return;
  }
  const isWell = (answer.status === 200 || answer.status === 201) && answer.body.ok === true;
  if (!group.mark(says.answers(route), isWell, gist(answer))) return;
  const parsed = declarationOf(route)?.answer.safeParse(answer.body);
  const misfit = parsed?.success ? '' : (parsed?.error.issues ?? says.undeclared);
  group.mark(says.hasShape(route), parsed?.success === true, misfit);
}

export const examineCalls = (group: Group, world: World): Promise<void> => makeAll(group, world, recipes);

/** Calls of wire.md beyond the specification. */
export const examineRest = (group: Group, world: World): Promise<void> => makeAll(group, world, restRecipes);

async function makeAll(group: Group, world: World, all: readonly Recipe[]): Promise<void> {
  for (const recipe of all) {
    try {
      const answer = await world.ask(requestOf(recipe, world));
      markAnswer(group, recipe, answer);
      recipe.keep(answer, world);
    } catch (error) {
      group.mark(says.answers(recipe.route), false, error instanceof Error ? error.message : String(error));
    }
  }
}
