import { type Asset, byId, type Day, headDaysByPlace, isDeleted, type Posting, type Ration } from '#domain';
import { consumption } from '#domain/movements/kinds/care.ts';
import { assetConsumption } from '#domain/movements/kinds/supplies.ts';
import { newestMovements } from '#farm/newest-movements.ts';
import type { FarmViews, MovementView } from '#sync/farm.ts';

/** Records of a page. */
const recordsAtMost = 500;

const textAt = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A ration from its record; null for use without animals or deleted. */
export function rationOf(view: MovementView, items: readonly Asset[]): Ration | null {
  const { movement } = view;
  const { metadata } = movement;
  const { quantity, asset_id, entry_kind } = metadata;
  const place = movement.rodeoId ?? metadata.lot_id;
  if (isDeleted(movement) || typeof quantity !== 'number') return null;
  if (movement.type === assetConsumption.type && (place === null || (entry_kind ?? 'consumo') !== 'consumo'))
    return null;
  const item = byId(items, asset_id);
  return {
    date: movement.date,
    place,
    product: item?.name ?? textAt(metadata.product) ?? textAt(metadata.name) ?? 'Sin nombre',
    quantity,
    unit: textAt(metadata.unit) ?? item?.unit ?? 'kg',
    kg_per_unit: item?.kg_per_unit ?? null,
  };
}

const kindsGiven = [consumption.type, assetConsumption.type] as const;

const newestFirst = (views: readonly MovementView[]): readonly MovementView[] =>
  views.toSorted((a, b) => {
    const [left, right] = [a, b].map(({ movement }) => `${movement.date} ${movement.created_at}`);
    return left === right ? 0 : (left ?? '') < (right ?? '') ? 1 : -1;
  });

/** All that was given between two days inclusive, newest first: a feedlot gives a thousand rations a month. */
export async function recordsBetween(views: FarmViews, from: Day, to: Day): Promise<readonly MovementView[]> {
  const records = await Promise.all(kindsGiven.map((type) => newestMovements(views, { types: [type], from, to })));
  return newestFirst(records.flat());
}

/** Uses without animals may lie between two rations. */
const lookedThrough = 30;

/** The newest records of any month, for 'Repetir el último'. */
export async function newestRecords(views: FarmViews): Promise<readonly MovementView[]> {
  const pages = await Promise.all(kindsGiven.map((type) => views.page({ types: [type] }, null, lookedThrough)));
  return newestFirst(pages.flatMap((page) => page.items));
}

/** Pages read at most: more than half a year's records. */
const pagesAtMost = 6;

/** Heads × days of each lot and rodeo, by id. */
export type HeadDays = ReadonlyMap<string, number>;

/** Heads × days between two days inclusive; null where too much happened since. */
export async function headDaysBetween(views: FarmViews, from: Day, to: Day): Promise<HeadDays | null> {
  const flows: (Posting & { readonly date: Day })[] = [];
  let after: string | null = null;
  for (let page = 0; page < pagesAtMost; page += 1) {
    const read: Awaited<ReturnType<FarmViews['page']>> = await views.page({ from }, after, recordsAtMost);
    for (const { movement, lines } of read.items)
      flows.push(...lines.map((line) => ({ ...line, date: movement.date })));
    if (read.next === null) return headDaysByPlace(await views.stock(), flows, from, to);
    after = read.next;
  }
  return null;
}
