import type { RecordedKind } from './define.ts';

/** Whether its animals are born: calves that come in where their mothers stand. */
export const bringsCalves = (kind: RecordedKind): boolean => kind.calves !== null && kind.herd === 'in';

/** Whether it takes calves at foot alone, from where they stand. */
export const takesCalves = (kind: RecordedKind): boolean => kind.calves !== null && kind.herd !== 'in';

/** Whether a field is the category that its animals leave: a category alone, where others count lines of several. */
export const takesFrom = (kind: RecordedKind, name: string): boolean =>
  kind.herd === 'within' && name === 'from_category';

/** Whether its records say what animals weigh, category by category. */
export const weighs = ({ fields }: RecordedKind): boolean =>
  Object.values(fields).some(({ control }) => control === 'weighed');
