import type { FarmView } from '#domain/movements/define.ts';
import { difference } from '#domain/movements/ledger.ts';
import { isDeleted, type Movement } from '#domain/movements/movement.ts';
import { bookedBy } from './optimistic.ts';
import { overlay } from './overlay.ts';
import { withUnsexed } from '#domain/farm/unsexed.ts';
import type { Category } from '#domain/farm/categories.ts';
import type { FarmStore, OutboxNow, Picture, ThingRecord } from '#store/store.ts';
import { type Op, subjectTables } from '#store/op.ts';
import { isSummed } from '#store/whole.ts';
import { backendOf } from '../backend-of.ts';
import { overSupplies } from './supplies-over.ts';
import { overThings, smallThings, type ThingName } from '../things/things.ts';
import { keeping } from './keeping.ts';

const unsexedToo = keeping((categories: readonly Category[], organizationId: string) =>
  withUnsexed(organizationId, categories),
);

/** Our server gives every farm the unsexed category, so heads have its name before anybody made it. Foreign backends do not know it. */
const withCategories = (organizationId: string, picture: Picture): Picture =>
  backendOf(picture.sync).has('unsexed-calves')
    ? { ...picture, categories: unsexedToo(picture.categories, organizationId) }
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

/** The same list while the same ops are about it, whatever else is saved. */
const laidOver = keeping((rows: readonly ThingRecord[], name: ThingName, ...ops: readonly Op[]) =>
  overThings(name, rows, ops),
);

function layer(picture: Picture): Picture {
  // A list that a first load read with an act in it would have what that added twice.
  const ops = picture.ops.filter(
    (op) => op.subject !== 'movement' && !isSummed(picture.sync, subjectTables[op.subject], op),
  );
  if (ops.length === 0) return picture;
  const lay = <R extends ThingRecord>(name: ThingName, rows: readonly R[]): readonly R[] =>
    laidOver(rows, name, ...ops.filter(({ subject }) => subject === name)) as readonly R[];
  const asked = new Map(picture.things);
  for (const name of smallThings) {
    const rows = asked.get(subjectTables[name]);
    if (rows) asked.set(subjectTables[name], lay(name, rows));
  }
  return {
    ...picture,
    things: asked,
    categories: lay('category', picture.categories),
    rodeos: lay('rodeo', picture.rodeos),
    campos: lay('campo', picture.campos),
  };
}

/** Store-room quantities, pending acts included. */
function supplied(picture: Picture): Picture {
  const rows = picture.things.get('assets');
  if (!rows || picture.ops.length === 0) return picture;
  return { ...picture, things: new Map(picture.things).set('assets', overSupplies(rows, overlay(picture))) };
}

/** The store for screens and acts, with the outbox over the small things. Only sending and fetching see the bare rows. */
export const layered = (store: FarmStore): FarmStore => ({
  ...store,
  picture: async (organizationId, ask) =>
    supplied(layer(withCategories(organizationId, await store.picture(organizationId, ask)))),
  resolveId: (organizationId, shownId) => ownId(store, organizationId, shownId),
});

/** An older server answered a count with the id of its lot or item, and that is kept here: a movement of the very id that is shown comes first. */
async function ownId(store: FarmStore, organizationId: string, shownId: string): Promise<string> {
  const id = await store.resolveId(organizationId, shownId);
  if (id === shownId || shownId.startsWith('-')) return id;
  const { byId } = await store.picture(organizationId, { ids: [shownId] });
  return byId.has(shownId) ? shownId : id;
}

/** The farm for the rules, pending acts included, without the lines of an edited record. Few kinds ask for cells, which need the whole outbox. */
export function farmViewOf(picture: Picture, edited?: Movement): FarmView {
  let cells: FarmView['cells'] | null = null;
  return {
    categories: picture.categories,
    get cells() {
      cells ??= difference(edited && !isDeleted(edited) ? bookedBy(edited) : [], overlay(picture).cells);
      return cells;
    },
  };
}
