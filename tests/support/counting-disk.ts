import type { Disk, Range, Row, Table, TableName, Tables } from '../../src/app/store/disk.ts';
import { tableIndexes, tableNames } from '../../src/app/store/disk.ts';

interface Entry {
  readonly at: string;
  readonly row: Row;
}

/** A disk that is only read, with the indexes of the phone's own, and that writes down how many rows each answer held. */
export interface CountingDisk {
  readonly disk: Disk;
  /** Rows that left it since it was asked last. */
  readonly taken: () => number;
}

const byAt = (a: Entry, b: Entry): number => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0);

function sorted(rows: readonly Row[], index: string): Entry[] {
  const entries = rows.flatMap((row): Entry[] => {
    const value = (row as unknown as Readonly<Record<string, unknown>>)[index];
    const words = Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : [];
    return words.map((at) => ({ at, row }));
  });
  return entries.toSorted(byAt);
}

/** The place of the first entry that is not before a key. */
function placeOf(entries: readonly Entry[], key: string): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.at ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function tableOf(name: TableName, rows: readonly Row[], count: (rows: number) => void): Table {
  const words = (tableIndexes[name] as readonly string[]).map((word) => word.replace('*', ''));
  const indexes = new Map(['key', ...words].map((word) => [word, sorted(rows, word)]));
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const given = <R extends Row>(found: readonly (Row | undefined)[]): Promise<R[]> => {
    count(found.length);
    return Promise.resolve(found as R[]);
  };
  const never = (): never => {
    throw new Error(`${name} is only read here`);
  };
  return {
    get: <R extends Row>(keys: readonly string[]) => given<R>(keys.map((key) => byKey.get(key))),
    range: <R extends Row>({ index = 'key', from, to, reverse, limit = Infinity }: Range) => {
      const entries = indexes.get(index) ?? never();
      const [start, end] = [placeOf(entries, from), placeOf(entries, to)];
      const size = Math.min(limit, end - start);
      const part = reverse ? entries.slice(end - size, end).toReversed() : entries.slice(start, start + size);
      return given<R>(part.map(({ row }) => row));
    },
    put: never,
    remove: never,
  };
}

/** Opens such a disk over rows that are given. */
export function openCountingDisk(rows: Partial<Record<TableName, readonly Row[]>>): CountingDisk {
  let taken = 0;
  const count = (number: number): void => {
    taken += number;
  };
  const tables = Object.fromEntries(
    tableNames.map((name) => [name, tableOf(name, rows[name] ?? [], count)]),
  ) as unknown as Tables;
  return {
    disk: {
      transact: (_mode, _tables, run) => run(tables),
      watch: () => () => undefined,
      close: () => undefined,
    },
    taken: () => {
      const sum = taken;
      taken = 0;
      return sum;
    },
  };
}
