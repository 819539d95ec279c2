import type { Op } from '#store/op.ts';

/** The entity id of the order of all lots. */
export const lotsOrder = 'lots-order';

/** Places by lot, from an order's body. */
export function orderIn(body: Op['body']): ReadonlyMap<string, number> {
  const items = Array.isArray(body?.['items']) ? (body['items'] as { id: string; order: number }[]) : [];
  return new Map(items.map(({ id, order }) => [id, order]));
}
