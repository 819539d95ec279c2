import type { Ration } from '../../../domain/supplies/rations.ts';
import type { Asset } from '../../../domain/supplies/asset.ts';
import type { FarmViews, MovementView } from '../../sync/farm.ts';

/** Records of a month that are looked at: more than anybody writes down, and never the whole table. */
const recordsAtMost = 500;

const textAt = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A ration as its record says it; null for what was used without animals, and for what is deleted. */
export function rationOf({ movement }: MovementView, items: readonly Asset[]): Ration | null {
  const { metadata } = movement;
  const { quantity, asset_id, entry_kind } = metadata;
  const place = movement.rodeoId ?? metadata.lot_id;
  if (movement.deleted || typeof quantity !== 'number') return null;
  if (movement.type === 'ASSET_CONSUMPTION' && (place === null || (entry_kind ?? 'consumo') !== 'consumo')) return null;
  const item = items.find((one) => one.id === asset_id);
  return {
    date: movement.date,
    place,
    product: item?.name ?? textAt(metadata['product']) ?? textAt(metadata['name']) ?? 'Sin nombre',
    quantity,
    unit: textAt(metadata['unit']) ?? item?.unit ?? 'kg',
    kg_per_unit: item?.kg_per_unit ?? null,
  };
}

/** What was given in a month, newest first: two reads by the kind's own index. */
export async function recordsOf(views: FarmViews, month: string): Promise<readonly MovementView[]> {
  const range = { from: `${month}-01`, to: `${month}-31` };
  const pages = await Promise.all(
    ['CONSUMPTION', 'ASSET_CONSUMPTION'].map((type) => views.page({ types: [type], ...range }, null, recordsAtMost)),
  );
  return pages
    .flatMap((page) => page.items)
    .toSorted((a, b) => (a.movement.date < b.movement.date ? 1 : a.movement.date > b.movement.date ? -1 : 0));
}
