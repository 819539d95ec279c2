import {
  type Disk,
  type Range,
  type Row,
  type Table,
  type TableName,
  tableNames,
  type Tables,
} from '../../src/app/store/disk.ts';

type Kept = Map<string, Row>;

/** Keys under which a row stands in an index; a list stands under each of its words. */
function keysIn(row: Row, index: string): readonly string[] {
  const value = (row as unknown as Record<string, unknown>)[index];
  return Array.isArray(value) ? (value as string[]) : typeof value === 'string' ? [value] : [];
}

function inRange(sources: readonly Iterable<Row>[], { index, from, to, reverse, limit }: Range): Row[] {
  const found: { at: string; row: Row }[] = [];
  const offer = (at: string, row: Row): void => {
    if (at >= from && at < to) found.push({ at, row });
  };
  for (const rows of sources) {
    for (const row of rows) {
      if (index === undefined) offer(row.key, row);
      else for (const at of keysIn(row, index)) offer(at, row);
    }
  }
  if (found.length > 1) found.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  if (reverse) found.reverse();
  return found.slice(0, limit ?? found.length).map(({ row }) => row);
}

/** A table seen through what the transaction has changed so far; `commit` makes it so. */
function tableOf(kept: Kept, isWrite: boolean): { readonly table: Table; readonly commit: () => void } {
  const changed = new Map<string, Row | null>();
  const look = (key: string): Row | undefined => {
    const mine = changed.get(key);
    return mine === null ? undefined : (mine ?? kept.get(key));
  };
  const current = (): readonly Iterable<Row>[] =>
    changed.size === 0
      ? [kept.values()]
      : [
          [...kept.values()].filter((row) => !changed.has(row.key)),
          [...changed.values()].filter((row) => row !== null),
        ];
  const write = (key: string, row: Row | null): void => {
    if (!isWrite) throw new Error(`A reading transaction writes ${key}`);
    changed.set(key, row);
  };
  return {
    table: {
      get: <R extends Row>(keys: readonly string[]) => Promise.resolve(keys.map((key) => look(key) as R | undefined)),
      range: <R extends Row>(range: Range) => Promise.resolve(inRange(current(), range) as R[]),
      put: (rows) => {
        for (const row of rows) write(row.key, structuredClone(row));
        return Promise.resolve();
      },
      remove: (keys) => {
        for (const key of keys) write(key, null);
        return Promise.resolve();
      },
    },
    commit: () => {
      for (const [key, row] of changed) {
        if (row === null) kept.delete(key);
        else kept.set(key, row);
      }
    },
  };
}

/** A disk in memory that several tabs can share: what a tab has committed outlives the tab. */
export function openMemoryDisk(): Disk {
  const kept = new Map<TableName, Kept>(tableNames.map((name) => [name, new Map<string, Row>()]));
  const listeners = new Set<{ readonly tables: readonly TableName[]; readonly call: () => void }>();
  let last: Promise<unknown> = Promise.resolve();

  async function run<T>(
    isWrite: boolean,
    names: readonly TableName[],
    task: (tables: Tables) => Promise<T>,
    committed: (() => void) | undefined,
  ) {
    const opened = names.map((name) => [name, tableOf(kept.get(name) ?? new Map(), isWrite)] as const);
    const tables = Object.fromEntries(opened.map(([name, { table }]) => [name, table])) as unknown as Tables;
    const result = await task(tables);
    for (const [, { commit }] of opened) commit();
    committed?.();
    if (isWrite) for (const { tables: wanted, call } of listeners) if (wanted.some((n) => names.includes(n))) call();
    return result;
  }

  return {
    transact: (mode, names, task, _ahead, committed) => {
      const mine = last.then(() => run(mode !== 'read', names, task, committed));
      // The queue goes on after a transaction that failed; whoever asked for it hears of the failure through `mine`.
      last = mine.then(
        () => null,
        () => null,
      );
      return mine;
    },
    watch: (tables, call) => {
      const listener = { tables, call };
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    close: () => listeners.clear(),
  };
}
