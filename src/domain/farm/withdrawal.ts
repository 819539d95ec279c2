import { addDays, type Day, formatDay } from '../dates.ts';
import type { Cell } from '../movements/ledger.ts';
import { isDeleted, type Movement } from '../movements/movement.ts';
import { listOf } from '../text.ts';

/** Animals that may not be sold yet, because of what they were given. */
export interface Withdrawal {
  readonly movementId: string;
  readonly lotId: string | null;
  readonly rodeoId: string | null;
  /** Its last day: animals are free the day after (domain.md §4.4). */
  readonly until: Day;
  readonly products: readonly string[];
}

const productNames = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : []).flatMap((line) => {
    const name: unknown =
      typeof line === 'object' && line !== null ? (line as Readonly<Record<string, unknown>>)['name'] : null;
    return typeof name === 'string' ? [name] : [];
  });

/** What a treatment still forbids on a day; null when it forbids nothing, or was given later. */
export function withdrawalOf(
  movement: Pick<Movement, 'id' | 'date' | 'rodeoId' | 'deleted' | 'metadata'>,
  day: Day,
): Withdrawal | null {
  const days = movement.metadata['withdrawal_days'];
  if (isDeleted(movement) || typeof days !== 'number' || days <= 0) return null;
  const until = addDays(movement.date, Math.ceil(days));
  if (until < day || movement.date > day) return null;
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

/** Where animals go out from; null where it was not said. */
interface Origin {
  readonly lot: string | null;
  readonly rodeo: string | null;
}

/**
 * Whether a withdrawal holds for animals that go out (domain.md §3.2, SELL). It goes with the rodeo; where one side names none, the lot
 * decides. What is unsaid may be anything that stands there.
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

/** 'Hay animales en período de retiro hasta 14/10/2026 (Ivermectina)': the day of the last to end, the products of all; null of none. */
export function withdrawalSentence(withdrawals: readonly Withdrawal[]): string | null {
  const last = lastToEnd(withdrawals);
  if (last === null) return null;
  const products = listOf([...new Set(withdrawals.flatMap((one) => one.products))]);
  return `Hay animales en período de retiro hasta ${formatDay(last.until)}${products && ` (${products})`}`;
}

/** The words of the question that stops animals in a withdrawal period. */
export const withdrawalWords = {
  title: 'Período de retiro',
  why: '¿Por qué salen igual?',
  isKept: 'Queda escrito en el registro',
  sayWhy: 'Escribí por qué salen igual',
  goOn: 'Guardar igual',
  askOffice: 'Solo un administrador puede guardarlo igual. Lo que cargaste sigue en el formulario.',
} as const;

/** No withdrawal is longer (the form's own bound): older treatments need not be asked for. */
export const longestWithdrawalDays = 365;
