import type { SyncTable } from '#contract/endpoints/sync.ts';
import { cellId } from '#domain/movements/ledger.ts';

/** A list row as sent. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string };

/** Fields that our rows always have and the specification's may lack (product.md §3). */
const defaults: Readonly<Partial<Record<SyncTable, Readonly<Record<string, unknown>>>>> = {
  lots: {
    hectares: 0,
    order: 0,
    deleted: false,
    campo_id: null,
    use: null,
    is_grazing: true,
    receptivity_ev_ha: null,
    notes: null,
    version: 1,
    animals: [],
  },
  categories: {
    sex: 'mixto',
    min_age_months: null,
    max_age_months: null,
    next_id: null,
    ev: 1,
    senasa_code: null,
    is_breeding_female: false,
    order: 0,
    active: true,
  },
  rodeos: {
    activity: null,
    breed: null,
    target_daily_gain_kg: null,
    color: null,
    active: true,
    deleted: false,
    animals: [],
  },
  members: { state: 'activo' },
  movements: {
    count: {},
    rodeoId: null,
    detail: null,
    reference: null,
    animals: [],
    created_by: null,
    version: 1,
    deleted: false,
  },
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Adds the missing fields. */
export const withDefaults = (table: SyncTable, rows: readonly Row[]): readonly Row[] =>
  rows.map((row) => {
    const whole = { ...defaults[table], ...row };
    if (table !== 'movements') return whole;
    const metadata = {
      lot_id: null,
      deletedBy: null,
      editHistory: [],
      ...(isRecord(row['metadata']) && row['metadata']),
    };
    // Deleted if it says by whom (product.md §2).
    const deleted = row['deleted'] === true || metadata.deletedBy !== null;
    return { ...whole, updated_at: row['updated_at'] ?? row['created_at'], deleted, metadata };
  });

const linesOf = (row: Row): readonly Readonly<Record<string, unknown>>[] => {
  const animals = row['animals'];
  return Array.isArray(animals) ? animals.filter(isRecord) : [];
};
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Balances from lots and rodeos: a rodeo's lines name their lot; a lot's remainder is in no rodeo. */
export function cellsOf(lots: readonly Row[], rodeos: readonly Row[]): readonly Row[] {
  const heads = new Map<string, { lot: string | null; rodeo: string | null; category: string; head: number }>();
  const add = (lot: string | null, rodeo: string | null, category: string, head: number): void => {
    const id = cellId({ lot, rodeo, category });
    const before = heads.get(id) ?? { lot, rodeo, category, head: 0 };
    heads.set(id, { ...before, head: before.head + head });
  };
  for (const rodeo of rodeos) {
    for (const line of linesOf(rodeo)) {
      const [lot, category, count] = [textOf(line['lot_id']), textOf(line['category_id']), line['count']];
      if (category === null || typeof count !== 'number') continue;
      add(lot, rodeo.id, category, count);
      if (lot !== null) add(lot, null, category, -count);
    }
  }
  for (const lot of lots) {
    for (const line of linesOf(lot)) {
      const category = isRecord(line['category']) ? textOf(line['category']['id']) : null;
      if (category !== null && typeof line['count'] === 'number') add(lot.id, null, category, line['count']);
    }
  }
  return [...heads.values()]
    .filter(({ head }) => head !== 0)
    .map(({ lot, rodeo, category, head }) => ({
      id: cellId({ lot, rodeo, category }),
      lot_id: lot,
      rodeo_id: rodeo,
      category_id: category,
      head,
    }));
}
