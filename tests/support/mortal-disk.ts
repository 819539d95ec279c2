import type { Disk } from '../../src/app/store/disk.ts';
import type { Line } from '../../src/app/store/journal.ts';
import { journaledDisk } from '../../src/app/store/journaled-disk.ts';
import type { JournalTrouble } from '../../src/app/store/journal-keeper.ts';
import { openMemoryDisk } from './memory-disk.ts';
import type { OlderCopy } from '../../src/app/store/older-copy.ts';
import { StorageFailure } from '../../src/app/store/store.ts';
import { type JournalFolder, MemoryJournal } from './memory-journal.ts';
import { aloneHere, versioned } from './versioned.ts';

/** A disk that the browser throws away; the journals beside it stay. */
export interface MortalDisk extends Disk {
  /** The tab dies, and the database with it: the next tab opens a new one. */
  readonly throwAway: () => void;
  /** The database goes while the tab lives on. */
  readonly loseUnderThePage: () => void;
  /** The tab dies; the next one finds the database as it was. */
  readonly restart: () => void;
  /** The browser dies in the next writing transaction: its journal has it, and the database does not. Tells when it is dead. */
  readonly dieWriting: (dead: () => void) => void;
  /** Whatever a journal says has left leaves also a database that never took it. */
  readonly believeRemovals: () => void;
  /** From now on what pictures share grows old. */
  readonly stopStamps: () => void;
  /** No journal writes any more, though each says so. */
  readonly deafen: () => void;
  /** What writing transactions come to from now on; null: they go through. */
  failWrites: StorageFailure | null;
  readonly journal: () => MemoryJournal;
  readonly folder: JournalFolder;
  /** What the journals hold, as `table/name`, each once. */
  readonly written: () => readonly string[];
  /** Of the databases so far: how many acts came back, in the order of their deaths. */
  readonly restored: readonly number[];
  readonly troubles: readonly (JournalTrouble | null)[];
  readonly held: readonly number[];
}

interface Ports {
  readonly older?: OlderCopy;
  readonly base?: Disk;
  readonly now?: () => number;
  readonly withoutJournal?: boolean;
}

/** What the newest lines of all journals leave standing. */
function standing(folder: JournalFolder): readonly string[] {
  const acts = [...folder.values()].flat().toSorted((a, b) => a.stamp - b.stamp);
  const lines = new Map<string, Line>();
  for (const act of acts) {
    if (act.whole) lines.clear();
    for (const line of act.lines) lines.set(`${line.table}/${line.name}`, line);
  }
  return [...lines].flatMap(([name, line]) => (line.row ? [name] : [])).toSorted();
}

export function openMortalDisk({ older, base, now = () => 1, withoutJournal = false }: Ports = {}): MortalDisk {
  const folder: JournalFolder = new Map();
  const restored: number[] = [];
  const troubles: (JournalTrouble | null)[] = [];
  const held: number[] = [];
  let [lives, tabs] = [0, 0];
  let [isStuck, isDeaf] = [false, false];
  let inner = versioned(base ?? openMemoryDisk(), () => isStuck, aloneHere);
  let journal = new MemoryJournal('tab-0', folder);
  const mortal = { failWrites: null as StorageFailure | null };
  let dead: (() => void) | null = null;
  let doesBelieve = false;

  /** The database as one browser has it, which may die. */
  const opened = (): Disk => {
    let isDead = false;
    const own = journal;
    const die = (tell: () => void): never => {
      [isDead, dead, own.isDeaf] = [true, null, true];
      tell();
      throw new StorageFailure('Dead');
    };
    return {
      transact: async (mode, tables, run) => {
        // A look that began before its death may end: it changes nothing.
        if (isDead && mode !== 'read') throw new StorageFailure('Dead');
        return await inner.transact(mode, tables, async (there) => {
          const done = await run(there);
          if (mode === 'write' && mortal.failWrites) throw mortal.failWrites;
          if (mode === 'write' && dead !== null) die(dead);
          return done;
        });
      },
      watch: (tables, listener) => inner.watch(tables, listener),
      close: () => inner.close(),
    };
  };
  const open = () => {
    tabs += 1;
    const tab = `tab-${tabs}`;
    journal = new MemoryJournal(tab, folder, (other) => other === tab);
    journal.isDeaf = isDeaf;
    journal.doesBelieve = doesBelieve;
    return journaledDisk(opened(), withoutJournal ? null : journal, {
      tab,
      now,
      newLife: () => `life-${(lives += 1)}`,
      patienceMs: 50,
      older: older ?? null,
      onRestored: (acts) => restored.push(acts),
      onTrouble: (trouble) => troubles.push(trouble),
      onHeld: (acts) => held.push(acts),
    });
  };
  const renew = (): void => {
    inner = versioned(openMemoryDisk(), () => isStuck, aloneHere);
  };
  let disk = open();
  return Object.assign(mortal, {
    transact: ((mode, tables, run) => disk.transact(mode, tables, run)) satisfies Disk['transact'],
    watch: ((tables, listener) => inner.watch(tables, listener)) satisfies Disk['watch'],
    forget: async () => (await disk.forget?.()) ?? true,
    close: () => disk.close(),
    dieWriting: (tell: () => void) => {
      dead = tell;
    },
    believeRemovals: () => {
      doesBelieve = true;
      journal.doesBelieve = true;
    },
    stopStamps: () => {
      isStuck = true;
    },
    deafen: () => {
      isDeaf = true;
      journal.isDeaf = true;
    },
    restart: () => {
      disk = open();
    },
    throwAway: () => {
      renew();
      disk = open();
    },
    loseUnderThePage: () => {
      renew();
      disk.onLost();
    },
    journal: () => journal,
    folder,
    written: () => standing(folder),
    restored,
    troubles,
    held,
  });
}
