import { Dexie } from 'dexie';
import { StorageFailure } from './store.ts';

/** The names of what a database threw: of itself, and of what lies inside. */
export const namesOf = (thrown: unknown): readonly string[] => {
  if (!(thrown instanceof Error)) return [];
  // A write of several rows fails by its rows; a transaction that the browser gave up, by what lies inside.
  const { inner, failures } = thrown as { readonly inner?: unknown; readonly failures?: unknown };
  const within = [inner, ...(Array.isArray(failures) ? (failures as unknown[]) : [])];
  const causes = within.filter((one) => one instanceof Error || one instanceof DOMException);
  return [...new Set([thrown.name, ...causes.map((one) => one.name)])];
};

/** What the disk throws is a foreseen failure; what our own lines throw is a bug and stays one. */
export const storageFailure = (thrown: unknown): unknown =>
  thrown instanceof Dexie.DexieError || thrown instanceof DOMException
    ? new StorageFailure(namesOf(thrown).join(' '), { cause: thrown })
    : thrown;
