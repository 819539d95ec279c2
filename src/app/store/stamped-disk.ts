import { type Disk, type Row, stampedTables, type Table, type TableName, type Tables } from './disk.ts';
import { OutboxMemory, RememberedOutbox } from './outbox-memory.ts';

const isStamped = (name: TableName): boolean => (stampedTables as readonly TableName[]).includes(name);
const stampKey = 'stamp';

interface StampRow extends Row {
  readonly value: string;
}

/** The stamp of the confirmed rows as this transaction finds them; null where nothing was written since there are stamps. */
export async function readStamp(tables: Pick<Tables, 'notes'>): Promise<string | null> {
  const [row] = await tables.notes.get<StampRow>([stampKey]);
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
      isStamped(name) ? hearing(table, onWrite) : table,
    ]),
  ) as unknown as Tables;

/**
 * A disk whose every change of the confirmed rows, and of the outbox, leaves a stamp that was never there before, in the change's own
 * transaction. Two transactions that find the same stamp find the same rows: what one has read, the other need not read again, and the
 * outbox is read once. Rows that only move leave none. `mark`: a text that is given once only, on whatever device.
 */
export function stampedDisk(disk: Disk, mark: () => string): Disk {
  const memory = new OutboxMemory();
  return {
    ...disk,
    transact: (mode, names, task) => {
      const hasOutbox = names.includes('outbox');
      const isWrite = mode === 'write' && names.some(isStamped);
      if (!hasOutbox && !isWrite) return disk.transact(mode, names, task);
      return disk.transact(mode, [...new Set([...names, 'notes' as const])], async (tables) => {
        let isChanged = false;
        const outbox = hasOutbox ? new RememberedOutbox(tables, memory, mark) : null;
        const seen = heard(tables, () => {
          isChanged = true;
        });
        const result = await task(outbox ? { ...seen, outbox: outbox.table() } : seen);
        const stamp = isChanged ? [{ key: stampKey, value: mark() } satisfies StampRow] : [];
        await tables.notes.put([...stamp, ...(outbox?.marks() ?? [])]);
        return result;
      });
    },
  };
}
