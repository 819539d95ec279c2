import { type Asset, searchable, type StoredInvoice } from '#domain';

/** What of a paper goes into the books of the farm: its animals, or what came for the store room (domain.md §2.8, §2.5). */
export type StockPlan = 'hacienda' | 'insumos';

type Papered = Pick<StoredInvoice, 'direction' | 'kind' | 'lines'>;

/** Corrections and payments move nothing by themselves. */
const withoutGoods: ReadonlySet<string> = new Set(['nota_credito', 'nota_debito', 'recibo']);

/** What a paper may put into the books; null for one of services sold, or that moves nothing. */
export function stockPlanOf({ direction, kind, lines }: Papered): StockPlan | null {
  if (withoutGoods.has(kind ?? 'factura')) return null;
  if (lines.some((line) => Boolean(line.category_id) || (line.heads ?? 0) > 0)) return 'hacienda';
  return direction === 'recibida' && lines.length > 0 ? 'insumos' : null;
}

/** The words of the toggle and of the button (domain.md §2.8, 'Confirmar factura'). */
export const planWords = (plan: StockPlan, direction: string): string =>
  plan === 'insumos'
    ? 'Cargar los insumos al stock'
    : direction === 'emitida'
      ? 'Descontar la hacienda del stock'
      : 'Agregar la hacienda al stock';

/** The item of the store room that a line of a paper most likely means: the same words, or one within the other. */
export function itemFor(concept: string, items: readonly Asset[]): Asset | null {
  const said = searchable(concept.trim());
  if (said === '') return null;
  const isWithin = (item: Asset): boolean => {
    const name = searchable(item.name);
    return said.includes(name) || (said.length > 3 && name.includes(said));
  };
  return items.find((item) => searchable(item.name) === said) ?? items.find(isWithin) ?? null;
}

/** Whether it is proposed: animals and delivery notes always, other papers where the store room knows what is on them. */
export const isProposed = (plan: StockPlan, invoice: Papered, items: readonly Asset[]): boolean =>
  plan === 'hacienda' ||
  invoice.kind === 'remito' ||
  invoice.lines.some((line) => itemFor(line.concept, items) !== null);
