import { takesCalves, takesFrom, weighs } from './asks.ts';
import type { RecordedKind } from './define.ts';
import { count, structure } from './kinds/system.ts';
import { recordedKinds } from './registry.ts';
import type { MovementType, RecordedType } from './types.ts';

/** Whether it brings animals into a category; moves between lots and rodeos do not. */
const bringsIntoCategory = (kind: RecordedKind): boolean =>
  kind.herd === 'in' || takesCalves(kind) || Object.keys(kind.fields).some((name) => takesFrom(kind, name));

const typesThat = (holds: (kind: RecordedKind) => boolean): readonly RecordedType[] =>
  recordedKinds.filter(holds).map(({ type }) => type);

/** Types that may begin a withdrawal period (domain.md §4.4). */
export const withdrawingTypes = typesThat(({ fields }) => 'withdrawal_days' in fields);
export const mayWithdraw = (type: string): boolean => withdrawingTypes.some((one) => one === type);

/** Types that take animals to another place, or category. */
export const movingTypes = typesThat(({ herd }) => herd === 'within');

export const handingOverTypes = typesThat(({ handsOver }) => handsOver);

/** Types in the list of purchases (domain.md §2.6). */
export const boughtTypes = typesThat(({ bought }) => bought !== null);

export const kiloTypes: readonly MovementType[] = [...typesThat(weighs), count.type];

export const waysIntoCategory: readonly MovementType[] = [...typesThat(bringsIntoCategory), count.type];

/** Types that count animals of a whole lot, whichever their rodeos: a record need not name those. */
export const lotWideTypes: readonly MovementType[] = [
  ...Object.values(structure.lot).map(({ type }) => type),
  count.type,
];

/** Types that change what stands anywhere: without the moves, nobody knows in which cells animals stood before. */
export const countingTypes: readonly MovementType[] = [
  ...typesThat(({ herd }) => herd !== 'unchanged'),
  ...lotWideTypes,
];
