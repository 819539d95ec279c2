import type { Day } from '../../../domain/dates.ts';
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

const kindsGiven = ['CONSUMPTION', 'ASSET_CONSUMPTION'] as const;

const newestFirst = (views: readonly MovementView[]): readonly MovementView[] =>
  views.toSorted((a, b) => {
    const [left, right] = [a, b].map(({ movement }) => `${movement.date} ${movement.created_at}`);
    return left === right ? 0 : (left ?? '') < (right ?? '') ? 1 : -1;
  });

/** What was given between two days, both included, newest first: two reads by the kind's own index. */
export async function recordsBetween(views: FarmViews, from: Day, to: Day): Promise<readonly MovementView[]> {
  const pages = await Promise.all(
    kindsGiven.map((type) => views.page({ types: [type], from, to }, null, recordsAtMost)),
  );
  return newestFirst(pages.flatMap((page) => page.items));
}

/** Uses of the store room without animals may lie between two rations. */
const lookedThrough = 30;

/** The newest records of what was given, of whatever month: the last of them is what 'Repetir el último' repeats. */
export async function newestRecords(views: FarmViews): Promise<readonly MovementView[]> {
  const pages = await Promise.all(kindsGiven.map((type) => views.page({ types: [type] }, null, lookedThrough)));
  return newestFirst(pages.flatMap((page) => page.items));
}
