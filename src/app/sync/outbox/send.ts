import { constants } from '../../../contract/constants.ts';
import { fillPath } from '../../../contract/endpoint.ts';
import { syncEndpoints } from '../../../contract/endpoints/sync.ts';
import type { Reply, Request, Said } from '../../net/reply.ts';
import type { Op } from '../../store/op.ts';
import { endOfBatch, operationsOf, queryOf } from './batch.ts';
import type { Batches } from './batches.ts';
import { classify, type Ending } from './classify.ts';
import type { FarmNet } from '../ports.ts';

interface SendPorts {
  readonly net: FarmNet;
  readonly organizationId: string;
  readonly userId: string;
  readonly batches: Pick<Batches, 'end'>;
}

/** An answer, and what it means for each operation of the load. */
export interface Answered {
  readonly reply: Reply;
  readonly endings: readonly Ending[];
}

/** One operation as a call of its own. */
export const callOf = (op: Op, said?: Said): Omit<Request, 'token'> => {
  const query = queryOf(op);
  return {
    method: op.method,
    path: op.path,
    ...(op.body !== null && { body: op.body }),
    ...(query && { query }),
    idempotencyKey: op.opId,
    ...(said && { said: { ...said, ...(op.wasThere !== undefined && { healing: op.wasThere }) } }),
    timeoutMs: constants.httpTimeoutMs,
  };
};

/** Sends a load to our server: one operation of the own person by itself, all others in one call (wire.md §Sync, Batch). */
export async function sendLoad(ports: SendPorts, ops: readonly Op[], said: Said | undefined): Promise<Answered> {
  const { net, organizationId, userId, batches } = ports;
  const [first] = ops;
  if (ops.length === 1 && first?.userId === userId) {
    const reply = await net.call(callOf(first, said));
    return { reply, endings: [classify(reply, first)] };
  }
  const reply = await net.call({
    method: 'POST',
    path: fillPath(syncEndpoints.operations.path, { org: organizationId }),
    body: operationsOf(ops, userId),
    ...(said && { said }),
    timeoutMs: constants.httpTimeoutMs,
  });
  const { endings, hasBatches } = endOfBatch(reply, ops);
  if (!hasBatches) batches.end();
  return { reply, endings };
}
