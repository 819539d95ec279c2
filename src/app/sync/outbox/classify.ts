import { isProblemCode, problems } from '#contract/problems.ts';
import { serverWords } from '#contract/sentences.ts';
import type { Reply, ServerProblem } from '#net/reply.ts';
import type { Ack, Op, OpProblem } from '#store/op.ts';

/** What an answer means for an operation (offline.md §2.4). */
type Verdict =
  | { readonly is: 'applied'; readonly ack: Ack }
  /** The link or the server, not the record: retry, and try nothing else now. */
  | { readonly is: 'later'; readonly retryAfterMs: number | null }
  | { readonly is: 'parked' }
  | { readonly is: 'sign-in' }
  | { readonly is: 'upgrade' }
  | { readonly is: 'refused'; readonly problem: OpProblem };

/** A sent operation's end: its verdict, to be sent again alone, or never sent after all. */
export type Ending =
  | Verdict
  | { readonly is: 'again' }
  | { readonly is: 'untaken' }
  /** Unknown, and the backend has no ledger to absorb a repeat: looked up, never resent automatically. */
  | { readonly is: 'unsure' };

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
