import { fillPath } from '../../contract/endpoint.ts';
import { syncEndpoints } from '../../contract/endpoints/sync.ts';
import { problems } from '../../contract/problems.ts';
import type { HandedOver, Say } from '../session/lost.ts';
import type { Op } from '../store/op.ts';
import { type FarmStore, StorageFailure } from '../store/store.ts';
import { loadOf, operationsOf } from './batch.ts';

const operationsAtOnce = 50;
const noneAlone = (): boolean => false;

interface LostPhonePorts {
  readonly store: Pick<FarmStore, 'unsent' | 'empty'>;
  readonly say: Say;
  readonly userId: string;
}

/**
 * What a phone that was marked as lost does at its next contact (trust.md row 112): everything that waits is sent, the server keeps it
 * apart and says which keys are safe, and only then the phone is emptied. What was not kept stays on it. Never throws for the disk.
 */
export async function emptyLostPhone({ store, say, userId }: LostPhonePorts): Promise<HandedOver> {
  try {
    const unsent = await store.unsent();
    const safe = new Set<string>();
    for (const organizationId of new Set(unsent.map((op) => op.organizationId))) {
      let rest: readonly Op[] = unsent.filter((op) => op.organizationId === organizationId);
      while (rest.length > 0) {
        const load = loadOf(rest, operationsAtOnce, noneAlone);
        rest = rest.slice(load.length);
        const reply = await say({
          method: 'POST',
          path: fillPath(syncEndpoints.operations.path, { org: organizationId }),
          body: operationsOf(load, userId),
        });
        if (reply.outcome === 'unreachable') return { is: 'later' };
        if (reply.outcome === 'answer') return { is: 'not-lost' };
        if (reply.problem.code !== 'SESSION_LOST') return afterRefusal(reply.problem.status);
        for (const key of reply.problem.kept ?? []) safe.add(key);
      }
    }
    return { is: 'emptied', left: await store.empty(safe) };
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure)) throw thrown;
    return { is: 'later' };
  }
}

/** Another 401: the loss lies so far back that nothing is taken any more, and this is a session that ended like others. */
const afterRefusal = (status: number): HandedOver =>
  status === problems.SESSION_LOST.status ? { is: 'not-lost' } : { is: 'later' };
