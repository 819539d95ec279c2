import { type Endpoint, fillPath } from '#contract/endpoint.ts';
import { sentences } from '#contract/sentences.ts';
import { failure, type Result, success } from '#domain/result.ts';
import type { Reply } from '#net/reply.ts';
import { failureOf } from './calls.ts';
import type { Session, SignInFailure } from './session.ts';

/** A failed call as a form shows it. */
export interface CallFailure extends SignInFailure {
  /** Null where nobody answered. */
  readonly code: string | null;
  readonly retryAfterMs: number | null;
}

interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string>>;
}

/**
 * Makes a call of the contract and parses its answer by schema; without a token where none is asked. Throws only for a missing path
 * parameter.
 */
export async function ask<E extends Endpoint>(
  session: Pick<Session, 'call' | 'send'>,
  endpoint: E,
  { params = {}, body, query }: Given = {},
): Promise<Result<E['answer']['_zod']['output'], CallFailure>> {
  const { method, path, who, answer } = endpoint;
  const request = {
    method,
    path: fillPath(path, params),
    ...(body !== undefined && { body }),
    ...(query && { query }),
  };
  const reply = who === 'none' ? await session.send(request) : await session.call(request);
  const read = reply.outcome === 'answer' ? answer.safeParse(reply.body) : null;
  return read?.success ? success(read.data) : failure(callFailureOf(reply));
}

/** The sentences of product.md §8; an answer of another shape is a server error. */
export function callFailureOf(reply: Reply): CallFailure {
  if (reply.outcome === 'answer') {
    return { message: sentences.unexpectedServerError, issues: [], code: null, retryAfterMs: null };
  }
  const problem = failureOf(reply);
  if (reply.outcome === 'unreachable') return { ...problem, code: null, retryAfterMs: null };
  return { ...problem, code: reply.problem.code, retryAfterMs: reply.problem.retryAfterMs };
}
