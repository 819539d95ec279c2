import type { BlobRow } from './blobs.ts';
import { copiedAs, isOwed, mayBeCopied } from './copied-rows.ts';
import type { Row, Table, TableName, Tables } from './disk.ts';
import type { CopiedRow, CopiedTable, CopyChanges } from './second-copy.ts';

const copiedTables: ReadonlySet<TableName> = new Set<CopiedTable>(['outbox', 'notes', 'sync', 'blobs', 'blobBytes']);

/** Whether rows of this table have a second copy. */
export const isCopied = (name: TableName): name is CopiedTable => copiedTables.has(name);

/** How a row is called in the copy. */
export const nameOf = (table: CopiedTable, key: string): string => `${table}/${key}`;

/** What one transaction writes of the rows that have a second copy. */
export class Written {
  private readonly rows = new Map<string, CopiedRow>();
  private readonly gone = new Map<string, CopyChanges['remove'][number]>();

  /** The tables, listened to. */
  readonly through = (tables: Tables): Tables =>
    Object.fromEntries(
      (Object.entries(tables) as [TableName, Table][]).map(([name, table]) => [
        name,
        isCopied(name) ? this.hearing(name, table) : table,
      ]),
    ) as unknown as Tables;

  private readonly hearing = (name: CopiedTable, table: Table): Table => ({
    ...table,
    put: (rows) => {
      for (const row of rows) {
        this.gone.delete(nameOf(name, row.key));
        this.rows.set(nameOf(name, row.key), { table: name, row });
      }
      return table.put(rows);
    },
    remove: (keys) => {
      for (const key of keys) this.remove(name, key);
      return table.remove(keys);
    },
  });

  private remove(table: CopiedTable, key: string): void {
    this.rows.delete(nameOf(table, key));
    if (mayBeCopied(table, key)) this.gone.set(nameOf(table, key), { table, key });
  }

  /** What the copy does not say yet. `known`: how it reads by now, as far as this tab has written it. */
  changes(known: ReadonlyMap<string, string>): CopyChanges {
    const put: CopyChanges['put'][number][] = [];
    for (const [name, { table, row }] of this.rows) {
      if (!mayBeCopied(table, row.key) || !this.isWanted(table, row)) continue;
      const copied = copiedAs(table, row);
      if (copied === null) {
        this.remove(table, row.key);
        if (table === 'blobs') this.remove('blobBytes', row.key);
      } else if (known.get(name) !== copied.says) put.push({ table, ...copied });
    }
    return { put, remove: [...this.gone.values()] };
  }

  /** The bytes of a photo that was only looked at are the server's. */
  private isWanted(table: CopiedTable, { key }: Row): boolean {
    if (table !== 'blobBytes') return true;
    const beside = this.rows.get(nameOf('blobs', key));
    return beside !== undefined && isOwed(beside.row as BlobRow);
  }
}
