import { accountHandlers } from './features/accounts/handlers.ts';
import type { Handlers } from './features/call.ts';
import { read } from './features/call.ts';
import { organizationHandlers } from './features/organizations/handlers.ts';

type Ports = Parameters<typeof accountHandlers>[0];

export const version = '0.1.0';

/** What serves each call of the contract's table. A call without a row here fails a test. */
export const allHandlers = (ports: Ports): Handlers => ({
  ...accountHandlers(ports),
  ...organizationHandlers(ports.newId),
  health: read(async (call) => ({ version, database: 'sqlite', time: new Date(call.now).toISOString() })),
});
