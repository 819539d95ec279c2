import { boughtTypes, missingTogether, type Purchase, purchaseOf, servicesIn } from '#domain';
import type { FarmViews } from '#sync/farm.ts';

/** Records read of one kind and period, at most. */
const recordsAtMost = 500;

/** Purchases between two days, newest first: one read by each kind's index, and the invoices. */
export async function purchasesBetween(views: FarmViews, from: string, to: string): Promise<readonly Purchase[]> {
  const invoices = await views.invoices();
  const pages = await Promise.all(
    boughtTypes.map((type) => views.page({ types: [type], from, to }, null, recordsAtMost)),
  );
  const here = pages
    .flatMap((page) => page.items)
    // What the server rejected is no purchase until corrected (domain.md §1.9).
    .filter((view) => view.state !== 'con_error');
  const movements = here.map((view) => view.movement);
  const elsewhere = await Promise.all(missingTogether(movements, invoices).map((id) => views.movement(id)));
  const together = [...movements, ...elsewhere.flatMap((view) => view?.movement ?? [])];
  const bought = here.flatMap(({ movement, summary }) => {
    const others = together.filter((one) => one.id !== movement.id);
    return purchaseOf(movement, summary, invoices, others) ?? [];
  });
  const services = servicesIn(invoices).filter((one) => one.date >= from && one.date <= to);
  return [...bought, ...services].toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
}
