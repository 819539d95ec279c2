import { conversationEndpoints } from './conversations.ts';
import { cycleEndpoints } from './cycles.ts';
import { invoiceEndpoints } from './invoices.ts';
import { noteEndpoints } from './notes.ts';
import { taskEndpoints } from './tasks.ts';

export const officeEndpoints = {
  ...noteEndpoints,
  ...taskEndpoints,
  ...cycleEndpoints,
  ...invoiceEndpoints,
  ...conversationEndpoints,
} as const;
