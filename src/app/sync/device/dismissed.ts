import { fillPath } from '#contract/endpoint.ts';
import { refusedEndpoints } from '#contract/endpoints/refused.ts';
import { rejected } from '#store/op.ts';
import type { FarmStore, OutboxNow } from '#store/store.ts';
import { isStoredRejection } from '../blobs/blobs.ts';
import { classify } from '../outbox/send.ts';
import type { Decision } from '../outbox/outbox.ts';
import type { FarmNet } from '../ports.ts';

/**
 * Adds to the transaction that discards rejected records that the office, which has them too, must be told. Records carried for others are
 * theirs to discard.
 */
export function withDismissed<T>({ sync }: OutboxNow, { edit, result }: Decision<T>, userId: string): Decision<T> {
  const { archive = [], ...rest } = edit;
  const thrown = archive.filter((op) => op.userId === userId && isStoredRejection({ ...op, state: rejected }));
  if (thrown.length === 0) return { edit, result };
  const dismissed = [...(sync.thrownAway ?? []), ...thrown.map((op) => op.opId)];
  return { edit: { ...rest, archive, dismissed }, result };
}

interface DismissedPorts {
  readonly store: Pick<FarmStore, 'outbox' | 'changeOutbox'>;
  readonly net: FarmNet;
  readonly organizationId: string;
}

/** Takes discarded records off the office's list. Retried until answered; idempotent. */
export async function tellDismissed({ store, net, organizationId }: DismissedPorts): Promise<void> {
  const { method, path } = refusedEndpoints.discardRefused;
  for (;;) {
    const { sync } = await store.outbox(organizationId);
    const [id] = sync.thrownAway ?? [];
    if (id === undefined) return;
    const reply = await net.call({ method, path: fillPath(path, { org: organizationId, id }) });
    const { is } = classify(reply, { method: 'DELETE', subject: 'movement' });
    if (is !== 'applied' && is !== 'refused') return;
    await store.changeOutbox(organizationId, (now) => ({
      edit: { dismissed: (now.sync.thrownAway ?? []).filter((key) => key !== id) },
      result: null,
    }));
  }
}
