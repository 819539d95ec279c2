import { Dexie, type ObservabilitySet, RangeSet } from 'dexie';
import { keyValues, type TableName } from './disk.ts';
import type { Observer } from './browser-transaction.ts';

/** A table's name in Dexie's change events. */
export const placeOfTable = (database: string, table: TableName): `idb://${string}` => `idb://${database}/${table}/`;

/** What the present live query has read so far; null outside one. */
function askedNow(): ObservabilitySet | null {
  const { PSD } = Dexie.Promise as unknown as { readonly PSD: { readonly subscr?: ObservabilitySet } };
  return PSD.subscr ?? null;
}

/** Tells Dexie's live queries and other tabs of a native transaction. */
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
    // There single keys are watched (a draft); the other tables are watched whole.
    onWrite: (table, keys) => {
      if (keys.length > 0) add(written, table, table === keyValues ? keys : 'all');
    },
    tell: () => {
      if (Object.keys(written).length > 0) Dexie.on.storagemutated.fire(written);
    },
  };
}
