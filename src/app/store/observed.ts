import { Dexie, type ObservabilitySet, RangeSet } from 'dexie';
import { keyValues, type TableName } from './disk.ts';
import type { Observer } from './browser-transaction.ts';

/** The place of a table's rows, as the library calls it when it tells of changes. */
export const placeOfTable = (database: string, table: TableName): `idb://${string}` => `idb://${database}/${table}/`;

/** What the live query that asks right now is about; null where none does. */
function askedNow(): ObservabilitySet | null {
  const { PSD } = Dexie.Promise as unknown as { readonly PSD: { readonly subscr?: ObservabilitySet } };
  return PSD.subscr ?? null;
}

/** Tells live queries and other tabs of a transaction that goes past the library. */
export function observing(database: string): Observer & { readonly tell: () => void } {
  const asked = askedNow();
  const written: ObservabilitySet = {};
  const add = (set: ObservabilitySet, table: TableName, keys: readonly string[] | 'all'): void => {
    const place = placeOfTable(database, table);
    const ranges = (set[place] ??= new RangeSet()) as RangeSet;
    if (keys === 'all') ranges.add({ from: -Infinity, to: Dexie.maxKey });
    else ranges.addKeys([...keys]);
  };
  return {
    onGet: (table, keys) => {
      if (asked) add(asked, table, keys);
    },
    onRange: (table) => {
      if (asked) add(asked, table, 'all');
    },
    // One key is looked at there (a draft); of the other tables whoever looks looks at all.
    onWrite: (table, keys) => {
      if (keys.length > 0) add(written, table, table === keyValues ? keys : 'all');
    },
    tell: () => {
      if (Object.keys(written).length > 0) Dexie.on.storagemutated.fire(written);
    },
  };
}
