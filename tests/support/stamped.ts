import type { Disk } from '../../src/app/store/disk.ts';
import { stampedDisk } from '../../src/app/store/stamped-disk.ts';

let marks = 0;

/** A disk with stamps, as the app opens it. `isStuck`: each is like the one before. */
export const stamped = (disk: Disk, isStuck: () => boolean = () => false): Disk =>
  stampedDisk(disk, () => `mark-${isStuck() ? marks : (marks += 1)}`);
