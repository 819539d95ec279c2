import { isPostgres } from './database/dialect.ts';
import { accountHandlers, type AccountPorts } from './accounts/people/handlers.ts';
import { type AnyHandler, composedHandlers } from './kernel/composed.ts';
import { read } from './kernel/call.ts';
import { assetHandlers } from './things/assets/handlers.ts';
import { auditHandlers } from './herd/audits/handlers.ts';
import { campoHandlers, categoryHandlers, rodeoHandlers } from './herd/named-handlers.ts';
import { lotHandlers } from './herd/lots/handlers.ts';
import { movementHandlers } from './herd/movements/handlers.ts';
import { organizationHandlers } from './accounts/organizations/handlers.ts';
import { syncHandlers } from './sync/handlers.ts';
import { officeHandlers, type OfficePorts } from './office-handlers.ts';

type GivenPorts = Parameters<typeof organizationHandlers>[0];

type Ports = AccountPorts &
  OfficePorts &
  Pick<GivenPorts, 'bounds'> & {
    readonly publicUrl: string;
    /** Called when somebody leaves a farm; null for everybody. */
    readonly onLeave: (organizationId: string, userId: string | null) => void;
  };

const version = '0.1.0';

/** Handlers of every call of the contract; a test finds missing ones. */
export const allHandlers = (ports: Ports): Readonly<Record<string, AnyHandler>> => ({
  ...accountHandlers(ports),
  ...organizationHandlers(ports),
  ...categoryHandlers,
  ...campoHandlers,
  ...lotHandlers,
  ...rodeoHandlers,
  ...movementHandlers,
  ...assetHandlers,
  ...auditHandlers,
  ...officeHandlers(ports),
  ...syncHandlers,
  ...composedHandlers,
  health: read(async (call, db) => ({
    version,
    database: isPostgres(db) ? 'postgres' : 'sqlite',
    time: new Date(call.now).toISOString(),
  })),
});
