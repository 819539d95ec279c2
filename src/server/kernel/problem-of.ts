import { type Problem, problems, sentenceOf } from '../../contract/problems.ts';
import { KeyMismatch } from '../database/commit.ts';
import type { CoreResponse } from './exchange.ts';
import { Refusal } from './call.ts';

/** PostgreSQL cannot be reached, is starting or stopping, is full, gave others the way too often, or the network is. */
const isUnreachable = /^(08|57P0|53|40)|^E(CONN|PIPE|TIMEDOUT|HOST|NOTFOUND)/;

/** The driver's own words for a connection that broke or that it could not get: they come without a code. */
const isCutOff = /not queryable|^Error Connection terminated|timeout exceeded when trying to connect/;

/** What was thrown, as a problem: foreseen ones by their code, a database that cannot write as such, the rest as a bug. */
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
  // An id that is taken where this farm cannot see it.
  if (code === '23505') return { code: 'CONFLICT' };
  if (typeof code === 'string' && isUnreachable.test(code)) return { code: 'DATABASE_UNAVAILABLE' };
  return { code: 'SERVER_ERROR' };
}

/** Whether what was thrown is a refusal; everything else nobody foresaw. */
export const isForeseen = (error: unknown): boolean => error instanceof Refusal || error instanceof KeyMismatch;

/** The status that what was thrown is answered with. */
export const statusOf = (error: unknown): number => problems[problemOf(error).code].status;

/** A problem as it is answered, under the marks of every answer. */
export function refusalAnswer(problem: Problem, marks: Readonly<Record<string, string>>): CoreResponse {
  const retryAfter = problem.parts?.['retry_after'];
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
