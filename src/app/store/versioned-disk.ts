import { type Disk, keyValues, type Table, type TableName, type Tables } from './disk.ts';
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

/**
 * A disk where each change of confirmed rows, and of tables that a tab caches, leaves a new version in its own transaction: under one
 * version rows are equal and need no rereading. Moved rows leave one where a cached table moves with them. `mark`: makes a unique text.
 */
export function versionedDisk(disk: Disk, mark: () => string): Disk {
  const memories = new Map(rememberedNames.map((name) => [name, new TableMemory()]));
  return {
    ...disk,
    transact: (mode, names, task, ahead) => {
      const remembered = rememberedNames.filter((name) => names.includes(name));
      const isWrite = mode === 'write' && names.some(isVersioned);
      if (remembered.length === 0 && !isWrite) return disk.transact(mode, names, task, ahead);
      const all = [...new Set<TableName>([...names, keyValues])];
      const run = async (tables: Tables) => {
        const changed = new Set<TableName>();
        const own = remembered.map(
          (name) =>
            [
              name,
              new RememberedTable(tables, name, memories.get(name) ?? new TableMemory(), mark, mode !== 'read'),
            ] as const,
        );
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
      return disk.transact(mode, all, run, ahead);
    },
  };
}
