import { type Ahead, type Disk, keyValues, type Mode, type Table, type TableName, type Tables } from './disk.ts';
import { KnownRows, notKnown } from './known-rows.ts';
import { groupedReads } from './grouped-reads.ts';
import type { SoleTab } from './sole-tab.ts';
import { isVersioned, nextVersions, RememberedTable, rememberedNames, TableMemory } from './versions.ts';

const observed = (table: Table, onWrite: () => void): Table => ({
  ...table,
  put: (rows) => {
    if (rows.length > 0) onWrite();
    return table.put(rows);
  },
  remove: (keys) => {
    if (keys.length > 0) onWrite();
    return table.remove(keys);
  },
});

const observedAll = (tables: Tables, onWrite: (name: TableName) => void): Tables =>
  Object.fromEntries(
    (Object.entries(tables) as [TableName, Table][]).map(([name, table]) => [
      name,
      isVersioned(name) ? observed(table, () => onWrite(name)) : table,
    ]),
  ) as unknown as Tables;

type Task<T> = (tables: Tables) => Promise<T>;

/** The task over tables that are read at most once, where a tab caches them; its changes leave their versions at its end. */
function openVersions(mark: () => string): <T>(mode: Mode, names: readonly TableName[], task: Task<T>) => Task<T> {
  const memories = new Map(rememberedNames.map((name) => [name, new TableMemory()]));
  return (mode, names, task) => async (tables) => {
    const changed = new Set<TableName>();
    const own = rememberedNames
      .filter((name) => names.includes(name))
      .map((name) => {
        const memory = memories.get(name) ?? new TableMemory();
        return [name, new RememberedTable(tables, name, memory, mark, mode !== 'read')] as const;
      });
    const kept = Object.fromEntries(own.map(([name, table]) => [name, table.table()]));
    const result = await task(
      observedAll({ ...tables, ...kept }, (name) => {
        changed.add(name);
      }),
    );
    const version = changed.size > 0 ? await nextVersions(tables, mark(), changed.has('things')) : [];
    await tables[keyValues].put([...version, ...own.flatMap(([, table]) => table.marks())]);
    return result;
  };
}

const hasVersions = (mode: Mode, names: readonly TableName[]): boolean =>
  rememberedNames.some((name) => names.includes(name)) || (mode === 'write' && names.some(isVersioned));

/**
 * A disk where each change of confirmed rows, and of tables that a tab caches, leaves a new version in its own transaction: under one
 * version rows are equal and need no rereading. Moved rows leave one where a cached table moves with them. `mark`: makes a unique text.
 * What a sole tab knows of versions, outbox and sync is answered without a transaction.
 */
export function versionedDisk(disk: Disk, mark: () => string, sole: SoleTab, known = new KnownRows(sole)): Disk {
  const within = openVersions(mark);

  const together = groupedReads((names, task, ahead) => {
    const rows = known.now();
    const run = within('read', names, task);
    return disk.transact('read', names, (tables) => run(known.reading(tables, rows)), ahead);
  });

  const read = async <T>(names: readonly TableName[], task: Task<T>, ahead?: Ahead): Promise<T> => {
    const knownTables = known.tables();
    if (knownTables)
      try {
        return await within('read', names, task)(knownTables);
      } catch (thrown) {
        if (thrown !== notKnown) throw thrown;
      }
    return await together(names, task, ahead);
  };

  const write: Disk['transact'] = async (mode, names, run, ahead) => {
    const writing = known.begin();
    const others = sole.begin();
    try {
      if (others) await others;
      return await disk.transact(mode, names, (tables) => run(writing.through(tables)), ahead, writing.committed);
    } catch (thrown) {
      // It may have been committed all the same.
      known.forget();
      throw thrown;
    } finally {
      writing.end();
      sole.end();
    }
  };

  return {
    ...disk,
    transact: (mode, names, task, ahead) => {
      if (hasVersions(mode, names)) {
        const all = [...new Set<TableName>([...names, keyValues])];
        return mode === 'read' ? read(all, task, ahead) : write(mode, all, within(mode, all, task), ahead);
      }
      return mode === 'read' ? disk.transact(mode, names, task, ahead) : write(mode, names, task, ahead);
    },
    close: () => {
      sole.close();
      disk.close();
    },
  };
}
