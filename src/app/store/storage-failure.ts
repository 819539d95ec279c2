import { Dexie } from 'dexie';
import { StorageFailure } from './store.ts';

/** The error names of what a database threw, nested ones included. */
export const namesOf = (thrown: unknown): readonly string[] => {
  if (!(thrown instanceof Error)) return [];
  // `failures`: rows of a bulk write; `inner`: why a transaction aborted.
  const { inner, failures } = thrown as { readonly inner?: unknown; readonly failures?: unknown };
  const within = [inner, ...(Array.isArray(failures) ? (failures as unknown[]) : [])];
  const causes = within.filter((one) => one instanceof Error || one instanceof DOMException);
  return [...new Set([thrown.name, ...causes.map((one) => one.name)])];
};

/** Disk errors are expected failures; errors of our own code stay bugs. */
export const storageFailure = (thrown: unknown): unknown =>
  thrown instanceof Dexie.DexieError || thrown instanceof DOMException
    ? new StorageFailure(namesOf(thrown).join(' '), { cause: thrown })
    : thrown;
