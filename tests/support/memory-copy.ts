import type { CopiedRow, CopyChanges, SecondCopy } from '../../src/app/store/second-copy.ts';

/** A second copy in memory, which outlives the disk beside it. */
export class MemoryCopy implements SecondCopy {
  readonly rows = new Map<string, CopiedRow>();
  /** Written so often. */
  writings = 0;
  /** Does not answer any more. */
  isBroken = false;
  /** Says that it has written, and has not. */
  isDeaf = false;

  readonly write = ({ put, remove }: CopyChanges): Promise<void> => {
    if (this.isBroken) return Promise.reject(new Error('The copy does not answer'));
    if (this.isDeaf) return Promise.resolve();
    this.writings += 1;
    for (const { table, row } of put) this.rows.set(`${table}/${row.key}`, structuredClone({ table, row }));
    for (const { table, key } of remove) this.rows.delete(`${table}/${key}`);
    return Promise.resolve();
  };

  readonly read = (): Promise<readonly CopiedRow[]> =>
    this.isBroken
      ? Promise.reject(new Error('The copy does not answer'))
      : Promise.resolve([...this.rows.values()].map((row) => structuredClone(row)));

  get names(): readonly string[] {
    return [...this.rows.keys()].toSorted();
  }
}
