import { sumOf } from '../rows.ts';
import { addDays, type Day } from '../dates.ts';

/** wire.md, stock entry. */
export const entryKinds = {
  ingreso: 'Ingreso',
  consumo: 'Consumo',
  ajuste: 'Ajuste por recuento',
  merma: 'Merma',
  devolucion: 'Devolución',
} as const;

export type EntryKind = keyof typeof entryKinds;

/** Integers: sums of decimals would depend on the order of records (domain.md §3.0). */
export const inThousandths = (quantity: number): number => Math.round(quantity * 1000);

export const fromThousandths = (thousandths: number): number => thousandths / 1000;

/** An item's sum by batch; null: entries without batch. */
export interface BatchSum {
  readonly number: string | null;
  readonly expires: Day | null;
  readonly thousandths: number;
}

interface Batch extends BatchSum {
  readonly number: string;
}

const isBatch = (sum: BatchSum): sum is Batch => sum.number !== null && sum.thousandths > 0;
const neverExpires = '9999-12-31';

const expiryOf = ({ expires, number }: BatchSum): string => `${expires ?? neverExpires} ${number ?? ''}`;

const byExpiry = (a: BatchSum, b: BatchSum): number => {
  const [left, right] = [expiryOf(a), expiryOf(b)];
  return left === right ? 0 : left < right ? -1 : 1;
};

/** What to take from each batch, first expiring first (domain.md §2.5, FEFO). At most what there is. */
export function takeFirstExpiring(batches: readonly BatchSum[], thousandths: number): Batch[] {
  const taken: Batch[] = [];
  let left = thousandths;
  for (const batch of batches.filter(isBatch).toSorted(byExpiry)) {
    const some = Math.min(left, batch.thousandths);
    if (some > 0) taken.push({ ...batch, thousandths: some });
    left -= some;
  }
  return taken;
}

/**
 * Non-empty batches, first expiring first. Unnamed uses are taken in that order: derived, so that the order of records does not matter.
 */
export function batchesOf(sums: readonly BatchSum[]): Batch[] {
  const unnamed = sumOf(
    sums.filter((sum) => !isBatch(sum)),
    (sum) => sum.thousandths,
  );
  const used = takeFirstExpiring(sums, Math.max(0, -unnamed));
  const usedOf = (number: string): number => used.find((batch) => batch.number === number)?.thousandths ?? 0;
  return sums
    .filter(isBatch)
    .map((batch) => ({ ...batch, thousandths: batch.thousandths - usedOf(batch.number) }))
    .filter((batch) => batch.thousandths > 0)
    .toSorted(byExpiry);
}

/** domain.md §2.5. */
export const stockStates = {
  normal: 'Normal',
  stock_bajo: 'Stock bajo',
  sin_stock: 'Sin stock',
  por_vencer: 'Por vencer',
  vencido: 'Vencido',
} as const;

export type StockState = keyof typeof stockStates;

const daysOfWarning = 30;

interface Stocked {
  readonly quantity: number;
  readonly minimum: number | null;
  readonly batches: readonly { readonly expires: Day | null }[];
}

/** The most urgent state. A batch may be used on the day it expires. */
export function stateOf(item: Stocked, today: Day): StockState {
  if (item.quantity <= 0) return 'sin_stock';
  const [first] = item.batches.flatMap((batch) => batch.expires ?? []).toSorted();
  if (first !== undefined && first < today) return 'vencido';
  if (first !== undefined && first <= addDays(today, daysOfWarning)) return 'por_vencer';
  return item.minimum !== null && item.quantity < item.minimum ? 'stock_bajo' : 'normal';
}

/** Price per unit as a decimal string, rounded to cents; null without a quantity. */
export function unitCost(cost: string, thousandths: number): string | null {
  if (thousandths <= 0) return null;
  const [whole = '0', decimals = ''] = cost.split('.');
  const cents = BigInt(whole + decimals.padEnd(2, '0').slice(0, 2));
  const each = (cents * 1000n * 2n + BigInt(thousandths)) / (BigInt(thousandths) * 2n);
  return `${each / 100n}.${String(each % 100n).padStart(2, '0')}`;
}
