import { addDays, type Day, formatDay } from '../dates.ts';
import type { Cell } from '../movements/ledger.ts';
import { isDeleted, type Movement } from '../movements/movement.ts';
import { listOf } from '../text.ts';

/** A withdrawal period: animals that may not be sold yet. */
export interface Withdrawal {
  readonly movementId: string;
  readonly lotId: string | null;
  readonly rodeoId: string | null;
  /** Last day included (domain.md §4.4). */
  readonly until: Day;
  readonly products: readonly string[];
}

const productNames = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as readonly ({ readonly name?: unknown } | null)[]) : []).flatMap((line) =>
    typeof line?.name === 'string' ? [line.name] : [],
  );

/** The withdrawal of a treatment on a day; null if over, not begun or none. `at`: for what was recorded then; of one day, what came first was free. */
export function withdrawalOf(
  movement: Pick<Movement, 'id' | 'date' | 'rodeoId' | 'deleted' | 'metadata'> & Partial<Pick<Movement, 'created_at'>>,
  day: Day,
  at?: string,
): Withdrawal | null {
  const days = movement.metadata.withdrawal_days;
  if (isDeleted(movement) || typeof days !== 'number' || days <= 0) return null;
  const until = addDays(movement.date, Math.ceil(days));
  if (until < day || movement.date > day) return null;
  if (movement.date === day && at !== undefined && at < (movement.created_at ?? '')) return null;
  return {
    movementId: movement.id,
    lotId: movement.metadata.lot_id,
    rodeoId: movement.rodeoId,
    until,
    products: productNames(movement.metadata.products),
  };
}

export const lastToEnd = (withdrawals: readonly Withdrawal[]): Withdrawal | null =>
  withdrawals.reduce<Withdrawal | null>((last, one) => (last === null || one.until > last.until ? one : last), null);

interface Origin {
  readonly lot: string | null;
  readonly rodeo: string | null;
}

/**
 * * Whether a withdrawal covers outgoing animals (domain.md §3.2, SELL). It follows the rodeo; without one, the lot decides. An unknown
 * half matches any that stands there.
 */
export function holdsFor(withdrawal: Withdrawal, { lot, rodeo }: Origin, cells: readonly Cell[]): boolean {
  const stands = (inLot: string, ofRodeo: string): boolean =>
    cells.some((cell) => cell.head > 0 && cell.lot === inLot && cell.rodeo === ofRodeo);
  const isSameLot = lot !== null && withdrawal.lotId === lot;
  if (withdrawal.rodeoId === null) {
    return (
      isSameLot || (lot === null && rodeo !== null && withdrawal.lotId !== null && stands(withdrawal.lotId, rodeo))
    );
  }
  if (rodeo !== null) return withdrawal.rodeoId === rodeo;
  return isSameLot || (lot !== null && stands(lot, withdrawal.rodeoId));
}

/** 'Hay animales en período de retiro hasta 14/10/2026 (Ivermectina)': last end, all products; null if none. */
export function withdrawalSentence(withdrawals: readonly Withdrawal[]): string | null {
  const last = lastToEnd(withdrawals);
  if (last === null) return null;
  const products = listOf([...new Set(withdrawals.flatMap((one) => one.products))]);
  return `Hay animales en período de retiro hasta ${formatDay(last.until)}${products && ` (${products})`}`;
}

export const withdrawalWords = {
  title: 'Período de retiro',
  why: '¿Por qué salen igual?',
  isKept: 'Queda escrito en el registro',
  sayWhy: 'Escribí por qué salen igual',
  goOn: 'Guardar igual',
  askOffice: 'Solo un administrador puede guardarlo igual. Lo que cargaste sigue en el formulario.',
} as const;

/** The form's own bound: older treatments need not be loaded. */
export const longestWithdrawalDays = 365;
