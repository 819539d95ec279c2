import type { Disk } from '../../src/app/store/disk.ts';
import { neverSole, type SoleTab } from '../../src/app/store/sole-tab.ts';
import { versionedDisk } from '../../src/app/store/versioned-disk.ts';

let marks = 0;

const always = {};
/** Of a store that no other tab opens. */
export const aloneHere: SoleTab = { ...neverSole, period: () => always };

/** A disk with versions, as the app opens it. `isStuck`: each is like the one before. */
export const versioned = (disk: Disk, isStuck: () => boolean = () => false, sole: SoleTab = neverSole): Disk =>
  versionedDisk(disk, () => `mark-${isStuck() ? marks : (marks += 1)}`, sole);
