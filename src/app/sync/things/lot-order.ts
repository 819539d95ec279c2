import type { Op } from '#store/op.ts';

/** What stands for the order of all lots: one thing, whatever lots there are. */
export const lotsOrder = 'lots-order';

/** Places by lot, as the body of a new order says them. */
export function orderIn(body: Op['body']): ReadonlyMap<string, number> {
  const items = Array.isArray(body?.['items']) ? (body['items'] as { id: string; order: number }[]) : [];
  return new Map(items.map(({ id, order }) => [id, order]));
}
