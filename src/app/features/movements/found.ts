import type { FarmViews, MovementFilter, MovementView } from '#sync/farm.ts';

/**
 * Newest matches, until `count` are found or `stretches` pages read; going further back is up to the person.
 * `lookedTo`: the day reached; null at the end.
 */
export async function readFound(
  views: Pick<FarmViews, 'page'>,
  filter: MovementFilter,
  { count, stretches }: { readonly count: number; readonly stretches: number },
) {
  const items: MovementView[] = [];
  let after: string | null = null;
  for (let read = 0; read < stretches; read += 1) {
    const page: Awaited<ReturnType<FarmViews['page']>> = await views.page(filter, after, count);
    items.push(...page.items);
    after = page.next;
    if (after === null || items.length >= count) break;
  }
  return { items, lookedTo: after === null ? null : after.slice(0, 'AAAA-MM-DD'.length) };
}
