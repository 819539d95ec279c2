import { type Core, type CorePorts, createCore } from './kernel/core.ts';
import type { Database } from './database/open.ts';
import { allHandlers } from './handlers.ts';

type HandlerPorts = Parameters<typeof allHandlers>[0];

export type CoreParts = Omit<CorePorts, 'db' | 'farmDb' | 'handlers'> & HandlerPorts;

/** The core as shipped, for the server and for the simulation that restores its file. */
export const coreOn = ({ all: db, farm: farmDb }: Database, parts: CoreParts): Core =>
  createCore({ ...parts, db, farmDb, handlers: allHandlers(parts) });
