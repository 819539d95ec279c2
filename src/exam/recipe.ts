import type { Endpoint } from '../contract/endpoint.ts';
import { allEndpoints } from '../contract/endpoints.ts';
import type { ProblemCode } from '../contract/problems.ts';
import { shapeOf, type SpecRoute } from './spec-routes.ts';
import type { Answer, Asked } from './wire.ts';
import { type Name, requestTo, textAt, type World } from './world.ts';

export interface Recipe {
  readonly route: SpecRoute;
  /** Null: without a token. */
  readonly who: Name | null;
  /** Path parameters besides `org`: the name of an id, or a text of its own. */
  readonly at: Readonly<Record<string, string>>;
  /** Texts are filled in (`fill`). */
  readonly body: object | ((world: World) => object) | null;
  /** Instead of the caller's token. */
  readonly token: string | null;
  /** The expected refusal: the exam reads nobody's mail. */
  readonly refusal: ProblemCode | null;
  readonly keep: (answer: Answer, world: World) => void;
  /** About the caller's account, not a farm. */
  readonly isPersonal: boolean;
}

type Extras = Partial<Omit<Recipe, 'route' | 'who' | 'body'>>;

export const onFarm = (
  route: SpecRoute,
  who: Name | null,
  body: Recipe['body'] = null,
  extras: Extras = {},
): Recipe => ({
  route,
  who,
  body,
  at: {},
  token: null,
  refusal: null,
  keep: () => undefined,
  isPersonal: false,
  ...extras,
});

export const personal: typeof onFarm = (route, who, body, extras) =>
  onFarm(route, who, body, { ...extras, isPersonal: true });

export const keeps =
  (part: string, name: string): Recipe['keep'] =>
  (answer, { ids }) =>
    void (ids[name] = textAt(answer, part, 'id'));

/** The request of a recipe, by default as the recipe's caller. */
export function requestOf({ route, at, body, token, who }: Recipe, world: World, as?: Name | null): Asked {
  const call = route.replace(/\{(\w+)\}/g, (_, name: string) => `{${at[name] ?? name}}`);
  const caller = as === undefined ? who : as;
  const own = as === undefined ? token : null;
  return requestTo(
    call,
    {
      token: own ?? (caller && `{${caller}.token}`),
      ...(body && { body: typeof body === 'function' ? body(world) : body }),
    },
    world,
  );
}

const declared = new Map<string, Endpoint>();
for (const { endpoint } of allEndpoints) {
  for (const path of [endpoint.path, ...endpoint.aliases])
    declared.set(shapeOf(`${endpoint.method} ${path}`), endpoint);
}

export const declarationOf = (route: string): Endpoint | null => declared.get(shapeOf(route)) ?? null;
