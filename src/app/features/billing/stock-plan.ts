import { type Asset, type Invoice, searchable, type StoredInvoice, sumsBy } from '#domain';
import { useLive } from '#platform';
import type { MovementView } from '#sync/farm.ts';

/** What a paper puts into the books: animals or supplies (domain.md §2.8, §2.5). */
export type StockPlan = 'hacienda' | 'insumos';

type Papered = Pick<StoredInvoice, 'direction' | 'kind' | 'lines'>;

const withoutGoods: ReadonlySet<string> = new Set(['nota_credito', 'nota_debito', 'recibo']);

/** What a paper may put into the books; null for services or no goods. */
export function stockPlanOf({ direction, kind, lines }: Papered): StockPlan | null {
  if (withoutGoods.has(kind)) return null;
  if (lines.some((line) => Boolean(line.category_id) || (line.heads ?? 0) > 0)) return 'hacienda';
  return direction === 'recibida' && lines.length > 0 ? 'insumos' : null;
}

/** Words of the toggle and the button. */
export const planWords = (plan: StockPlan, direction: string): string =>
  plan === 'insumos'
    ? 'Cargar los insumos al stock'
    : direction === 'emitida'
      ? 'Descontar la hacienda del stock'
      : 'Agregar la hacienda al stock';

/** The supply that a line most likely means: the same name, or one within the other. */
export function itemFor(concept: string, items: readonly Asset[]): Asset | null {
  const said = searchable(concept.trim());
  if (said === '') return null;
  const isWithin = (item: Asset): boolean => {
    const name = searchable(item.name);
    return said.includes(name) || (said.length > 3 && name.includes(said));
  };
  return items.find((item) => searchable(item.name) === said) ?? items.find(isWithin) ?? null;
}

/** Proposed for animals and delivery notes, else where a line names a known supply. */
export const isProposed = (plan: StockPlan, invoice: Papered, items: readonly Asset[]): boolean =>
  plan === 'hacienda' ||
  invoice.kind === 'remito' ||
  invoice.lines.some((line) => itemFor(line.concept, items) !== null);

/** The day of a paper, today at most. */
export const dayOf = ({ issued_on }: Invoice, today: string): string =>
  issued_on !== null && issued_on <= today ? issued_on : today;

/** Records of an invoice that this device knows, sent or not. */
export function useLinked({ id, movement_ids }: Invoice): readonly (MovementView | null)[] | undefined {
  return useLive((views) => views.invoiced(id, movement_ids), [id, movement_ids.join(' ')]);
}

/** Booked heads by category. */
export function headsBooked(views: readonly (MovementView | null)[]): ReadonlyMap<string, number> {
  const animals = views.flatMap((view) => (view && !view.movement.deleted ? view.movement.animals : []));
  return sumsBy(
    animals,
    ({ type }) => type,
    ({ count }) => count,
  );
}
