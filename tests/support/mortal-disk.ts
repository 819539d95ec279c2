import type { Disk } from '../../src/app/store/disk.ts';
import { doubledDisk } from '../../src/app/store/doubled-disk.ts';
import { openMemoryDisk } from '../../src/app/store/memory-disk.ts';
import { MemoryCopy } from './memory-copy.ts';
import { stamped } from './stamped.ts';

/** A disk that the browser throws away; its second copy stays. */
export interface MortalDisk extends Disk {
  readonly throwAway: () => void;
  /** From now on what pictures share grows old. */
  readonly stopStamps: () => void;
  readonly copy: MemoryCopy;
  /** Of the databases so far: how many acts came back, in the order of their deaths. */
  readonly restored: readonly number[];
  readonly troubles: readonly unknown[];
}

export function openMortalDisk(): MortalDisk {
  const copy = new MemoryCopy();
  const restored: number[] = [];
  const troubles: unknown[] = [];
  let lives = 0;
  let isStuck = false;
  const open = (): Disk =>
    doubledDisk(
      stamped(openMemoryDisk(), () => isStuck),
      copy,
      {
        tab: `tab-${(lives += 1)}`,
        onRestored: (acts) => restored.push(acts),
        onTrouble: (thrown) => troubles.push(thrown),
      },
    );
  let disk = open();
  return {
    transact: (mode, tables, run) => disk.transact(mode, tables, run),
    watch: (tables, listener) => disk.watch(tables, listener),
    close: () => disk.close(),
    stopStamps: () => {
      isStuck = true;
    },
    throwAway: () => {
      disk = open();
    },
    copy,
    restored,
    troubles,
  };
}
