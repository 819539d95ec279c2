/** domain.md §2.5. */
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

/** `12 dosis`, `48 rollos`, `1 rollo`. Unknown units stay. */
export const unitWord = (unit: string, quantity?: number): string =>
  unit in supplyUnits && quantity !== 1 ? supplyUnits[unit as SupplyUnit] : unit;

const scales: Readonly<Record<string, { readonly of: string; readonly times: number }>> = {
  kg: { of: 'mass', times: 1 },
  t: { of: 'mass', times: 1000 },
  ml: { of: 'volume', times: 1 },
  l: { of: 'volume', times: 1000 },
};

interface Measure {
  readonly unit: string;
  readonly kg_per_unit: number | null;
}

/** Converts to the item's unit: tons to kilos, kilos to rolls. Null if it cannot. */
export function inUnitOf(item: Measure, quantity: number, unit: string | undefined): number | null {
  if (unit === undefined || unit === '' || unit === item.unit) return quantity;
  const [given, own] = [scales[unit], scales[item.unit]];
  if (given && own && given.of === own.of) return (quantity * given.times) / own.times;
  if (given?.of === 'mass' && !own && item.kg_per_unit !== null && item.kg_per_unit > 0) {
    return (quantity * given.times) / item.kg_per_unit;
  }
  return null;
}
