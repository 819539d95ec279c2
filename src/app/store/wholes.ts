import type { Change } from '#contract/endpoints/sync.ts';
import { commitsOf } from './commits.ts';
import { confirmedTables } from './confirmed-rows.ts';
import { tellLeftOut } from './diary.ts';
import type { Disk, TableName } from './disk.ts';
import { applyWholeLists } from './lists.ts';
import { asksOfRows } from './outbox-rows.ts';
import type { FarmStore } from './store.ts';
import { applyWholePage, dropWholePage, sweepOld } from './whole.ts';

/** Written with a page's rows: confirmations, sync state, unreadable rows. */
export const besideRows = ['outbox', 'archive', 'ids', 'sync', 'diagnostics'] as const satisfies readonly TableName[];

/** Whole loads, paged or as lists. */
export const wholes = (disk: Disk): Pick<FarmStore, 'applyWhole' | 'applyLists' | 'dropWhole' | 'commits'> => ({
  commits: (organizationId, most) =>
    disk.transact('read', ['archive', 'outbox', 'sync'], (tables) => commitsOf(tables, organizationId, most)),
  applyWhole: (organizationId, page) =>
    disk.transact(
      'write',
      [...confirmedTables, ...besideRows],
      async (tables) => {
        const leftOut: Change[] = [];
        const outcome = await applyWholePage(tables, organizationId, page, (rows) => leftOut.push(...rows));
        await tellLeftOut(tables, leftOut, page.at);
        return outcome;
      },
      asksOfRows(organizationId),
    ),
  applyLists: (organizationId, lists) =>
    disk.transact('write', [...confirmedTables, ...besideRows], (tables) =>
      applyWholeLists(tables, organizationId, lists),
    ),
  dropWhole: (organizationId) =>
    disk.transact('write', ['outbox', 'sync'], (tables) => dropWholePage(tables, organizationId)),
});

/** One bounded cleanup step. */
export const sweepStep = (disk: Disk, organizationId: string, before: string): Promise<boolean> =>
  disk.transact('write', [...confirmedTables, 'archive', 'outbox', 'sync'], (tables) =>
    sweepOld(tables, organizationId, before),
  );
