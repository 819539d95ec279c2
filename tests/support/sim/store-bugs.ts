import type { Op } from '../../../src/app/store/op.ts';
import type { FarmStore, OutboxEdit } from '../../../src/app/store/store.ts';
import { overlay } from '../../../src/app/sync/overlay.ts';
import { cellId } from '../../../src/domain/movements/ledger.ts';
import type { Mutation } from './bugs.ts';

/** The store with a bug in it. What it does not touch stays the shipping lines. */
export function mutatedStore(store: FarmStore, bug: Mutation | null): Partial<FarmStore> {
  switch (bug) {
    case 'overlay-dropped':
      return { changeOutbox: takingOut(store, 'acked', 'archive') };
    case 'deleted-at-answer':
      return { changeOutbox: takingOut(store, 'acked', 'remove') };
    case 'removed-before-send':
      return { changeOutbox: takingOut(store, 'inflight', 'remove') };
    case 'absolute-counts':
      return { changeOutbox: withTotals(store) };
    case 'no-archive':
      return {
        applyPage: async (organization, page) => {
          const outcome = await store.applyPage(organization, page);
          await store.sweep(organization, '9999');
          return outcome;
        },
      };
    case 'cursor-before-rows':
      return {
        applyPage: async (organization, page) => {
          const first = await store.applyPage(organization, { ...page, changes: [] });
          if (first === 'applied') await store.applyRows(organization, page.changes, null);
          return first;
        },
      };
    case 'stale-page':
      return {
        applyPage: async (organization, page) => {
          const { sync } = await store.outbox(organization);
          return await store.applyPage(organization, { ...page, from: sync.cursor ?? page.from });
        },
      };
    default:
      return {};
  }
}

/** Rows that come to a state leave the outbox at once. */
const takingOut =
  (store: FarmStore, state: Op['state'], to: 'archive' | 'remove'): FarmStore['changeOutbox'] =>
  (organization, decide) =>
    store.changeOutbox(organization, (now) => {
      const { edit, result } = decide(now);
      const gone = (edit.put ?? []).filter((op) => op.state === state);
      const put = (edit.put ?? []).filter((op) => op.state !== state);
      return { edit: { ...edit, put, [to]: [...(edit[to] ?? []), ...gone] } satisfies OutboxEdit, result };
    });

/** New records carry how many animals there then are, as this phone sees it. */
const withTotals =
  (store: FarmStore): FarmStore['changeOutbox'] =>
  async (organization, decide) => {
    const cells = overlay(await store.picture(organization, {})).cells;
    const heads = new Map(cells.map((cell) => [cellId(cell), cell.head]));
    return await store.changeOutbox(organization, (now) => {
      const { edit, result } = decide(now);
      const add = (edit.add ?? []).map((op) => {
        if (op.body === null || op.postings.length === 0) return op;
        const totals = op.postings.map((posting) => [
          cellId(posting),
          (heads.get(cellId(posting)) ?? 0) + posting.head,
        ]);
        return { ...op, body: { ...op.body, totals: Object.fromEntries(totals) as Record<string, number> } };
      });
      return { edit: { ...edit, add }, result };
    });
  };
