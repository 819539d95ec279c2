import { addDays, type Day, formatDay } from '../dates.ts';
import type { Cell, CellKey, Posting } from '../movements/ledger.ts';
import { isDeleted, type Movement } from '../movements/movement.ts';
import { listOf } from '../text.ts';

/** A withdrawal period: animals that may not be sold yet. */
export interface Withdrawal {
  readonly movementId: string;
  readonly lotId: string | null;
  readonly rodeoId: string | null;
  /** What was given something, by category: others of the place take nothing along. Null: nobody said. */
  readonly categories: readonly string[] | null;
  /** When it began: what moved earlier does not carry it. */
  readonly since: string;
  /** Last day included (domain.md §4.4). */
  readonly until: Day;
  readonly products: readonly string[];
}

const productNames = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as readonly ({ readonly name?: unknown } | null)[]) : []).flatMap((line) =>
    typeof line?.name === 'string' ? [line.name] : [],
  );

/** A day and when it was recorded, in one order; with no instant, the day's end. */
const momentOf = (day: Day, at = '~'): string => `${day} ${at}`;

/** The withdrawal of a treatment on a day; null if over, not begun or none. `at`: for what was recorded then; of one day, what came first was free. */
export function withdrawalOf(
  movement: Pick<Movement, 'id' | 'date' | 'rodeoId' | 'deleted' | 'metadata'> &
    Partial<Pick<Movement, 'created_at' | 'animals'>>,
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
    categories: movement.animals?.length ? movement.animals.map(({ type }) => type) : null,
    since: momentOf(movement.date, movement.created_at ?? ''),
    until,
    products: productNames(movement.metadata.products),
  };
}

export const lastToEnd = (withdrawals: readonly Withdrawal[]): Withdrawal | null =>
  withdrawals.reduce<Withdrawal | null>((last, one) => (last === null || one.until > last.until ? one : last), null);

/** Animals that changed their place. */
export interface Passage {
  readonly movement: Pick<Movement, 'date' | 'created_at'>;
  readonly lines: readonly Posting[];
}

/** Whether the animals of a cell are among those that were given something. */
const covers = ({ rodeoId, lotId }: Withdrawal, { lot, rodeo }: Pick<CellKey, 'lot' | 'rodeo'>): boolean =>
  rodeoId === null ? lot !== null && lot === lotId : rodeo === rodeoId;

/** Whether animals of a cell, by their category too, were given something. */
const reaches = (one: Withdrawal, at: Posting): boolean =>
  covers(one, at) && (one.categories === null || one.categories.includes(at.category));

/** Those that hold for animals that stand in the cells. */
export const withdrawalsOver = (all: readonly Withdrawal[], cells: readonly Cell[]): readonly Withdrawal[] =>
  all.filter((one) => cells.some((cell) => cell.head > 0 && covers(one, cell)));

/** The withdrawals, and those that animals took elsewhere until a day (figures.md §4); `at` as in `withdrawalOf`. */
export function carried(
  given: readonly Withdrawal[],
  moves: readonly Passage[],
  day: Day,
  at?: string,
): readonly Withdrawal[] {
  const found = [...given];
  const passed = moves.map(({ movement, lines }) => ({ when: momentOf(movement.date, movement.created_at), lines }));
  for (const { when, lines } of passed.toSorted((a, b) => (a.when < b.when ? -1 : 1))) {
    if (when > momentOf(day, at)) break;
    for (const one of found.filter(({ since }) => when >= since)) {
      const gone = lines.filter((line) => line.head < 0);
      const left = gone.filter((line) => reaches(one, line)).map(({ category }) => category);
      if (left.length === 0) continue;
      // Of the same category as what left, or of one that it changed into.
      const isOfThem = ({ category }: Posting): boolean =>
        left.includes(category) || !gone.some((line) => line.category === category);
      const isNew = (to: Posting): boolean =>
        !found.some((other) => other.movementId === one.movementId && reaches(other, to));
      for (const to of lines) {
        if (to.head > 0 && isOfThem(to) && isNew(to))
          found.push({ ...one, lotId: to.lot, rodeoId: to.rodeo, categories: [to.category] });
      }
    }
  }
  return found;
}

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
