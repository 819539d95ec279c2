import type { Payload } from './prepare.ts';

/** A movement that another one brings about (domain.md §3.0, cascades). */
interface ChildDraft {
  readonly type: 'WEIGHING';
  readonly payload: Payload;
  readonly lot: string | null;
  readonly rodeo: string | null;
  readonly animals: readonly { readonly type: string; readonly count: number }[];
}

interface Weaned {
  readonly date: string;
  readonly to_lot_id?: string | null;
  readonly to_rodeo_id?: string | null;
  readonly animals: readonly { readonly type: string; readonly to_type?: string; readonly count: number }[];
  readonly total_kg?: number;
}

const rounded = (kilos: number): number => Math.round(kilos * 100) / 100;

/**
 * What a completed payload of a type brings about: a weaning that says its kilos is a weighing of the calves, of the category and in
 * the rodeo that they pass to. Null where nothing follows.
 */
export function childOf(type: string, payload: Payload): ChildDraft | null {
  if (type !== 'WEANING') return null;
  const { date, animals, total_kg, to_lot_id = null, to_rodeo_id = null } = payload as unknown as Weaned;
  const heads = animals.reduce((sum, line) => sum + line.count, 0);
  if (!total_kg || heads === 0) return null;
  const counts = new Map<string, number>();
  for (const { type: from, to_type = from, count } of animals) counts.set(to_type, (counts.get(to_type) ?? 0) + count);
  const average = total_kg / heads;
  const weighed = [...counts].map(([category, count]) => ({
    type: category,
    count,
    total_kg: rounded(average * count),
    average_kg: rounded(average),
  }));
  return {
    type: 'WEIGHING',
    payload: { date, rodeo_id: to_rodeo_id, lot_id: to_lot_id, animals: weighed, weighing_type: 'destete' },
    lot: to_lot_id,
    rodeo: to_rodeo_id,
    animals: weighed,
  };
}
