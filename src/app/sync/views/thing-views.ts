import { byId } from '#domain/rows.ts';
import { isUnsexed } from '#domain/farm/unsexed.ts';
import { subjectTables, wasTried } from '#store/op.ts';
import type { FarmStore, Picture, ThingRecord } from '#store/store.ts';
import type { FarmViews, ThingView, KardexLine, Holdings } from '../farm.ts';
import { viewOf } from './movement-view.ts';
import { recordNamesOf } from './names.ts';
import { overlay, sceneOf } from './overlay.ts';
import { refusalOf, sendStateOf } from './op-views.ts';
import { smallThings, type ThingName, type ThingRows } from '../things/things.ts';
import { fromThousandths, inThousandths } from '#domain/supplies/stock.ts';
import { orderKey } from '#store/rows.ts';
import { itemsOf, suppliesOf } from './supplies-over.ts';
import type { SyncTable } from '#contract/endpoints/sync.ts';

const amountAt = (row: ThingRecord, name: string): number => (typeof row[name] === 'number' ? row[name] : 0);

/**
 * The newest lines of an item's book, pending ones included. Balances are computed backwards from today's, so that a few indexed rows are
 * enough.
 */
async function readKardex(
  store: FarmStore,
  organizationId: string,
  shownId: string,
  limit: number,
): Promise<{ readonly lines: readonly KardexLine[]; readonly more: boolean } | null> {
  const assetId = await store.resolveId(organizationId, shownId);
  const picture = await store.picture(organizationId, {
    things: ['assets'],
    movements: { assetId, limit: limit + 1 },
  });
  const rows = picture.things.get('assets') ?? [];
  const item = byId(rows, assetId);
  if (!item) return null;
  const [items, scene] = [itemsOf(rows), sceneOf(picture)];
  const read = picture.movements.filter((movement) => !scene.over.movements.has(movement.id));
  // Nothing is known below the last row read: older pending ones come with later pages.
  const last = picture.movements.length > limit ? picture.movements.at(-1) : undefined;
  const floor = last ? orderKey(last) : '';
  const movements = [...read, ...scene.over.movements.values()]
    .filter((movement) => orderKey(movement) >= floor)
    .toSorted((a, b) => (orderKey(a) < orderKey(b) ? 1 : -1));
  let balance = inThousandths(amountAt(item, 'quantity') - amountAt(item, 'missing'));
  const lines: KardexLine[] = [];
  for (const movement of movements) {
    const view = viewOf(scene, movement);
    for (const [index, entry] of suppliesOf(movement, items).entries()) {
      if (entry.asset_id !== assetId) continue;
      lines.push({
        key: `${movement.id}/${index}`,
        movementId: view.movement.id,
        movementType: movement.type,
        date: movement.date,
        kind: entry.kind,
        summary: view.summary,
        delta: fromThousandths(entry.thousandths),
        balance: fromThousandths(balance),
        batch: entry.batch,
        author: view.author,
        state: view.state,
        undoOp: view.canUndo ? view.pendingOp : null,
      });
      balance -= entry.thousandths;
    }
  }
  return { lines: lines.slice(0, limit), more: lines.length > limit || last !== undefined };
}

/**
 * All of a kind in a picture that asked for its table, pending acts included; without deleted ones, and the unsexed category, which nobody
 * may change.
 */
function thingsIn<S extends ThingName>(picture: Picture, subject: S): ThingView<ThingRows[S]>[] {
  const table = subjectTables[subject];
  const newest = new Map(picture.ops.filter((op) => op.subject === subject).map((op) => [op.entityId, op]));
  return (picture.things.get(table) ?? [])
    .filter((row) => row.deleted !== true && !isUnsexed(row.id))
    .map((row) => {
      const op = newest.get(row.id);
      return {
        // Rows unknown to their schema are never stored (confirmed-rows.ts).
        row: row as unknown as ThingRows[S],
        state: op ? sendStateOf(op) : 'enviado',
        problem: refusalOf(op),
        pendingOp: op && op.state !== 'acked' ? op.opId : null,
        canUndo: op !== undefined && !wasTried(op),
      };
    });
}

const read = async <S extends ThingName>(
  store: FarmStore,
  organizationId: string,
  subject: S,
): Promise<ThingView<ThingRows[S]>[]> =>
  thingsIn(await store.picture(organizationId, { things: [subjectTables[subject]] }), subject);

export const thingViews = (
  store: FarmStore,
  organizationId: string,
): Pick<FarmViews, 'things' | 'thing' | 'names' | 'kardex' | 'invoices' | 'invoicesOf'> => ({
  things: (subject) => read(store, organizationId, subject),
  thing: async (subject, shownId) => {
    const id = await store.resolveId(organizationId, shownId);
    return (await read(store, organizationId, subject)).find((view) => view.row.id === id) ?? null;
  },
  names: async () => {
    const picture = await store.picture(organizationId, { things: ['assets', 'cycles'] });
    return recordNamesOf(picture, overlay(picture).lots);
  },
  kardex: (assetId, limit) => readKardex(store, organizationId, assetId, limit),
  invoices: async () => (await read(store, organizationId, 'invoice')).map(({ row }) => row),
  invoicesOf: async (movementIds) => (await store.picture(organizationId, { invoicesOf: movementIds })).invoicesOf,
});

/** Lists not in every picture that a search of the whole farm needs. */
export const heldTables: readonly SyncTable[] = smallThings.map((name) => subjectTables[name]);

/** A picture's small things; it must have asked for `heldTables`. */
export const heldIn = (picture: Picture): Omit<Holdings, 'lots'> => ({
  things: Object.fromEntries(
    smallThings.map((name): readonly [string, unknown] => [name, thingsIn(picture, name)]),
  ) as unknown as Holdings['things'],
  members: picture.members,
});
