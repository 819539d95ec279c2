import { blobHandlers } from './files/blobs/handlers.ts';
import { conversationHandlers } from './messages/conversations/handlers.ts';
import { cycleHandlers } from './things/cycles/handlers.ts';
import { invoiceHandlers } from './things/invoices/handlers.ts';
import { noteHandlers } from './things/notes/handlers.ts';
import { taskHandlers } from './things/tasks/handlers.ts';
import { thingHandlers } from './things/made-of-fields/handlers.ts';
import type { Handlers } from './kernel/call.ts';
import type { FileStore } from './files/store.ts';

export interface OfficePorts {
  readonly files: FileStore;
}

/** The office's handlers, and the conversations'. */
export const officeHandlers = ({ files }: OfficePorts): Handlers => ({
  ...noteHandlers,
  ...taskHandlers,
  ...cycleHandlers,
  ...thingHandlers,
  ...invoiceHandlers(files),
  ...blobHandlers(files),
  ...conversationHandlers(files),
});
