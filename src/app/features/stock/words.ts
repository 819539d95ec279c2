import { type Asset, assetKinds, counted, daysBetween, formatDay, type IconName } from '#domain';
import { stateOf, type StockState, stockStates } from '#domain/supplies/stock.ts';
import { quantityWords } from '#farm/supply-picker.tsx';
import type { BadgeProps } from '#ui';

/** A kind in words; a newer server's stays as it is. */
export const kindWord = (kind: string): string =>
  kind in assetKinds ? assetKinds[kind as keyof typeof assetKinds] : kind;

/** A shortage, as a quantity is never shown negative (domain.md §2.5). */
export const missingWords = (missing: number, unit: string): string =>
  `Faltan ${quantityWords(missing, unit)} por justificar`;

export const toneOf: Readonly<Record<StockState, BadgeProps['tone']>> = {
  normal: 'ok',
  stock_bajo: 'warn',
  sin_stock: 'danger',
  por_vencer: 'warn',
  vencido: 'danger',
};

/** The state of an item's stock on a day. */
export const stateOfAsset = (asset: Asset, today: string): StockState =>
  stateOf({ quantity: asset.quantity, minimum: asset.minimum, batches: asset.batches }, today);

/** A field that the list's schema does not name. */
export const textAt = (row: Readonly<Record<string, unknown>>, name: string): string => {
  const value = row[name];
  return typeof value === 'string' ? value : '';
};
export const numberAt = (row: Readonly<Record<string, unknown>>, name: string): number | null => {
  const value = row[name];
  return typeof value === 'number' ? value : null;
};

/** `A1 · vence 10/12/2026`. */
export const batchWords = ({
  number,
  expires,
}: {
  readonly number: string;
  readonly expires: string | null;
}): string => (expires === null ? number : `${number} · vence ${formatDay(expires)}`);

/** A batch's badge: the days left, once few. */
export function batchState(state: StockState, expires: string | null, today: string): string {
  if (state !== 'por_vencer' || expires === null) return stockStates[state];
  const days = daysBetween(today, expires);
  return days === 0 ? 'Vence hoy' : `Vence en ${counted(days, 'día')}`;
}

const kindIcons: Readonly<Record<string, IconName>> = {
  medicamento: 'pill',
  vacuna: 'syringe',
  antiparasitario: 'syringe',
  alimento: 'bucket',
  suplemento: 'bucket',
};

/** The `MovementIcon` of a kind. */
export const iconOf = (kind: string): IconName => kindIcons[kind] ?? 'box';
