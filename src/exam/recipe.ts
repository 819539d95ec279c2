import type { Endpoint } from '../contract/endpoint.ts';
import { allEndpoints } from '../contract/endpoints.ts';
import type { ProblemCode } from '../contract/problems.ts';
import { shapeOf, type SpecRoute } from './spec-routes.ts';
import type { Answer, Asked } from './wire.ts';
import type { Name, World } from './world.ts';

/** How the exam makes one call of the specification. */
export interface Recipe {
  readonly route: SpecRoute;
  /** Who calls; null: nobody. */
  readonly who: Name | null;
  /** What the path's parameters are; `org` is the farm unless this says otherwise. */
  readonly at: (world: World) => Readonly<Record<string, string | undefined>>;
  readonly body: ((world: World) => object) | null;
  /** A token that is not the caller's own. */
  readonly token: ((world: World) => string) | null;
  /** The refusal that is the right answer here: the exam reads nobody's mail. */
  readonly refusal: ProblemCode | null;
  /** Keeps ids of the answer for later calls. */
  readonly keep: (answer: Answer, world: World) => void;
  /** The call is about the caller's own account, not about a farm. */
  readonly isPersonal: boolean;
}

type Extras = Partial<Omit<Recipe, 'route' | 'who' | 'body'>>;

const nothing = (): void => undefined;

/** Declares a call about the farm. */
export const onFarm = (
  route: SpecRoute,
  who: Name,
  body: Recipe['body'] = null,
  { at = () => ({}), token = null, refusal = null, keep = nothing, isPersonal = false }: Extras = {},
): Recipe => ({ route, who, body, at, token, refusal, keep, isPersonal });

/** Declares a call about the caller's own account. */
export const personal = (
  route: SpecRoute,
  who: Name | null,
  body: Recipe['body'] = null,
  extras: Extras = {},
): Recipe => ({ ...onFarm(route, 'ana', body, extras), who, isPersonal: true });

/** The request of a recipe, as somebody (its own caller when nobody is named). */
export function requestOf(recipe: Recipe, world: World, as?: Name | null): Asked {
  const [method = '', template = ''] = recipe.route.split(' ');
  const params: Readonly<Record<string, string | undefined>> = { org: world.ids['org'], ...recipe.at(world) };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? 'falta'));
  const who = as === undefined ? recipe.who : as;
  const own = recipe.token && as === undefined ? recipe.token(world) : null;
  const token = own ?? (who && world.people[who].token);
  return { method, path, token, ...(recipe.body && { body: recipe.body(world) }) };
}

const declared = new Map<string, Endpoint>();
for (const { endpoint } of allEndpoints) {
  for (const path of [endpoint.path, ...endpoint.aliases])
    declared.set(shapeOf(`${endpoint.method} ${path}`), endpoint);
}

/** What the contract says of a call; null when it says nothing. */
export const declarationOf = (route: string): Endpoint | null => declared.get(shapeOf(route)) ?? null;
