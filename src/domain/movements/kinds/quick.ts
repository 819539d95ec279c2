import { consumption, treatment, weighing } from './care.ts';
import { birth } from './inflows.ts';
import { changeRodeo, recategorization, weaning } from './moves.ts';
import { death } from './outflows.ts';
import { abortion, pregnancyDiagnosis } from './reproduction.ts';

/** What is recorded most of a lot, of a whole rodeo and of a cycle: the tiles of their screens, in their order (ux.md §1.2). */
export const quickKinds = {
  lot: [birth, death, recategorization, weighing, treatment, consumption],
  rodeo: [weighing, treatment, birth, death, changeRodeo],
  cycle: [pregnancyDiagnosis, birth, abortion, weaning],
  /** What takes some of a rodeo's animals to another. */
  move: changeRodeo,
} as const;
