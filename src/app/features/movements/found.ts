import type { FarmViews, MovementFilter, MovementView } from '#sync/farm.ts';

interface Found {
  readonly items: readonly MovementView[];
  /** The day that looking came to; null when there is nothing further. */
  readonly lookedTo: string | null;
}

/**
 * The newest movements that a filter lets through, until there are `count` or so many stretches were read; further back only when the
 * person asks.
 */
export async function readFound(
  views: Pick<FarmViews, 'page'>,
  filter: MovementFilter,
  { count, stretches }: { readonly count: number; readonly stretches: number },
): Promise<Found> {
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
