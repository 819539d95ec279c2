import type { Endpoint } from '../contract/endpoint.ts';
import { kindEndpoints } from '../contract/endpoints/movements.ts';
import { recordedKind } from '../domain/movements/registry.ts';
import { bodyOf } from './bodies.ts';
import { declarationOf, keeps, onFarm, type Recipe } from './recipe.ts';
import { specRoutes, type SpecRoute } from './spec-routes.ts';
import type { World } from './world.ts';

/** A kind's call, or null for other calls. The record's id is kept by type. */
function kindRecipe(route: SpecRoute, endpoint: Endpoint | null): Recipe | null {
  const type = recordedKind(endpoint?.kind ?? '')?.type;
  if (!type) return null;
  const body = ({ ids }: World): object => ({ ...bodyOf(type, ids), offline: true });
  return onFarm(route, 'ana', body, route.startsWith('PUT') ? { at: { id: type } } : { keep: keeps('movement', type) });
}

/** In the order of product.md §7, at each address. */
export const specKindRecipes = specRoutes.flatMap((route) => kindRecipe(route, declarationOf(route)) ?? []);

const inSpec = new Set(specRoutes.map(declarationOf));

/** The other kinds' calls, from the registry. */
export const restKindRecipes = [...kindEndpoints.values()]
  .flatMap(({ create, edit }) => [create, edit])
  .filter((endpoint) => !inSpec.has(endpoint))
  .flatMap((endpoint) => kindRecipe(`${endpoint.method} ${endpoint.path as `/${string}`}`, endpoint) ?? []);
