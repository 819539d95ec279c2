import type { Log } from './kernel/log.ts';
import { openOutages, type Outages } from './kernel/outages.ts';

export interface Faults extends Outages {
  /** What nobody foresaw; of the database's refusals see `Outages`. */
  readonly bug: (error: unknown, requestId?: string) => void;
  readonly broken: (error: unknown) => void;
}

/** What goes wrong, for the server's log. */
export function faultsIn(log: Log): Faults {
  const outages = openOutages(log, () => performance.now());
  return {
    ...outages,
    bug: (error, id) => {
      if (!outages.refused(error)) log.error({ err: error, id }, 'unforeseen');
    },
    broken: (error) => log.error({ err: error }, 'a connection to the database broke'),
  };
}
