import type { FarmViews, MovementFilter, MovementView } from '#sync/farm.ts';

const pageRows = 200;

/** The newest movements a filter matches, all of them for a sum: a page may be short and still have a next one. */
export async function newestMovements(
  views: Pick<FarmViews, 'page'>,
  filter: MovementFilter,
  atMost = Infinity,
): Promise<readonly MovementView[]> {
  const found: MovementView[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<FarmViews['page']>> = await views.page(filter, after, Math.min(pageRows, atMost));
    found.push(...page.items);
    after = page.next;
  } while (after !== null && found.length < atMost);
  return found.slice(0, atMost);
}
