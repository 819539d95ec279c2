import { constants } from '#contract/constants.ts';
import { fillPath } from '#contract/endpoint.ts';
import { isProblemCode, problems } from '#contract/problems.ts';
import { serverWords } from '#contract/sentences.ts';
import { syncEndpoints } from '#contract/endpoints/sync.ts';
import type { Request, Said, Reply, ServerProblem, SyncMarks } from '#net/reply.ts';
import type { Op } from '#store/op.ts';
import type { Answered, Ending, Load, SendPorts, Verdict } from '../backend.ts';
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

/** The phone's own reason for a record that may have arrived. */
export const maybeSent = 'MAYBE_SENT';

const later: Verdict = { is: 'later', retryAfterMs: null };
const tryAgainStatuses = new Set([408, 425, 429]);

/**
 * Decides by code, by status for unknown codes, by words only for a deletion of what is gone. Only our API's marks prove that a record was
 * kept, not a portal's 200.
 */
export function classify(reply: Reply, op: Pick<Op, 'method' | 'subject'>): Verdict {
  if (reply.outcome === 'unreachable') return later;
  if (reply.outcome === 'refused') return judge(reply.problem, op);
  const { body, marks, status } = reply;
  // No sequence beside the epoch: valid, but nothing changed (a thing deleted twice).
  const isOurs = marks.epoch !== null && isOk(body);
  if (!isOurs || status < 200 || status > 299) return later;
  return {
    is: 'applied',
    ack: { seq: marks.seq, epoch: marks.epoch, mark: marks.mark ?? null, serverId: idIn(body, op) },
  };
}

function judge(problem: ServerProblem, op: Pick<Op, 'method'>): Verdict {
  const { code, status } = problem;
  if (op.method === 'DELETE' && saysGone(problem)) {
    return { is: 'applied', ack: { seq: null, epoch: null, serverId: null } };
  }
  const retry = isProblemCode(code) ? problems[code].retry : retryOf(problem);
  if (retry === 'after-sign-in') return { is: 'sign-in' };
  if (retry === 'never')
    return { is: 'refused', problem: { code, status, message: problem.message, issues: problem.issues } };
  if (status === 424) return { is: 'parked' };
  if (status === 426) return { is: 'upgrade' };
  return { is: 'later', retryAfterMs: problem.retryAfterMs };
}

function retryOf({ code, status, message }: ServerProblem): 'never' | 'later' | 'after-sign-in' {
  if (status === 401) return 'after-sign-in';
  if (status === 403) return isAboutToken(message) ? 'after-sign-in' : 'never';
  if (status === 424 || status === 426 || tryAgainStatuses.has(status)) return 'later';
  if (status === 409 && code.includes('IN_PROGRESS')) return 'later';
  return status >= 400 && status < 500 ? 'never' : 'later';
}

const isAboutToken = (message: string | null): boolean =>
  message !== null &&
  [serverWords.provideToken, serverWords.sessionExpired, serverWords.token].some((word) => message.includes(word));

/** Deleting what is not there succeeded (product.md §8). */
const saysGone = ({ code, status, message }: ServerProblem): boolean =>
  code === 'NOT_FOUND' || (status === 404 && serverWords.notFound.some((words) => message?.includes(words)));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isOk = (body: unknown): boolean => isRecord(body) && body.ok === true;

/** The server's id of the thing made: answers carry it under the thing's name. */
export function idIn(body: unknown, { subject }: Pick<Op, 'subject'>): string | null {
  const made = isRecord(body) ? body[subject] : null;
  return isRecord(made) && typeof made.id === 'string' ? made.id : null;
}
