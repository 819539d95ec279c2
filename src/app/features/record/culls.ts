import type { RecordedKind } from '#domain/movements/define.ts';
import { type Cell, type Payload, searchable } from '#domain';
import type { FarmThings } from './start.ts';

/** Whether a name means culls: 'descarte', or 'CUT' (last calf). */
export const isForCulls = (name: string): boolean => /descarte|\bcut\b/.test(searchable(name));

interface Target {
  readonly field: 'to_category' | 'to_rodeo_id';
  readonly id: string;
  /** With its preposition: `a Vaca de descarte`. */
  readonly words: string;
}

/** Where a rodeo's empty cows may go. */
export function targetOf({ categories, rodeos }: FarmThings, rodeoId: unknown): Target | null {
  const category = categories.find((one) => one.active && isForCulls(one.name));
  if (category) return { field: 'to_category', id: category.id, words: `a ${category.name}` };
  const rodeo = rodeos.find((view) => view.rodeo.id !== rodeoId && isForCulls(view.rodeo.name))?.rodeo;
  return rodeo ? { field: 'to_rodeo_id', id: rodeo.id, words: `al rodeo ${rodeo.name}` } : null;
}

/** Cells of the rodeo's breeding females. */
export function cowsIn({ stock, categories }: FarmThings, rodeoId: unknown): readonly Cell[] {
  const cows = new Set(categories.filter((one) => one.is_breeding_female).map((one) => one.id));
  return stock.filter((cell) => cell.rodeo === rodeoId && cell.head > 0 && cows.has(cell.category));
}

/** Those that may pass to the culls. */
export const sourcesOf = (things: FarmThings, rodeoId: unknown, targetId: unknown): readonly Cell[] =>
  cowsIn(things, rodeoId).filter((cell) => cell.lot !== null && cell.category !== targetId);

/** Reset with the rodeo: another one has other empty cows. */
export const sourceFields = ['from_category', 'lot_id'] as const;

export const keyOf = (category: unknown, lot: unknown): string => JSON.stringify([category, lot]);

/** Adds the source of the empty cows when there is only one and none was given. */
export function withSource(kind: RecordedKind, payload: Payload, things: FarmThings): Payload {
  const { rodeo_id, from_category, lot_id } = payload;
  const target = 'empty' in kind.fields ? (payload.to_category ?? payload.to_rodeo_id) : undefined;
  if (typeof target !== 'string' || from_category !== undefined) return payload;
  const sources = sourcesOf(things, rodeo_id, target).filter((cell) => lot_id === undefined || cell.lot === lot_id);
  const [first] = sources;
  return first && sources.length === 1 ? { ...payload, from_category: first.category, lot_id: first.lot } : payload;
}
