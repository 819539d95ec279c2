import type { Disk } from './disk.ts';
import { hasMet, meet, redo, restoredTables, uncopiedRow } from './restore.ts';
import type { CopiedName, CopiedRow, CopyChanges, SecondCopy } from './second-copy.ts';
import { isCopied, nameOf, Written } from './written.ts';

export interface DoubledPorts {
  /** This tab's own name. */
  readonly tab: string;
  /** The browser had thrown the database away; so many acts of the person were put back from the copy. */
  readonly onRestored: (acts: number) => void;
  /** The copy does not answer: what is saved stands in the database alone. */
  readonly onTrouble: (thrown: unknown) => void;
}

const namesIn = ({ put, remove }: CopyChanges): readonly CopiedName[] => [
  ...put.map(({ table, row }) => ({ table, key: row.key })),
  ...remove,
];

/** The copy, written in the order of the transactions: a record and its end must not pass each other. */
class Keeper {
  private readonly copy: SecondCopy;
  private readonly onTrouble: DoubledPorts['onTrouble'];
  /** How rows read in the copy, as far as this tab has written them. */
  private readonly known = new Map<string, string>();
  private readonly pending = new Map<string, CopiedName>();
  private last: Promise<void> = Promise.resolve();
  private isOff = false;

  constructor(copy: SecondCopy, onTrouble: DoubledPorts['onTrouble']) {
    this.copy = copy;
    this.onTrouble = onTrouble;
  }

  /** What the transaction brings to the copy, and all that is on its way there. */
  changes(written: Written): { readonly changes: CopyChanges; readonly pending: readonly CopiedName[] } {
    const changes = written.changes(this.known);
    return { changes, pending: [...this.pending.values(), ...namesIn(changes)] };
  }

  keep(changes: CopyChanges): Promise<void> {
    const names = namesIn(changes);
    if (this.isOff || names.length === 0) return this.last;
    for (const name of names) this.pending.set(nameOf(name.table, name.key), name);
    for (const { table, key } of changes.remove) this.known.delete(nameOf(table, key));
    for (const { table, row, says } of changes.put) this.known.set(nameOf(table, row.key), says);
    this.last = this.last.then(async () => {
      try {
        await this.copy.write(changes);
        for (const { table, key } of names) this.pending.delete(nameOf(table, key));
      } catch (thrown) {
        for (const { table, key } of names) this.known.delete(nameOf(table, key));
        this.onTrouble(thrown);
      }
    });
    return this.last;
  }

  /** Null where it cannot be read: then nothing is written over it either, and the next start finds it. */
  async read(): Promise<readonly CopiedRow[] | null> {
    try {
      return await this.copy.read();
    } catch (thrown) {
      this.isOff = true;
      this.onTrouble(thrown);
      return null;
    }
  }
}

/**
 * A disk whose unsent records stand in a second place too, and come back from there when the browser has thrown the database away. A
 * write is in both places when its promise resolves; a copy that does not answer is told, and does not stop the save.
 */
export function doubledDisk(disk: Disk, copy: SecondCopy, { tab, onRestored, onTrouble }: DoubledPorts): Disk {
  const keeper = new Keeper(copy, onTrouble);
  let met: Promise<void> | null = null;
  let isMet = false;

  const write: Disk['transact'] = async (mode, names, task) => {
    let changes: CopyChanges = { put: [], remove: [] };
    const result = await disk.transact(mode, [...new Set([...names, 'notes' as const])], async (tables) => {
      const written = new Written();
      const done = await task(written.through(tables));
      const brought = keeper.changes(written);
      ({ changes } = brought);
      // A tab that dies between its two writings leaves word of it: the next one makes up for it.
      if (brought.pending.length > 0) await tables.notes.put([uncopiedRow(tab, brought.pending)]);
      return done;
    });
    await keeper.keep(changes);
    return result;
  };

  const meetCopy = async (): Promise<void> => {
    if (await disk.transact('read', ['notes'], hasMet)) {
      await write('write', restoredTables, redo);
      return;
    }
    const copied = await keeper.read();
    if (copied === null) return;
    const acts = await write('write', restoredTables, (tables) => meet(tables, copied));
    if (acts !== null) onRestored(acts);
  };

  const ready = (): Promise<void> => {
    met ??= meetCopy().then(
      () => {
        isMet = true;
      },
      (thrown: unknown) => {
        met = null;
        throw thrown;
      },
    );
    return met;
  };

  return {
    transact: (mode, names, task) => {
      const act = mode === 'write' && names.some(isCopied) ? write : disk.transact;
      // Nothing may be awaited on the way to the database: a live query hears of changes only to what it has asked without a pause.
      return isMet ? act(mode, names, task) : ready().then(() => act(mode, names, task));
    },
    watch: disk.watch,
    close: disk.close,
  };
}
