import { expect } from 'vitest';
import type { ExamplePlaces } from '../../src/domain/things/describe.ts';
import { exampleOf } from '../../src/domain/things/examples.ts';
import { plainThings } from '../../src/domain/things/registry.ts';
import type { FieldFarm } from './field-farm.ts';

/** What an example of a thing may name of a test's farm. */
export const placesOf = (farm: Pick<FieldFarm, 'lots' | 'rodeos' | 'campo' | 'cat'>): ExamplePlaces => ({
  lot: farm.lots.ombu,
  rodeo: farm.rodeos.cria,
  campo: farm.campo,
  category: farm.cat('Vaca'),
});

/** Makes one of each thing that is made of fields; gives their ids by their place in the API. */
export async function onePlainEach(farm: FieldFarm): Promise<Readonly<Record<string, string>>> {
  const ids: Record<string, string> = {};
  for (const { name, path, calls } of plainThings) {
    const address = calls.create.replace('{org}', farm.organizationId);
    const { status, body } = await farm.as('ana', 'POST', address, exampleOf(name, placesOf(farm)).form);
    expect([name, status]).toEqual([name, 200]);
    ids[path] = (body[name] as { readonly id: string }).id;
  }
  return ids;
}

/** The places in the API of those that one phone may hand over to another, as an expression's alternatives: `|corral|trough`. */
export const plainCarried = plainThings
  .filter(({ carried }) => carried)
  .map(({ path }) => `|${path}`)
  .join('');
