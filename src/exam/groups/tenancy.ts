import type { Group } from '../book.ts';
import { type Recipe, requestOf } from '../recipe.ts';
import { restRecipes } from '../recipes-rest.ts';
import { recipes } from '../recipes.ts';
import { examSentences as says } from '../sentences.ts';
import { type Answer, type Asked, gist, isProblem } from '../wire.ts';
import type { World } from '../world.ts';

async function everything({ as }: World): Promise<string> {
  const lists =
    'organization/data lot/info rodeo campo animal-categories movement/all note/all asset task reproductive-cycle invoice';
  const read = [];
  for (const list of lists.split(' ')) read.push((await as('ana', `GET /api/${list}/{org}`)).body);
  return JSON.stringify(read);
}

const isHidden = (answer: Answer): boolean => isProblem(answer, 'NOT_FOUND');

/** A field record that refers to a missing thing waits (424); the others are invalid. */
const refusals: ReadonlySet<number> = new Set([400, 409, 422, 424]);

/** Acceptable answers about another farm's thing: not found, refused, or nothing to delete. */
const isNothing = (answer: Answer): boolean => {
  const { status, body } = answer;
  if (isHidden(answer) || refusals.has(status)) return true;
  const lists = Object.values(body).filter((part) => Array.isArray(part));
  return body.alreadyDeleted === true || (lists.length > 0 && lists.every((list) => list.length === 0));
};

/** The stranger's call on his own farm with an id of this one; null if the call has none. */
function fromOwnFarm(recipe: Recipe, world: World): Asked | null {
  const names = [...recipe.route.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const { org, ...rest } = world.ids;
  const text = JSON.stringify(requestOf(recipe, world, 'dana'));
  const namesThing = Object.values(rest).some((id) => id.length > 8 && text.includes(id));
  if (!namesThing || !(names.includes('org') || text.includes('organization_id'))) return null;
  return JSON.parse(text.replaceAll(org ?? '', world.theirs.org ?? '')) as Asked;
}

/** Another farm's ids in every call: nothing shown, nothing changed (trust.md rows 53, 54). */
export async function examineTenancy(group: Group, world: World): Promise<void> {
  const seen = new Set<string>();
  const all = [...recipes, ...restRecipes].filter(({ route }) => !seen.has(route) && seen.add(route));
  const before = await everything(world);
  for (const recipe of all) {
    if (recipe.who !== null) {
      const { body, status } = await world.ask(requestOf(recipe, world, null));
      const asks = status === 401 && body.code === 'TOKEN_MISSING' && body.message === 'Please provide token';
      group.mark(says.asksWho(recipe.route), asks, { status, body });
    }
    if (recipe.isPersonal) continue;
    const answer = await world.ask(requestOf(recipe, world, 'dana'));
    group.mark(says.hidesFarm(recipe.route), isHidden(answer), gist(answer));
    const own = fromOwnFarm(recipe, world);
    if (!own) continue;
    const reached = await world.ask(own);
    group.mark(says.hidesThing(recipe.route), isNothing(reached), gist(reached));
  }
  group.mark(says.nothingChanged, (await everything(world)) === before);
}
