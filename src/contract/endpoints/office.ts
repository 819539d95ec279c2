import { cycleEndpoints } from './cycles.ts';
import { invoiceEndpoints } from './invoices.ts';
import { noteEndpoints } from './notes.ts';
import { taskEndpoints } from './tasks.ts';

/** The calls of the office: what a farm writes down beside its movements. */
export const officeEndpoints = { ...noteEndpoints, ...taskEndpoints, ...cycleEndpoints, ...invoiceEndpoints } as const;
