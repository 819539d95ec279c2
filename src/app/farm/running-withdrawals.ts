import {
  addDays,
  carried,
  complete,
  type Day,
  dayAt,
  holdsFor,
  longestWithdrawalDays,
  movingTypes,
  parsePayload,
  type Payload,
  type Withdrawal,
  withdrawalOf,
  withdrawalSentence,
  withdrawingTypes,
} from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import type { FarmViews, MovementView } from '#sync/farm.ts';
import { newestMovements } from './newest-movements.ts';

const readAtMost = 2_000;

/** What may bear on a withdrawal of that day. */
async function readTypes(
  views: Pick<FarmViews, 'page'>,
  types: readonly string[],
  to: Day,
): Promise<readonly MovementView[]> {
  const from = addDays(to, -longestWithdrawalDays);
  const lists = types.map((type) => newestMovements(views, { types: [type], from, to }, readAtMost));
  return (await Promise.all(lists)).flat();
}

/** Withdrawals of treatments in force on a day; `at`: for what was recorded then. */
export async function runningWithdrawals(
  views: Pick<FarmViews, 'page'>,
  day: Day,
  at?: string,
): Promise<readonly Withdrawal[]> {
  const given = await readTypes(views, withdrawingTypes, day);
  return given.flatMap(({ movement }) => withdrawalOf(movement, day, at) ?? []);
}

/** The same, with those that animals took to another lot or rodeo since. */
export async function carriedWithdrawals(
  views: Pick<FarmViews, 'page'>,
  day: Day,
  at?: string,
): Promise<readonly Withdrawal[]> {
  const running = await runningWithdrawals(views, day, at);
  return running.length > 0 ? carried(running, await readTypes(views, movingTypes, day), day, at) : running;
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
  const at = recordId && (await views.movement(recordId))?.movement.created_at;
  const running = await carriedWithdrawals(views, String(parsed.value.date), at);
  return withdrawalSentence(running.filter((one) => holdsFor(one, whole.value, cells)));
}
