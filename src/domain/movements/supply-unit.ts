import { supplyUnits } from '../supplies/units.ts';
import { choice } from './fields.ts';

/** The unit that a quantity of the store room is told in: one of a list (domain.md §2.5). */
export const supplyUnit = () => ({ ...choice('Unidad', supplyUnits), control: 'unit' as const });
