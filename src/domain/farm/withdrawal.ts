import { addDays, type Day } from '../dates.ts';
import { isDeleted, type Movement } from '../movements/movement.ts';
import { listOf } from '../text.ts';

/** Animals that may not be sold yet, because of what they were given. */
export interface Withdrawal {
  readonly movementId: string;
  readonly lotId: string | null;
  readonly rodeoId: string | null;
  /** The last day of it: the animals are free the day after (domain.md §4.4). */
  readonly until: Day;
  readonly products: string;
}

const productNames = (value: unknown): string =>
  listOf(
    (Array.isArray(value) ? (value as readonly unknown[]) : []).flatMap((line) => {
      const name: unknown =
        typeof line === 'object' && line !== null ? (line as Readonly<Record<string, unknown>>)['name'] : null;
      return typeof name === 'string' ? [name] : [];
    }),
  );

/** What a treatment still forbids on a day; null when it forbids nothing. */
export function withdrawalOf(movement: Movement, today: Day): Withdrawal | null {
  const days = movement.metadata['withdrawal_days'];
  if (isDeleted(movement) || typeof days !== 'number' || days <= 0) return null;
  const until = addDays(movement.date, Math.ceil(days));
  if (until < today) return null;
  return {
    movementId: movement.id,
    lotId: movement.metadata.lot_id,
    rodeoId: movement.rodeoId,
    until,
    products: productNames(movement.metadata['products']),
  };
}

/** The one that ends last. */
export const lastToEnd = (withdrawals: readonly Withdrawal[]): Withdrawal | null =>
  withdrawals.reduce<Withdrawal | null>((last, one) => (last === null || one.until > last.until ? one : last), null);

/** No withdrawal is longer (the form's own bound): older treatments need not be asked for. */
export const longestWithdrawalDays = 365;
