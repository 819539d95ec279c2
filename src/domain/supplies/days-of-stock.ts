import { addDays, type Day, daysBetween } from '../dates.ts';
import { sumOf } from '../rows.ts';
import { counted } from '../text.ts';
import { type EntryKind, inThousandths } from './stock.ts';

/** A line of an item's book. */
interface BookLine {
  readonly movementId: string;
  readonly date: Day;
  readonly kind: EntryKind;
  /** Negative: out. */
  readonly delta: number;
}

export interface DaysOfStock {
  /** Null: fewer records than make a mean. */
  readonly days: number | null;
  /** Days of which the mean is. */
  readonly over: number;
}

export const meanDays = 90;
export const fewestUses = 3;

/** The first of the days whose use counts. */
export const usedSince = (today: Day): Day => addDays(today, 1 - meanDays);

/**
 * How long an item lasts at the mean use of 90 days, or of as many as its book has (figures.md §2). `lines`: newest first, and back to
 * those days.
 */
export function daysOfStock(quantity: number, lines: readonly BookLine[], today: Day): DaysOfStock {
  const over = Math.min(meanDays, Math.max(0, daysBetween(lines.at(-1)?.date ?? today, today)) + 1);
  const uses = lines.filter(({ kind, date }) => kind === 'consumo' && date >= usedSince(today) && date <= today);
  const used = sumOf(uses, ({ delta }) => inThousandths(-delta));
  const isKnown = used > 0 && new Set(uses.map(({ movementId }) => movementId)).size >= fewestUses;
  return { days: isKnown ? Math.floor((inThousandths(quantity) * over) / used) : null, over };
}

/** '—' where it is not known. */
export const lastsWords = (days: number | null): string =>
  days === null ? '—' : days > 365 ? 'Más de un año' : counted(days, 'día');
