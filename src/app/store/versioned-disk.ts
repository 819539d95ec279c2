import { type Disk, type Row, versionedTables, type Table, type TableName, type Tables } from './disk.ts';
import { OutboxMemory, RememberedOutbox } from './outbox-memory.ts';

const isVersioned = (name: TableName): boolean => (versionedTables as readonly TableName[]).includes(name);
const versionKey = 'stamp';

interface VersionRow extends Row {
  readonly value: string;
}

/** The version of the confirmed rows as this transaction finds them; null where nothing was written since there are versions. */
export async function readVersion(tables: Pick<Tables, 'notes'>): Promise<string | null> {
  const [row] = await tables.notes.get<VersionRow>([versionKey]);
  return row?.value ?? null;
}

const hearing = (table: Table, onWrite: () => void): Table => ({
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

/** Tables that tell when something of the confirmed rows is written. */
const heard = (tables: Tables, onWrite: () => void): Tables =>
  Object.fromEntries(
    (Object.entries(tables) as [TableName, Table][]).map(([name, table]) => [
      name,
      isVersioned(name) ? hearing(table, onWrite) : table,
    ]),
  ) as unknown as Tables;

/**
 * A disk whose every change of the confirmed rows, and of the outbox, leaves a version that was never there before, in the change's own
 * transaction. Two transactions that find the same version find the same rows: what one has read, the other need not read again, and the
 * outbox is read once. Rows that only move leave none. `mark`: a text that is given once only, on whatever device.
 */
export function versionedDisk(disk: Disk, mark: () => string): Disk {
  const memory = new OutboxMemory();
  return {
    ...disk,
    transact: (mode, names, task) => {
      const hasOutbox = names.includes('outbox');
      const isWrite = mode === 'write' && names.some(isVersioned);
      if (!hasOutbox && !isWrite) return disk.transact(mode, names, task);
      return disk.transact(mode, [...new Set([...names, 'notes' as const])], async (tables) => {
        let isChanged = false;
        const outbox = hasOutbox ? new RememberedOutbox(tables, memory, mark) : null;
        const seen = heard(tables, () => {
          isChanged = true;
        });
        const result = await task(outbox ? { ...seen, outbox: outbox.table() } : seen);
        const version = isChanged ? [{ key: versionKey, value: mark() } satisfies VersionRow] : [];
        await tables.notes.put([...version, ...(outbox?.marks() ?? [])]);
        return result;
      });
    },
  };
}
