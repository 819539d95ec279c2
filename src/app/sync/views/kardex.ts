import { fromThousandths, inThousandths } from '#domain/supplies/stock.ts';
import { orderKey } from '#store/rows.ts';
import type { FarmStore, ThingRecord } from '#store/store.ts';
import type { KardexLine } from '../farm.ts';
import { sceneOf, viewOf } from './movement-views.ts';
import { itemsOf, suppliesOf } from './supplies-over.ts';

const amountAt = (row: ThingRecord, name: string): number => (typeof row[name] === 'number' ? row[name] : 0);

/**
 * The newest lines of an item's book, pending ones included. Balances are computed backwards from today's, so that a few indexed rows are
 * enough.
 */
export async function readKardex(
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
  const item = rows.find((row) => row.id === assetId);
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
