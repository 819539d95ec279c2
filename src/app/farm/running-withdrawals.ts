import {
  addDays,
  complete,
  type Day,
  dayAt,
  holdsFor,
  longestWithdrawalDays,
  parsePayload,
  type Payload,
  type Withdrawal,
  withdrawalOf,
  withdrawalSentence,
  withdrawingTypes,
} from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import type { FarmViews, MovementFilter } from '#sync/farm.ts';
import { newestMovements } from './newest-movements.ts';

const treatmentsAtMost = 2_000;

/** Withdrawals in force on a day, on the farm or in one place; `at`: for what was recorded then. */
export async function runningWithdrawals(
  views: Pick<FarmViews, 'page'>,
  day: Day,
  place: Pick<MovementFilter, 'rodeoId' | 'lotId'> = {},
  at?: string,
): Promise<readonly Withdrawal[]> {
  const from = addDays(day, -longestWithdrawalDays);
  const given = await Promise.all(
    withdrawingTypes.map((type) =>
      newestMovements(views, { ...place, types: [type], from, to: day }, treatmentsAtMost),
    ),
  );
  return given.flat().flatMap(({ movement }) => withdrawalOf(movement, day, at) ?? []);
}

/** Why these animals may not leave on that day, as far as this device knows (domain.md §3.2, SELL); null if they may. `recordId`: of a record that is corrected. */
export async function withdrawalAgainst(
  views: Pick<FarmViews, 'page' | 'categories' | 'stock' | 'movement'>,
  kind: RecordedKind,
  typed: Payload,
  recordId?: string,
): Promise<string | null> {
  if (!kind.handsOver) return null;
  const parsed = parsePayload(kind, typed, dayAt(Date.now()));
  if (!parsed.ok) return null;
  const [categories, cells] = await Promise.all([views.categories(), views.stock()]);
  const whole = complete(kind, parsed.value, { categories, cells });
  if (!whole.ok) return null;
  const at = recordId === undefined ? undefined : (await views.movement(recordId))?.movement.created_at;
  const running = await runningWithdrawals(views, String(parsed.value.date), {}, at);
  return withdrawalSentence(running.filter((one) => holdsFor(one, whole.value, cells)));
}
