import type { RecordedKind } from './define.ts';

/** Whether its animals are born: calves that appear where their mothers are. */
export const bringsCalves = (kind: RecordedKind): boolean => kind.calves !== null && kind.herd === 'in';

export const takesCalves = (kind: RecordedKind): boolean => kind.calves !== null && kind.herd !== 'in';

/** Whether a field is the single category that animals leave. */
export const takesFrom = (kind: RecordedKind, name: string): boolean =>
  kind.herd === 'within' && name === 'from_category';

export const weighs = ({ fields }: RecordedKind): boolean =>
  Object.values(fields).some(({ control }) => control === 'weighed');
