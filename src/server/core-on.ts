import { type Core, type CorePorts, createCore } from './kernel/core.ts';
import type { Database } from './database/open.ts';
import { allHandlers } from './handlers.ts';

type HandlerPorts = Parameters<typeof allHandlers>[0];

/** What a core needs besides its database. */
export type CoreParts = Omit<CorePorts, 'db' | 'farmDb' | 'handlers'> & HandlerPorts;

/** The core as it ships, on a database as `openDatabase` gives it: the server and the simulation that restores its file start here. */
export const coreOn = ({ all: db, farm: farmDb }: Database, parts: CoreParts): Core =>
  createCore({ ...parts, db, farmDb, handlers: allHandlers(parts) });
