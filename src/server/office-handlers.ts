import { blobHandlers } from './features/blobs/handlers.ts';
import { conversationHandlers } from './features/conversations/handlers.ts';
import { cycleHandlers } from './features/cycles/handlers.ts';
import { invoiceHandlers } from './features/invoices/handlers.ts';
import { noteHandlers } from './features/notes/handlers.ts';
import { taskHandlers } from './features/tasks/handlers.ts';
import { thingHandlers } from './features/things/handlers.ts';
import type { Handlers } from './frame/call.ts';
import type { FileStore } from './frame/files.ts';

export interface OfficePorts {
  readonly newId: () => string;
  readonly files: FileStore;
}

/** What serves the calls of the office, and the conversations. */
export const officeHandlers = ({ newId, files }: OfficePorts): Handlers => ({
  ...noteHandlers(newId),
  ...taskHandlers(newId),
  ...cycleHandlers(newId),
  ...thingHandlers(newId),
  ...invoiceHandlers(newId, files),
  ...blobHandlers(newId, files),
  ...conversationHandlers(files),
});
