import { listsBy, sumOf } from '#domain/rows.ts';
import { isDeleted, type Movement } from '#domain/movements/movement.ts';
import { recordedKind } from '#domain/movements/registry.ts';
import { type BatchSum, batchesOf, fromThousandths, inThousandths } from '#domain/supplies/stock.ts';
import {
  entriesOf,
  type KnownSupply,
  suppliesIn,
  type SupplyEntry,
  supplyNamed,
  type SupplyUse,
  withSupplies,
} from '#domain/supplies/uses.ts';
import type { Op } from '#store/op.ts';
import type { ThingRecord } from '#store/store.ts';
import { isSummed } from '#store/whole.ts';
import { keeping } from './keeping.ts';
import type { Overlay } from './overlay.ts';
import { counts } from '../things/things.ts';

type Payload = Readonly<Record<string, unknown>>;
type Items = ReadonlyMap<string, KnownSupply>;

const numberAt = (row: Payload, name: string): number => (typeof row[name] === 'number' ? row[name] : 0);

export const itemsOf = (rows: readonly ThingRecord[]): Items =>
  new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: String(row.name),
        unit: String(row.unit),
        kg_per_unit: typeof row.kg_per_unit === 'number' ? row.kg_per_unit : null,
      },
    ]),
  );

/** A form knows an item by name only: the server's rule finds which (domain.md §3.5). */
function withItems(use: SupplyUse, payload: Payload, items: Items): Payload {
  const found = suppliesIn(use, payload).map(({ asset_id, name, unit = 'unidad' }) => {
    if (asset_id !== undefined) return items.get(asset_id) ?? null;
    return use.makes && name !== undefined ? supplyNamed(items.values(), name, unit) : null;
  });
  return withSupplies(use, payload, found);
}

/** A movement's entries in the store room's book; none if deleted. */
export function suppliesOf(movement: Movement, items: Items): readonly SupplyEntry[] {
  const use = recordedKind(movement.type)?.supplies;
  if (!use || isDeleted(movement)) return [];
  return entriesOf(use, withItems(use, movement.metadata, items), items).entries;
}

const isOfSupplies = (op: Op): boolean =>
  op.subject === 'movement' && counts(op) && Boolean(recordedKind(op.movementType ?? '')?.supplies);

/** What the outbox adds to and takes from each item, by batch. */
function pendingEntries({ picture, movements, opOf }: Overlay, items: Items): readonly SupplyEntry[] {
  if (!picture.ops.some(isOfSupplies)) return [];
  return [...movements].flatMap(([id, movement]) => {
    const op = opOf(id);
    if (op && isSummed(picture.sync, 'assets', op)) return [];
    const confirmed = picture.byId.get(id);
    const before = confirmed ? suppliesOf(confirmed, items) : [];
    return [...before.map((entry) => ({ ...entry, thousandths: -entry.thousandths })), ...suppliesOf(movement, items)];
  });
}

/** An item's batch sums, null for no batch: they add up to what it holds. */
function sumsOf(row: ThingRecord): BatchSum[] {
  const batches = (Array.isArray(row.batches) ? row.batches : []) as readonly {
    readonly number: string;
    readonly expires?: string | null;
    readonly quantity: number;
  }[];
  const named = batches.map(({ number, expires, quantity }) => ({
    number,
    expires: expires ?? null,
    thousandths: inThousandths(quantity),
  }));
  const inBatches = sumOf(named, (batch) => batch.thousandths);
  const total = inThousandths(numberAt(row, 'quantity') - numberAt(row, 'missing'));
  // A new unsent item has batches and no total.
  return total === 0 && inBatches > 0 && row.version === 0
    ? named
    : [...named, { number: null, expires: null, thousandths: total - inBatches }];
}

function added(sums: readonly BatchSum[], entries: readonly SupplyEntry[]): BatchSum[] {
  const byNumber = new Map(sums.map((sum) => [sum.number, sum]));
  for (const { batch, expires, thousandths } of entries) {
    const before = byNumber.get(batch);
    byNumber.set(batch, {
      number: batch,
      expires: before?.expires ?? expires,
      thousandths: (before?.thousandths ?? 0) + thousandths,
    });
  }
  return [...byNumber.values()];
}

function withEntries(row: ThingRecord, entries: readonly SupplyEntry[]): ThingRecord {
  const sums = added(sumsOf(row), entries);
  const total = sumOf(sums, (one) => one.thousandths);
  return {
    ...row,
    quantity: fromThousandths(Math.max(0, total)),
    missing: fromThousandths(Math.max(0, -total)),
    batches: batchesOf(sums).map(({ number, expires, thousandths }) => ({
      number,
      expires,
      quantity: fromThousandths(thousandths),
    })),
  };
}

/** Items, pending acts included: rebase on read, as with the herd (offline.md §2.6). */
export const overSupplies = keeping((rows: readonly ThingRecord[], over: Overlay): readonly ThingRecord[] => {
  const waiting = listsBy(pendingEntries(over, itemsOf(rows)), (entry) => [entry.asset_id]);
  return rows.map((row) => {
    const entries = waiting.get(row.id) ?? [];
    return entries.length > 0 || row.version === 0 ? withEntries(row, entries) : row;
  });
});
