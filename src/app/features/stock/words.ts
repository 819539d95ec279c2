import { type Asset, assetKinds, counted, daysBetween, formatDay, type IconName } from '#domain';
import { type StockState, stateOf, stockStates } from '#domain/supplies/stock.ts';
import { quantityWords } from '#farm/supply-select.tsx';
import type { BadgeProps } from '#ui';

/** What the person reads for a kind; a word of a newer server stays as it is. */
export const kindWord = (kind: string): string =>
  kind in assetKinds ? assetKinds[kind as keyof typeof assetKinds] : kind;

/** What is short of an item: a quantity is never shown below nothing (domain.md §2.5). */
export const missingWords = (missing: number, unit: string): string =>
  `Faltan ${quantityWords(missing, unit)} por justificar`;

export const toneOf: Readonly<Record<StockState, BadgeProps['tone']>> = {
  normal: 'ok',
  stock_bajo: 'warn',
  sin_stock: 'danger',
  por_vencer: 'warn',
  vencido: 'danger',
};

/** The state of an item on a day, however its row came here. */
export const stateOfAsset = (asset: Asset, today: string): StockState =>
  stateOf({ quantity: asset.quantity, minimum: asset.minimum, batches: asset.batches }, today);

/** A field of an item that the list's schema does not name. */
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

/** What the badge of one batch says: how long it can still be used, once that is little (domain.md §2.5). */
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

/** The drawing of a kind, by its name in `MovementIcon`. */
export const iconOf = (kind: string): IconName => kindIcons[kind] ?? 'box';
