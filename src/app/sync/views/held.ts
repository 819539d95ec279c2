import { type SyncTable, syncTables } from '#contract/endpoints/sync.ts';
import { subjectTables } from '#store/op.ts';
import type { FarmViews, SyncStatus } from '../farm.ts';

/** Rows of this question have not all arrived: half a book gives wrong figures. */
export class NotHeldYet extends Error {
  constructor(table: SyncTable) {
    super(`The first load has not brought all ${table} yet`);
  }
}

/** Whether a first load has a table complete: they arrive in the order of `syncTables`. */
export const isHeld = (status: Pick<SyncStatus, 'ready' | 'arriving'>, table: SyncTable): boolean =>
  status.ready || syncTables.findIndex((name) => name === status.arriving) > syncTables.indexOf(table);

/** The last-arriving table of each question. Null: reads only local records, or nothing of the farm. */
const reads: Readonly<Record<Exclude<keyof FarmViews, 'movement' | 'thing' | 'things'>, SyncTable | null>> = {
  lastTen: 'movements',
  page: 'movements',
  invoiced: 'movements',
  lots: 'cells',
  lot: 'cells',
  lastMovementDays: 'movements',
  rodeos: 'cells',
  campos: 'campos',
  categories: 'categories',
  members: 'members',
  campaignStart: 'organization',
  names: 'cycles',
  stock: 'cells',
  holdings: 'movements',
  kardex: 'movements',
  invoices: 'invoices',
  invoicesOf: 'movements',
  rainByMonth: 'movements',
  possibleDuplicates: 'movements',
  pending: null,
  sentToday: null,
  pendingPayload: null,
  restored: null,
  habits: null,
  draft: null,
};

/**
 * The views for screens: during a first load, a question fails with `NotHeldYet` until its rows are here. A thing asked for by id is given
 * once it is here, and called missing only at the end.
 */
export function wholeViews(views: FarmViews, status: () => SyncStatus): FarmViews {
  const need = (table: SyncTable | null): void => {
    if (table !== null && !isHeld(status(), table)) throw new NotHeldYet(table);
  };
  const whole = Object.fromEntries(
    Object.entries(reads).map(([name, table]) => {
      const ask = views[name as keyof typeof reads] as (...asked: readonly unknown[]) => Promise<unknown>;
      return [
        name,
        async (...asked: readonly unknown[]): Promise<unknown> => {
          // Before the rows are read: a load that ends meanwhile brings more than promised, never less.
          need(table);
          return await ask(...asked);
        },
      ];
    }),
  ) as Pick<FarmViews, keyof typeof reads>;
  const orMissing = async <T>(found: Promise<T | null>, table: SyncTable): Promise<T | null> => {
    const held = isHeld(status(), table);
    const row = await found;
    if (row === null && !held) throw new NotHeldYet(table);
    return row;
  };
  return {
    ...whole,
    movement: (id) => orMissing(views.movement(id), 'movements'),
    thing: (subject, id) => orMissing(views.thing(subject, id), subjectTables[subject]),
    things: async (subject) => {
      need(subjectTables[subject]);
      return await views.things(subject);
    },
  };
}
