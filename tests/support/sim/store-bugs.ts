import type { Op } from '../../../src/app/store/op.ts';
import type { FeedPage } from '../../../src/app/store/pages.ts';
import type { FarmStore, OutboxEdit } from '../../../src/app/store/store.ts';
import { overlay } from '../../../src/app/sync/views/overlay.ts';
import { cellId } from '../../../src/domain/movements/ledger.ts';
import type { Mutation } from './bugs.ts';

type Mutating = (store: FarmStore) => Partial<FarmStore>;

const mutating: Readonly<Partial<Record<Mutation, Mutating>>> = {
  'overlay-dropped': (store) => ({ changeOutbox: takingOut(store, 'acked', 'archive') }),
  'deleted-at-answer': (store) => ({ changeOutbox: takingOut(store, 'acked', 'remove') }),
  'removed-before-send': (store) => ({ changeOutbox: takingOut(store, 'inflight', 'remove') }),
  'absolute-counts': (store) => ({ changeOutbox: withTotals(store) }),
  'no-archive': (store) => ({
    applyPage: async (organization, page) => {
      const outcome = await store.applyPage(organization, page);
      await store.sweep(organization, '9999');
      return outcome;
    },
  }),
  'cursor-before-rows': (store) => ({
    applyPage: async (organization, page) => {
      const first = await store.applyPage(organization, { ...page, changes: [] });
      if (first === 'applied') await store.applyRows(organization, page.changes, null);
      return first;
    },
  }),
  'stale-page': (store) => ({ applyPage: withLatePages(store) }),
};

/** What of the store a bug replaces; what it does not touch stays the shipping lines. */
export const mutatedStore = (store: FarmStore, bug: Mutation | null): Partial<FarmStore> =>
  (bug && mutating[bug]?.(store)) ?? {};

/** After each page the one before comes once more, as of a slow tab; nobody looks where it begins. */
function withLatePages(store: FarmStore): FarmStore['applyPage'] {
  let late: FeedPage | null = null;
  return async (organization, page) => {
    const outcome = await store.applyPage(organization, page);
    const { sync } = await store.outbox(organization);
    const overtaken = late;
    late = page;
    if (outcome === 'applied' && overtaken && sync.cursor !== null && overtaken.epoch === sync.epoch)
      await store.applyPage(organization, { ...overtaken, from: sync.cursor });
    return outcome;
  };
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
