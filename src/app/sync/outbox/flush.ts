import { drain, type Drained, type DrainPorts } from './drain.ts';
import type { Locks } from '../ports.ts';

export interface FlushPorts extends DrainPorts {
  readonly locks: Locks;
  /** Takes the lock from a hung tab; what it had inflight is resent, and the ledger absorbs it. */
  readonly steal: boolean;
}

/**
 * One run under the drain lock, from a tab or the service worker; null if another holds it. Locked per run: a frozen tab must not stop the
 * others (offline.md F25).
 */
export async function flushOutbox(ports: FlushPorts): Promise<Drained | null> {
  let result: Drained | null = null;
  await ports.locks.run(`drain:${ports.userId}:${ports.organizationId}`, ports.steal, async () => {
    result = await drain(ports);
  });
  return result;
}
