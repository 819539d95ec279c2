import { cycleHandlers } from './features/cycles/handlers.ts';
import { noteHandlers } from './features/notes/handlers.ts';
import { taskHandlers } from './features/tasks/handlers.ts';
import type { Handlers } from './frame/call.ts';

/** What serves the calls of the office. */
export const officeHandlers = (newId: () => string): Handlers => ({
  ...noteHandlers(newId),
  ...taskHandlers(newId),
  ...cycleHandlers(newId),
});
