import { differenceIn } from './stock-count.ts';
import { type EntryKind, entryKinds, inThousandths } from './stock.ts';
import { searchable } from '../text.ts';
import { inUnitOf } from './units.ts';

export interface SupplyUse {
  readonly at: 'payload' | 'lines' | 'products';
  readonly named: 'name' | 'product';
  /** Unless the payload has its own `entry_kind`. */
  readonly entry: EntryKind;
  readonly sign: 1 | -1;
  /** Whether an unknown name creates an item; otherwise it is free text. */
  readonly makes: boolean;
}

export interface NamedSupply {
  /** Empty for the payload, else `lines.0`. */
  readonly path: string;
  readonly asset_id: string | undefined;
  readonly name: string | undefined;
  readonly unit: string | undefined;
}

export interface KnownSupply {
  readonly id: string;
  readonly name: string;
  readonly unit: string;
  readonly kg_per_unit: number | null;
}

/** A line of the stock's book; negative takes out. */
export interface SupplyEntry {
  readonly asset_id: string;
  readonly kind: EntryKind;
  readonly thousandths: number;
  readonly batch: string | null;
  readonly expires: string | null;
  readonly cost: string | null;
}

type Line = Readonly<Record<string, unknown>>;
type Payload = Line;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const linesOf = (use: SupplyUse, payload: Payload): readonly Line[] =>
  use.at === 'payload' ? [payload] : Array.isArray(payload[use.at]) ? (payload[use.at] as Line[]) : [];

export const suppliesIn = (use: SupplyUse, payload: Payload): NamedSupply[] =>
  linesOf(use, payload).map((line, index) => ({
    path: use.at === 'payload' ? '' : `${use.at}.${index}`,
    asset_id: textOf(line.asset_id),
    name: textOf(line[use.named]),
    unit: textOf(line.unit),
  }));

/** The payload with id, name and unit of the found items; null leaves a line as it is. */
export function withSupplies(use: SupplyUse, payload: Payload, found: readonly (KnownSupply | null)[]): Payload {
  const lines = linesOf(use, payload).map((line, index) => {
    const item = found[index];
    if (!item) return without(line, 'asset_id');
    return { ...line, asset_id: item.id, [use.named]: item.name, unit: textOf(line.unit) ?? item.unit };
  });
  return use.at === 'payload' ? (lines[0] ?? payload) : { ...payload, [use.at]: lines };
}

const without = (line: Line, name: string): Line =>
  Object.fromEntries(Object.entries(line).filter(([key]) => key !== name));

const isSameName = (a: string, b: string): boolean => searchable(a) === searchable(b);

/** The item with this name and unit, else one whose unit converts. */
export function supplyNamed<S extends KnownSupply>(
  items: Iterable<S>,
  name: string,
  unit: string | undefined,
): S | null {
  const alike = [...items].filter((item) => isSameName(item.name, name));
  return alike.find((item) => item.unit === unit) ?? alike.find((item) => inUnitOf(item, 1, unit) !== null) ?? null;
}

/** A payload's stock entries. Lines whose unit does not convert are in `unclear`. */
export function entriesOf(
  use: SupplyUse,
  payload: Payload,
  items: ReadonlyMap<string, KnownSupply>,
): { readonly entries: SupplyEntry[]; readonly unclear: readonly string[] } {
  const unclear: string[] = [];
  const kind = entryKindOf(payload) ?? use.entry;
  const cost = use.at === 'payload' && use.sign === 1 ? (textOf(payload.total) ?? null) : null;
  const entries = linesOf(use, payload).flatMap((line, index): SupplyEntry[] => {
    const item = items.get(textOf(line.asset_id) ?? '');
    const { quantity } = line;
    if (!item || typeof quantity !== 'number') return [];
    const own = inUnitOf(item, quantity, textOf(line.unit));
    if (own === null) unclear.push(use.at === 'payload' ? 'unit' : `${use.at}.${index}.unit`);
    const stated = kind === 'ajuste' ? differenceIn(payload) : null;
    const thousandths = stated ?? use.sign * inThousandths(own ?? 0);
    const [batch, expires] = [textOf(line.batch) ?? null, textOf(line.expires) ?? null];
    // A count that agrees is a line all the same: it states what there was.
    return thousandths === 0 && stated === null ? [] : [{ asset_id: item.id, kind, thousandths, batch, expires, cost }];
  });
  return { entries, unclear };
}

const entryKindOf = (payload: Payload): EntryKind | undefined => {
  const said = textOf(payload.entry_kind);
  return said !== undefined && said in entryKinds ? (said as EntryKind) : undefined;
};
