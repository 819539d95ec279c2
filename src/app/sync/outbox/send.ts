import { constants } from '#contract/constants.ts';
import { fillPath } from '#contract/endpoint.ts';
import { syncEndpoints } from '#contract/endpoints/sync.ts';
import type { Request, Said } from '#net/reply.ts';
import type { Op } from '#store/op.ts';
import type { Answered, Load, SendPorts } from '../backend.ts';
import { endOfBatch, operationsOf, queryOf } from './batch.ts';
import { classify } from './classify.ts';

/** One operation as a single call. */
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

/** Sends a load to our server: a single own op as its own call, others as a batch (wire.md §Sync, Batch). */
export async function sendLoad(ports: SendPorts, ops: Load, said: Said | undefined): Promise<Answered> {
  const { net, organizationId, userId, batches } = ports;
  const [first] = ops;
  if (ops.length === 1 && first.userId === userId) {
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
  const { endings, hasBatches, isTooMuch } = endOfBatch(reply, ops);
  if (isTooMuch) batches.tooMuch(ops);
  if (!hasBatches) batches.end();
  return { reply, endings };
}
