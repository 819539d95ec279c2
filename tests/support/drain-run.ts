import type { FarmStore } from '../../src/app/store/store.ts';
import { Batches } from '../../src/app/sync/outbox/batches.ts';
import { drain } from '../../src/app/sync/outbox/drain.ts';
import type { FarmNet } from '../../src/app/sync/ports.ts';
import { at, farm } from './rain-op.ts';

/** One run of Ana's outbox at a moment that does not pass, to a server that answers by `call`. */
export const runDrain = (store: FarmStore, call: FarmNet['call'], isCurrent = () => true) =>
  drain({
    store,
    net: { call },
    clock: { now: () => Date.parse(at), after: () => () => undefined },
    random: { fraction: () => 0 },
    organizationId: farm,
    userId: 'ana',
    onReply: () => undefined,
    onSent: () => undefined,
    batches: new Batches(),
    isCurrent,
  });
