import type { Row } from './disk.ts';

/** Index of the first row not before a key, in sorted rows. */
export function placeOf(rows: readonly Row[], key: string): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.key ?? '') < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function rowAt<R extends Row>(rows: readonly R[], key: string): R | undefined {
  const row = rows[placeOf(rows, key)];
  return row?.key === key ? row : undefined;
}
