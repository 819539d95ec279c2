import { constants } from '#contract/constants.ts';
import { fillPath } from '#contract/endpoint.ts';
import { syncEndpoints } from '#contract/endpoints/sync.ts';
import type { Request, Said, Reply, ServerProblem, SyncMarks } from '#net/reply.ts';
import type { Op } from '#store/op.ts';
import type { Answered, Load, SendPorts } from '../backend.ts';
import { classify, type Ending, idIn } from './classify.ts';
import type { Issue } from '#domain/validation.ts';

type Addressed = Pick<Op, 'act' | 'path' | 'recordedAt'>;

export const addressOf = (op: Addressed): string => {
  const query = queryOf(op);
  return query ? `${op.path}?${new URLSearchParams(query).toString()}` : op.path;
};

/** A deletion has no body for its time, by which a hand's right to it is judged (domain.md §2.18). */
const queryOf = (op: Addressed): Readonly<Record<string, string>> | null =>
  op.act === 'delete' ? { recorded_at: op.recordedAt } : null;

/** A batch's body (wire.md §Sync, Batch). */
export const operationsOf = (ops: readonly Op[], ownId: string) => ({
  operations: ops.map((op) => ({
    key: op.opId,
    method: op.method,
    path: addressOf(op),
    ...(op.body !== null && { body: op.body }),
    ...(op.userId !== ownId && { author: op.userId, ...(op.seal && { seal: op.seal }) }),
    ...(op.wasThere !== undefined && { healing: op.wasThere }),
  })),
});

interface Result {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Another person's record goes in a batch even alone: there its answer is final. */
function judged({ status, body }: Result, marks: SyncMarks, op: Op): Ending {
  const { code, message, issues, retry_after: retryAfter, kept } = body;
  // The office has what only its author may send: this phone has done its part, and archives it.
  const isWithOffice = code === 'FORBIDDEN' && marks.epoch !== null && Array.isArray(kept) && kept.includes(op.opId);
  if (isWithOffice) return { is: 'applied', ack: { seq: null, epoch: marks.epoch, serverId: null } };
  const problem = {
    code: typeof code === 'string' ? code : '',
    status,
    message: typeof message === 'string' ? message : null,
    issues: Array.isArray(issues) ? (issues as readonly Issue[]) : [],
    retryAfterMs: typeof retryAfter === 'number' ? retryAfter * 1000 : null,
    requestId: null,
  };
  return classify({ outcome: 'refused', problem, marks }, op);
}

/** Each operation's ending, and whether the backend has batches. */
interface BatchEnd {
  readonly endings: readonly Ending[];
  readonly hasBatches: boolean;
  /** Too many at once: none was looked at. */
  readonly isTooMuch?: boolean;
}

/** Too many operations, or too many bytes (wire.md §Batch). */
const saysTooMuch = ({ status, issues }: ServerProblem): boolean =>
  status === 413 || ((status === 400 || status === 422) && issues.some(({ path }) => path === 'operations'));

/**
 * Only a success in a batch is believed, for its key is ours. Everything else is sent again alone, where the answer names the server's
 * epoch (offline.md §2.5).
 */
function endOfBatch(reply: Reply, ops: readonly Op[]): BatchEnd {
  const all = (ending: Ending, hasBatches = true): BatchEnd => ({ endings: ops.map(() => ending), hasBatches });
  if (reply.outcome === 'unreachable') return all({ is: 'later', retryAfterMs: null });
  if (reply.outcome === 'refused') {
    const verdict = classify(reply, { method: 'POST', subject: 'movement' });
    if (verdict.is === 'later' || verdict.is === 'upgrade') return all(verdict);
    if (ops.length > 1 && saysTooMuch(reply.problem)) return { ...all({ is: 'untaken' }), isTooMuch: true };
    if (verdict.is !== 'sign-in') return all({ is: 'untaken' }, false);
    return { endings: ops.map((_, index) => (index === 0 ? verdict : { is: 'untaken' })), hasBatches: true };
  }
  const read = syncEndpoints.operations.answer.safeParse(reply.body);
  if (!read.success) return all({ is: 'again' }, false);
  const results = new Map(read.data.results.map((result) => [result.key, result]));
  const endings = ops.map((op): Ending => {
    const result = results.get(op.opId);
    const isApplied = result && result.status >= 200 && result.status <= 299 && result.body.ok === true;
    if (!isApplied) return result && ops.length === 1 ? judged(result, reply.marks, op) : { is: 'again' };
    const { seq = null, mark = null } = result;
    return { is: 'applied', ack: { seq, epoch: reply.marks.epoch, mark, serverId: idIn(result.body, op) } };
  });
  return { endings, hasBatches: true };
}

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
