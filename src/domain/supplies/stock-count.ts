import { formatNumber } from '../numbers.ts';
import { inThousandths } from './stock.ts';

type Payload = Readonly<Record<string, unknown>>;

const bothIn = ({ counted, expected }: Payload): readonly [counted: number, expected: number] | null =>
  typeof counted === 'number' && typeof expected === 'number' ? [counted, expected] : null;

/** By how many thousandths a count of an item differs from the book, signed; null: the payload is no count. */
export function differenceIn(payload: Payload): number | null {
  const both = bothIn(payload);
  return both && inThousandths(both[0]) - inThousandths(both[1]);
}

/** How a count differs from the book: '2,5 de más', '3 de menos', 'sin diferencia'; null: the payload is no count. */
export function differenceWords(payload: Payload): string | null {
  const difference = differenceIn(payload);
  if (difference === null) return null;
  const amount = formatNumber(Math.abs(difference) / 1000, 3);
  return difference === 0 ? 'sin diferencia' : `${amount} ${difference > 0 ? 'de más' : 'de menos'}`;
}

/**
 * What a count of a whole item states, in thousandths; null where it states nothing: it is of one batch, or came from a phone that
 * said what it saw and not when (decision 77).
 */
export const statedIn = ({ entry_kind: kind, states_moment: states, counted }: Payload): number | null =>
  kind === 'ajuste' && states === true && typeof counted === 'number' ? inThousandths(counted) : null;
