import { supplyUnits } from '../supplies/units.ts';
import { choice } from './fields.ts';

/** The unit of a stock quantity (domain.md §2.5). */
export const supplyUnit = () => ({ ...choice('Unidad', supplyUnits), control: 'unit' as const });
