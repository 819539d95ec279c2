import type { Disk } from '../../src/app/store/disk.ts';
import { versionedDisk } from '../../src/app/store/versioned-disk.ts';

let marks = 0;

/** A disk with versions, as the app opens it. `isStuck`: each is like the one before. */
export const versioned = (disk: Disk, isStuck: () => boolean = () => false): Disk =>
  versionedDisk(disk, () => `mark-${isStuck() ? marks : (marks += 1)}`);
