/** The row of this id; none of an absent list. */
export const byId = <T extends { readonly id: string }>(rows: readonly T[] | undefined, id: unknown): T | undefined =>
  rows?.find((row) => row.id === id);

export const sumOf = <T>(rows: readonly T[], amount: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + amount(row), 0);

/** Sums by key, in the order in which the keys first come. */
export function sumsBy<T>(
  rows: Iterable<T>,
  keyOf: (row: T) => string,
  amount: (row: T) => number,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + amount(row));
  return sums;
}

export const timesBy = <T>(rows: Iterable<T>, keyOf: (row: T) => string): Map<string, number> =>
  sumsBy(rows, keyOf, () => 1);

/** The lot of this id among lots with what stands in them. */
export const lotOf = <L extends { readonly id: string }>(
  views: readonly { readonly lot: L }[] | undefined,
  id: unknown,
): L | undefined => views?.find(({ lot }) => lot.id === id)?.lot;

export const rodeoOf = <R extends { readonly id: string }>(
  views: readonly { readonly rodeo: R }[] | undefined,
  id: unknown,
): R | undefined => views?.find(({ rodeo }) => rodeo.id === id)?.rodeo;

/** Rows by key, in their order. */
export function listsBy<T>(
  rows: Iterable<T>,
  keysOf: (row: T) => readonly string[],
): ReadonlyMap<string, readonly T[]> {
  const lists = new Map<string, T[]>();
  for (const row of rows)
    for (const key of keysOf(row)) {
      const list = lists.get(key);
      if (list) list.push(row);
      else lists.set(key, [row]);
    }
  return lists;
}
