import { addMonths, type Category, type Day, isCalfAtFoot, monthOf, waysIntoCategory } from '#domain';
import { newestMovements } from '#farm/newest-movements.ts';
import type { FarmViews } from '#sync/farm.ts';

const recordsAtMost = 1_000;

/** Animals longer in a category than it lasts (domain.md §2.4: ages only suggest). */
export interface Recategorization {
  readonly category: Category;
  readonly next: Category;
  readonly heads: number;
}

type Views = Pick<FarmViews, 'page' | 'stock' | 'categories'>;

/** Heads that did not enter a category within its span. Calves at foot are weaned instead. */
export async function recategorizations(views: Views, today: Day): Promise<readonly Recategorization[]> {
  const [categories, stock] = await Promise.all([views.categories(), views.stock()]);
  const found = categories.map(async (category): Promise<Recategorization | null> => {
    const { max_age_months: until, min_age_months: since, next_id } = category;
    const next = categories.find((other) => other.id === next_id && other.active);
    const heads = stock.reduce((sum, cell) => sum + (cell.category === category.id ? cell.head : 0), 0);
    if (until === null || !next || heads <= 0 || isCalfAtFoot(category)) return null;
    const old = heads - (await cameIn(views, category.id, monthsBefore(today, until - (since ?? 0))));
    return old > 0 ? { category, next, heads: old } : null;
  });
  return (await Promise.all(found)).filter((one) => one !== null);
}

const monthsBefore = (today: Day, months: number): Day => `${addMonths(monthOf(today), -months)}-01`;

async function cameIn(views: Views, categoryId: string, from: Day): Promise<number> {
  const lists = await Promise.all(
    waysIntoCategory.map((type) => newestMovements(views, { types: [type], from }, recordsAtMost)),
  );
  const gained = lists
    .flat()
    .map(({ lines }) => lines.reduce((sum, line) => sum + (line.category === categoryId ? line.head : 0), 0));
  return gained.reduce((sum, heads) => sum + Math.max(0, heads), 0);
}
