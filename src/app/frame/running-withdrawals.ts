import { addDays, type Day } from '../../domain/dates.ts';
import { longestWithdrawalDays, type Withdrawal, withdrawalOf } from '../../domain/farm/withdrawal.ts';
import type { FarmViews, MovementFilter } from '../sync/farm.ts';
import { newestMovements } from './newest-movements.ts';

const treatmentTypes = ['TREATMENT', 'MEDICINE'] as const;
const treatmentsAtMost = 2_000;

/** What treatments of the last year still forbid today, on the whole farm or in one place. */
export async function runningWithdrawals(
  views: Pick<FarmViews, 'page'>,
  today: Day,
  place: Pick<MovementFilter, 'rodeoId' | 'lotId'> = {},
): Promise<readonly Withdrawal[]> {
  const from = addDays(today, -longestWithdrawalDays);
  const given = await Promise.all(
    treatmentTypes.map((type) => newestMovements(views, { ...place, types: [type], from }, treatmentsAtMost)),
  );
  return given.flat().flatMap(({ movement }) => withdrawalOf(movement, today) ?? []);
}
