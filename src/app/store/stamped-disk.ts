import { type Disk, type Row, seenTables, type Table, type TableName, type Tables } from './disk.ts';

const isSeen = (name: TableName): boolean => (seenTables as readonly TableName[]).includes(name);
const stampKey = 'stamp';

interface StampRow extends Row {
  readonly value: string;
}

/** The stamp of the rows as this transaction finds them; null where nothing was written since there are stamps. */
export async function readStamp(tables: Pick<Tables, 'notes'>): Promise<string | null> {
  const [row] = await tables.notes.get<StampRow>([stampKey]);
  return row?.value ?? null;
}

/** Tables that tell when something is written. */
const hearing = (tables: Tables, onWrite: () => void): Tables =>
  Object.fromEntries(
    (Object.entries(tables) as [TableName, Table][]).map(([name, table]) => [
      name,
      isSeen(name) ? hearingTable(table, onWrite) : table,
    ]),
  ) as unknown as Tables;

const hearingTable = (table: Table, onWrite: () => void): Table => ({
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

/**
 * A disk whose every change of what pictures are made of leaves a stamp that was never there before, in the change's own transaction. Two
 * transactions that find the same stamp find the same rows: what one has read, the other need not read again. `mark`: a text that is
 * given once only, on whatever device.
 */
export const stampedDisk = (disk: Disk, mark: () => string): Disk => ({
  ...disk,
  transact: (mode, names, task) => {
    if (mode === 'read' || !names.some(isSeen)) return disk.transact(mode, names, task);
    return disk.transact(mode, [...new Set([...names, 'notes' as const])], async (tables) => {
      let isChanged = false;
      const result = await task(
        hearing(tables, () => {
          isChanged = true;
        }),
      );
      if (isChanged) await tables.notes.put([{ key: stampKey, value: mark() } satisfies StampRow]);
      return result;
    });
  },
});
