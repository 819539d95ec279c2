import { isUnsexed } from '#domain/farm/unsexed.ts';
import { subjectTables } from '#store/op.ts';
import type { FarmStore, Picture } from '#store/store.ts';
import type { FarmViews, ThingView } from '../farm.ts';
import { readKardex } from './kardex.ts';
import { sendStateOf } from './movement-views.ts';
import { recordNamesOf } from './names.ts';
import { overlay } from './overlay.ts';
import { refusalOf } from './reasons.ts';
import type { ThingName, ThingRows } from '../things/things.ts';
import { wasTried } from '#store/op.ts';

/**
 * All of a kind in a picture that asked for its table, pending acts included; without deleted ones, and the unsexed category, which nobody
 * may change.
 */
export function thingsIn<S extends ThingName>(picture: Picture, subject: S): ThingView<ThingRows[S]>[] {
  const table = subjectTables[subject];
  const newest = new Map(picture.ops.filter((op) => op.subject === subject).map((op) => [op.entityId, op]));
  return (picture.things.get(table) ?? [])
    .filter((row) => row['deleted'] !== true && !isUnsexed(row.id))
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

/** Questions about small things. */
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
