interface Ordered {
  readonly id: string;
  readonly order: number;
}

export function moved<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return items;
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, item);
}

/** The items whose number changes when the list is numbered from 1. */
export const newOrders = (items: readonly Ordered[]): readonly Ordered[] =>
  items.flatMap(({ id, order }, index) => (order === index + 1 ? [] : [{ id, order: index + 1 }]));
