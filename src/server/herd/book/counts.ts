import { type Audit, countAgainst } from '../../../domain/movements/audit.ts';
import { count } from '../../../domain/movements/kinds/system.ts';
import type { MovementRow } from '../../database/tables.ts';

type StoredCount = Pick<MovementRow, 'type' | 'payload' | 'animals' | 'lot_id' | 'rodeo_id'>;

/** The content of a count. Openings by older versions store less: the row has the rest. */
export function storedCount(row: StoredCount): Partial<Audit> {
  const said = JSON.parse(row.payload) as Partial<Audit>;
  if (said.kind !== 'opening' || said.counted !== undefined) return said;
  const lines = JSON.parse(row.animals) as readonly { readonly type: string; readonly count: number }[];
  return {
    ...said,
    lot_id: row.lot_id,
    rodeo_id: row.rodeo_id,
    counted: countAgainst('opening', lines, () => []),
    state: 'aprobado',
  };
}

/** Whether a person made this count; changed figures write others. */
export const isCount = (row: StoredCount): boolean =>
  row.type === count.type && Array.isArray(storedCount(row).counted);
