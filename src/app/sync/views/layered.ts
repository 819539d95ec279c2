import type { FarmView } from '#domain/movements/define.ts';
import { overlay } from './overlay.ts';
import { withUnsexed } from '#domain/farm/unsexed.ts';
import type { Category } from '#domain/farm/categories.ts';
import type { FarmStore, OutboxNow, Picture } from '#store/store.ts';
import { type Op, subjectTables } from '#store/op.ts';
import { backendOf } from '../backend-of.ts';
import { overSupplies } from './supplies-over.ts';
import { overThings, smallThings } from '../things/things.ts';

/** Our server gives every farm the unsexed category, so heads have its name before anybody made it. Foreign backends do not know it. */
const withCategories = (organizationId: string, picture: Picture): Picture =>
  backendOf(picture.sync).has('unsexed-calves')
    ? { ...picture, categories: withUnsexed(organizationId, picture.categories) }
    : picture;

/** The categories as a picture of the same instant shows them. */
export const categoriesOver = (
  organizationId: string,
  { ops, sync }: OutboxNow,
  confirmed: readonly Category[],
): readonly Category[] => {
  const all = backendOf(sync).has('unsexed-calves') ? withUnsexed(organizationId, confirmed) : confirmed;
  const small = ops.filter((op) => op.subject !== 'movement');
  return small.length === 0 ? all : overThings('category', all, small);
};

function layer(picture: Picture): Picture {
  const ops: readonly Op[] = picture.ops.filter((op) => op.subject !== 'movement');
  if (ops.length === 0) return picture;
  const asked = new Map(picture.things);
  for (const name of smallThings) {
    const rows = asked.get(subjectTables[name]);
    if (rows) asked.set(subjectTables[name], overThings(name, rows, ops));
  }
  return {
    ...picture,
    things: asked,
    categories: overThings('category', picture.categories, ops),
    rodeos: overThings('rodeo', picture.rodeos, ops),
    campos: overThings('campo', picture.campos, ops),
  };
}

/** Store-room quantities, pending acts included. */
function supplied(picture: Picture): Picture {
  const rows = picture.things.get('assets');
  if (!rows || picture.ops.length === 0) return picture;
  return { ...picture, things: new Map(picture.things).set('assets', overSupplies(picture, rows)) };
}

/** The store for screens and acts, with the outbox over the small things. Only sending and fetching see the bare rows. */
export const layered = (store: FarmStore): FarmStore => ({
  ...store,
  picture: async (organizationId, ask) =>
    supplied(layer(withCategories(organizationId, await store.picture(organizationId, ask)))),
});

/** The farm for the rules, pending acts included. Few kinds ask for cells, which need the whole outbox. */
export function farmViewOf(picture: Picture): FarmView {
  let cells: FarmView['cells'] | null = null;
  return {
    categories: picture.categories,
    get cells() {
      cells ??= overlay(picture).cells;
      return cells;
    },
  };
}
