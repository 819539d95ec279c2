import { conversationEndpoints } from './conversations.ts';
import { cycleEndpoints } from './cycles.ts';
import { invoiceEndpoints } from './invoices.ts';
import { noteEndpoints } from './notes.ts';
import { taskEndpoints } from './tasks.ts';

/** The calls of the office: what a farm writes down beside its movements, and what is said with it by telephone. */
export const officeEndpoints = {
  ...noteEndpoints,
  ...taskEndpoints,
  ...cycleEndpoints,
  ...invoiceEndpoints,
  ...conversationEndpoints,
} as const;
