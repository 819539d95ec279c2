import type { Disk } from '../../src/app/store/disk.ts';
import { stampedDisk } from '../../src/app/store/stamped-disk.ts';

let marks = 0;

/** A disk with stamps, as the app opens it. */
export const stamped = (disk: Disk): Disk => stampedDisk(disk, () => `mark-${(marks += 1)}`);
