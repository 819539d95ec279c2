/** Units of the store room and what the person reads (domain.md §2.5): one an item. */
export const supplyUnits = {
  dosis: 'dosis',
  ml: 'ml',
  l: 'l',
  kg: 'kg',
  t: 't',
  rollo: 'rollos',
  fardo: 'fardos',
  bolsa: 'bolsas',
  unidad: 'unidades',
} as const;

export type SupplyUnit = keyof typeof supplyUnits;

/** The word after a quantity: `12 dosis`, `48 rollos`, `1 rollo`. A word that is no unit of ours stays as it is. */
export const unitWord = (unit: string, quantity?: number): string =>
  unit in supplyUnits && quantity !== 1 ? supplyUnits[unit as SupplyUnit] : unit;

/** Units that differ by a factor alone: what they measure, and how much of it one of them is. */
const scales: Readonly<Record<string, { readonly of: string; readonly times: number }>> = {
  kg: { of: 'mass', times: 1 },
  t: { of: 'mass', times: 1000 },
  ml: { of: 'volume', times: 1 },
  l: { of: 'volume', times: 1000 },
};

/** What an item is counted in. */
interface Measure {
  readonly unit: string;
  /** How many kilos one roll, bale or bag holds. */
  readonly kg_per_unit: number | null;
}

/** A quantity in the item's own unit: kilos of tons, kilos of rolls. Null where nobody can tell. */
export function inUnitOf(item: Measure, quantity: number, unit: string | undefined): number | null {
  if (unit === undefined || unit === '' || unit === item.unit) return quantity;
  const [given, own] = [scales[unit], scales[item.unit]];
  if (given && own && given.of === own.of) return (quantity * given.times) / own.times;
  if (given?.of === 'mass' && !own && item.kg_per_unit !== null && item.kg_per_unit > 0) {
    return (quantity * given.times) / item.kg_per_unit;
  }
  return null;
}
