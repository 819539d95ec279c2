import type { Disk } from './disk.ts';
import { emptying } from './emptying.ts';
import { forgetting } from './forgetting.ts';
import { sealing } from './sealing.ts';
import type { FarmStore } from './store.ts';
import { unsealing } from './unsealing.ts';

type Leaving =
  'unsent' | 'empty' | 'forget' | 'sealingKey' | 'keepSealingKey' | 'seal' | 'sealedUnder' | 'unseal' | 'sealedWaiting';

/** Leaving a device: what a server has is forgotten, the rest is sealed for its person (trust.md §1.8). */
export const leaving = (disk: Disk): Pick<FarmStore, Leaving> => ({
  ...emptying(disk),
  ...forgetting(disk),
  ...sealing(disk),
  ...unsealing(disk),
});
