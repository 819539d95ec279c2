import { type Problem, problems, sentenceOf } from '../../contract/problems.ts';
import { KeyMismatch } from '../database/commit.ts';
import type { CoreResponse } from './exchange.ts';
import { Refusal } from './call.ts';

/** PostgreSQL unreachable, starting, stopping, full or giving up on conflicts, or the network down. */
const isUnreachable = /^(08|57P0|53|40)|^E(CONN|PIPE|TIMEDOUT|HOST|NOTFOUND)/;

/** The driver's messages for broken connections, which carry no code. */
const isCutOff = /not queryable|^Error Connection terminated|timeout exceeded when trying to connect/;

/** Maps what was thrown to a problem: refusals by their code, database faults as such, the rest as a bug. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Refusal) return error.problem;
  if (error instanceof KeyMismatch) return { code: 'IDEMPOTENCY_MISMATCH' };
  const { sqliteCodeName } = (error ?? {}) as { readonly sqliteCodeName?: unknown };
  const text = error instanceof Error ? `${error.name} ${error.message} ${String(sqliteCodeName)}` : '';
  if (
    /SQLITE_(BUSY|IOERR|FULL|READONLY)|database is locked|disk I\/O|disk is full/i.test(text) ||
    isCutOff.test(text)
  ) {
    return { code: 'DATABASE_UNAVAILABLE' };
  }
  const { code } = (error ?? {}) as { readonly code?: unknown };
  // The id is taken in a farm that this one cannot see.
  if (code === '23505') return { code: 'CONFLICT' };
  if (typeof code === 'string' && isUnreachable.test(code)) return { code: 'DATABASE_UNAVAILABLE' };
  return { code: 'SERVER_ERROR' };
}

/** Whether it is a refusal, not a bug. */
export const isForeseen = (error: unknown): boolean => error instanceof Refusal || error instanceof KeyMismatch;

/** The HTTP status of what was thrown. */
export const statusOf = (error: unknown): number => problems[problemOf(error).code].status;

/** The response for a problem. */
export function refusalAnswer(problem: Problem, marks: Readonly<Record<string, string>>): CoreResponse {
  const retryAfter = problem.parts?.retry_after;
  return {
    status: problems[problem.code].status,
    headers: { ...marks, ...(typeof retryAfter === 'number' && { 'retry-after': String(retryAfter) }) },
    body: {
      ok: false,
      code: problem.code,
      message: sentenceOf(problem),
      ...(problem.issues && { issues: problem.issues }),
      ...problem.parts,
    },
  };
}
