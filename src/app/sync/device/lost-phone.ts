import { fillPath } from '#contract/endpoint.ts';
import { syncEndpoints } from '#contract/endpoints/sync.ts';
import { problems } from '#contract/problems.ts';
import type { Reply } from '#net/reply.ts';
import type { HandedOver, Say } from '#session/lost.ts';
import type { Op } from '#store/op.ts';
import { type FarmStore, StorageFailure } from '#store/store.ts';
import { operationsOf } from '../outbox/batch.ts';
import { Batches } from '../outbox/batches.ts';
import { handOverPhotos } from '../blobs/lost-photos.ts';
import type { Clock } from '../ports.ts';

const operationsAtOnce = 50;

interface LostPhonePorts {
  readonly store: FarmStore;
  readonly say: Say;
  readonly userId: string;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * A lost phone's next contact (trust.md row 112): everything unsent is sent; the server keeps it apart and says which keys are safe; only
 * those are removed. A record that never gets through holds back neither the others nor the emptying. Never throws for the disk.
 */
export async function emptyLostPhone({ store, say, userId, clock }: LostPhonePorts): Promise<HandedOver> {
  try {
    for (;;) {
      const unsent = await store.unsent();
      const end = await handOverAll({ store, say, userId, clock }, unsent);
      const offered = new Set(unsent.map(({ opId }) => opId));
      // A dead page may have left a record in its journal: now in the database, it goes too.
      if (end.is !== 'emptied' || (await store.unsent()).every(({ opId }) => offered.has(opId))) return end;
    }
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure)) throw thrown;
    return { is: 'later' };
  }
}

async function handOverAll({ store, say, userId, clock }: LostPhonePorts, unsent: readonly Op[]): Promise<HandedOver> {
  const batches = new Batches(operationsAtOnce);
  const safe = new Set<string>();
  let isWhole = true;
  const askOf =
    (organizationId: string) =>
    (load: readonly Op[]): Promise<Reply> => {
      const path = fillPath(syncEndpoints.operations.path, { org: organizationId });
      return say({ method: 'POST', path, body: operationsOf(load, userId) });
    };
  for (const organizationId of new Set(unsent.map((op) => op.organizationId))) {
    const ops = unsent.filter((op) => op.organizationId === organizationId);
    const end = await handOver(ops, askOf(organizationId), batches, safe);
    if (end.is !== 'done') return end;
    isWhole &&= end.stopped === 0;
  }
  const ask = async (organizationId: string) => outcomeOf(await askOf(organizationId)([])).is;
  const photos = await handOverPhotos({ store, say, clock, ask }, unsent, safe);
  if (photos.is !== 'done') return photos;
  const left = await store.empty(safe);
  return { is: 'emptied', left, photosLeft: photos.left, isWhole: isWhole && photos.isWhole };
}

type Interrupted = Exclude<HandedOver, { readonly is: 'emptied' }>;

/** One farm's: adds safe keys to `safe`, and gives the number never answered. */
async function handOver(
  ops: readonly Op[],
  ask: (load: readonly Op[]) => Promise<Reply>,
  batches: Batches,
  safe: Set<string>,
): Promise<Interrupted | { readonly is: 'done'; readonly stopped: number }> {
  let rest = ops;
  for (;;) {
    const load = batches.next(rest);
    const [first] = load;
    if (!first || batches.isSilent(first)) return { is: 'done', stopped: rest.length };
    const heard = outcomeOf(await ask(load));
    if (heard.is === 'not-lost') return heard;
    if (heard.is === 'later') {
      // The link, or what was sent? An empty call passes where a record does not.
      const again = outcomeOf(await ask([]));
      if (again.is !== 'lost') return again;
    } else {
      for (const key of heard.kept) safe.add(key);
      rest = rest.filter((op) => !load.includes(op));
    }
    // At most fifty are sent: the time taken does not matter.
    batches.learn(load, { isAnswered: heard.is === 'lost', tookMs: 0 });
  }
}

/** Another 401: lost too long ago, or an ordinary ended session. */
function outcomeOf(reply: Reply): Interrupted | { readonly is: 'lost'; readonly kept: readonly string[] } {
  if (reply.outcome === 'unreachable') return { is: 'later' };
  if (reply.outcome === 'answer') return { is: 'not-lost' };
  if (reply.problem.code === 'SESSION_LOST') return { is: 'lost', kept: reply.problem.kept ?? [] };
  return reply.problem.status === problems.SESSION_LOST.status ? { is: 'not-lost' } : { is: 'later' };
}
