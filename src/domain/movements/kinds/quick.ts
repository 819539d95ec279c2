import { consumption, treatment, weighing } from './care.ts';
import { birth } from './inflows.ts';
import { changeRodeo, recategorization, weaning } from './moves.ts';
import { death } from './outflows.ts';
import { abortion, pregnancyDiagnosis } from './reproduction.ts';

/** The tiles of a lot, a rodeo and a cycle, in order (ux.md §1.2). */
export const quickKinds = {
  lot: [birth, death, recategorization, weighing, treatment, consumption],
  rodeo: [weighing, treatment, birth, death, changeRodeo],
  cycle: [pregnancyDiagnosis, birth, abortion, weaning],
  move: changeRodeo,
} as const;
