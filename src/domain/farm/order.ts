/** Something that stands in a list by its own number. */
interface Ordered {
  readonly id: string;
  readonly order: number;
}

/** The same list with one of its items at another place. */
export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, item);
}

/** The numbers that change when a list is to stand as it is given: 1, 2, 3 …, those that have their number already left out. */
export const newOrders = (items: readonly Ordered[]): readonly Ordered[] =>
  items.flatMap(({ id, order }, index) => (order === index + 1 ? [] : [{ id, order: index + 1 }]));
