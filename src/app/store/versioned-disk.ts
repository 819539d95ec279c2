import { type Disk, keyValues, type Row, versionedTables, type Table, type TableName, type Tables } from './disk.ts';
import { type RememberedName, RememberedTable, TableMemory } from './outbox-memory.ts';

const isVersioned = (name: TableName): boolean => (versionedTables as readonly TableName[]).includes(name);
const versionKey = 'stamp';
const rememberedNames = ['outbox', 'contents'] as const satisfies readonly RememberedName[];

interface VersionRow extends Row {
  readonly value: string;
}

/** The version of the confirmed rows; null if nothing was written since versions exist. */
export async function readVersion(tables: Pick<Tables, typeof keyValues>): Promise<string | null> {
  const [row] = await tables[keyValues].get<VersionRow>([versionKey]);
  return row?.value ?? null;
}

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

/** Reports writes to confirmed rows. */
const observedAll = (tables: Tables, onWrite: () => void): Tables =>
  Object.fromEntries(
    (Object.entries(tables) as [TableName, Table][]).map(([name, table]) => [
      name,
      isVersioned(name) ? observed(table, onWrite) : table,
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
        let isChanged = false;
        const own = remembered.map(
          (name) =>
            [
              name,
              new RememberedTable(tables, name, memories.get(name) ?? new TableMemory(), mark, mode !== 'read'),
            ] as const,
        );
        const kept = Object.fromEntries(own.map(([name, table]) => [name, table.table()]));
        const result = await task(
          observedAll({ ...tables, ...kept }, () => {
            isChanged = true;
          }),
        );
        const version = isChanged ? [{ key: versionKey, value: mark() } satisfies VersionRow] : [];
        await tables[keyValues].put([...version, ...own.flatMap(([, table]) => table.marks())]);
        return result;
      };
      return disk.transact(mode, all, run, ahead);
    },
  };
}
