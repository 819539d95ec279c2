import type { Endpoint } from '../contract/endpoint.ts';
import { kindEndpoints } from '../contract/endpoints/movements.ts';
import { recordedKind } from '../domain/movements/registry.ts';
import { exampleFarm } from '../domain/movements/kinds/examples/example-farm.ts';
import { type WorkedExample, workedExamples } from '../domain/movements/kinds/examples/worked-examples.ts';
import type { RecordedType } from '../domain/movements/types.ts';
import { declarationOf, keeps, onFarm, type Recipe } from './recipe.ts';
import { specRoutes, type SpecRoute } from './spec-routes.ts';
import { examDay, mapTexts, type World } from './world.ts';

/** Worked examples' ids → the exam's names. */
const places = { ombu: 'lot', bajo: 'bajo', cria: 'cria', invernada: 'invernada', sur: 'campo' } as const;

const ownWords: ReadonlyMap<string, string> = new Map([
  ...Object.entries(places),
  ...exampleFarm.categories.map(({ id, name }) => [id, `category ${name}`] as const),
]);

/** A whole move with explicit counts, as phones send it, so that later calls still find their animals. */
function counted({ body, postings }: WorkedExample): Readonly<Record<string, unknown>> {
  if (body.whole !== true) return body;
  const taken = postings.filter(({ head }) => head < 0);
  const animals = taken.map(({ category, head }) => ({ type: category, count: -head }));
  return { ...body, whole: undefined, animals };
}

const bodyOf = (type: RecordedType, ids: World['ids']): object => ({
  ...(mapTexts(counted(workedExamples[type]), (text) => ids[ownWords.get(text) ?? ''] ?? text) as object),
  date: examDay,
});

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
