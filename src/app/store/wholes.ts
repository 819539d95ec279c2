import type { Change } from '#contract/endpoints/sync.ts';
import { commitsOf } from './commits.ts';
import { confirmedTables } from './confirmed-rows.ts';
import { tellLeftOut } from './diary.ts';
import type { Disk, TableName } from './disk.ts';
import { applyWholeLists } from './lists.ts';
import { asksOfRows } from './outbox-rows.ts';
import type { FarmStore } from './store.ts';
import { applyWholePage, dropWholePage, sweepOld } from './whole.ts';

/** What goes in with the rows of a page: their confirmations, how far they are, and what could not be read. */
export const besideRows = ['outbox', 'archive', 'ids', 'sync', 'diagnostics'] as const satisfies readonly TableName[];

/** Loads of the whole, in pages or as lists, and what they leave behind. */
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

/** One bounded step of tidying up. */
export const sweepStep = (disk: Disk, organizationId: string, before: string): Promise<boolean> =>
  disk.transact('write', [...confirmedTables, 'archive', 'outbox', 'sync'], (tables) =>
    sweepOld(tables, organizationId, before),
  );
