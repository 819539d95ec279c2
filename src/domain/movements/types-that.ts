import { takesCalves, takesFrom, weighs } from './asks.ts';
import type { RecordedKind } from './define.ts';
import { count, structure } from './kinds/system.ts';
import { recordedKinds } from './registry.ts';
import type { MovementType, RecordedType } from './types.ts';

/** Whether animals come into a category by it; moves between lots and rodeos bring nobody into one. */
const bringsIntoCategory = (kind: RecordedKind): boolean =>
  kind.herd === 'in' || takesCalves(kind) || Object.keys(kind.fields).some((name) => takesFrom(kind, name));

const typesThat = (holds: (kind: RecordedKind) => boolean): readonly RecordedType[] =>
  recordedKinds.filter(holds).map(({ type }) => type);

/** Records that may forbid that animals leave for a while (domain.md §4.4). */
export const withdrawingTypes = typesThat(({ fields }) => 'withdrawal_days' in fields);
export const mayWithdraw = (type: string): boolean => withdrawingTypes.some((one) => one === type);

/** Records that animals leave the farm by for other hands. */
export const handingOverTypes = typesThat(({ handsOver }) => handsOver);

/** Records that the view over purchases lists (domain.md §2.6). */
export const boughtTypes = typesThat(({ bought }) => bought !== null);

/** Records that may say kilos: weighings, and counts, of which an opening may. */
export const kiloTypes: readonly MovementType[] = [...typesThat(weighs), count.type];

/** Records by which animals come into a category, counts among them. */
export const waysIntoCategory: readonly MovementType[] = [...typesThat(bringsIntoCategory), count.type];

/** Records that change how many animals the farm has, or of which category. */
export const countingTypes: readonly MovementType[] = [
  ...typesThat((kind) => kind.herd === 'out' || bringsIntoCategory(kind)),
  ...Object.values(structure.lot).map(({ type }) => type),
  count.type,
];
