import type { Endpoint } from '../contract/endpoint.ts';
import { allEndpoints } from '../contract/endpoints.ts';
import type { ProblemCode } from '../contract/problems.ts';
import { shapeOf, type SpecRoute } from './spec-routes.ts';
import type { Answer, Asked } from './wire.ts';
import type { Name, World } from './world.ts';

/** How the exam makes a call. */
export interface Recipe {
  readonly route: SpecRoute;
  /** Null: without a token. */
  readonly who: Name | null;
  /** Path parameters besides `org`. */
  readonly at: (world: World) => Readonly<Record<string, string | undefined>>;
  readonly body: ((world: World) => object) | null;
  /** Instead of the caller's token. */
  readonly token: ((world: World) => string) | null;
  /** The expected refusal: the exam reads nobody's mail. */
  readonly refusal: ProblemCode | null;
  /** Keeps ids for later calls. */
  readonly keep: (answer: Answer, world: World) => void;
  /** About the caller's account, not a farm. */
  readonly isPersonal: boolean;
}

type Extras = Partial<Omit<Recipe, 'route' | 'who' | 'body'>>;

const nothing = (): void => undefined;

export const onFarm = (
  route: SpecRoute,
  who: Name,
  body: Recipe['body'] = null,
  { at = () => ({}), token = null, refusal = null, keep = nothing, isPersonal = false }: Extras = {},
): Recipe => ({ route, who, body, at, token, refusal, keep, isPersonal });

export const personal = (
  route: SpecRoute,
  who: Name | null,
  body: Recipe['body'] = null,
  extras: Extras = {},
): Recipe => ({ ...onFarm(route, 'ana', body, extras), who, isPersonal: true });

/** The request, by default as the recipe's caller. */
export function requestOf(recipe: Recipe, world: World, as?: Name | null): Asked {
  const [method = '', template = ''] = recipe.route.split(' ');
  const params: Readonly<Record<string, string | undefined>> = { org: world.ids.org, ...recipe.at(world) };
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

/** The contract's declaration, or null. */
export const declarationOf = (route: string): Endpoint | null => declared.get(shapeOf(route)) ?? null;
