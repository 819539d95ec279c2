import { headers as headerNames } from '../../contract/constants.ts';
import type { Inside } from './admit.ts';
import { keepRejected } from './rejected.ts';
import type { CoreRequest, CoreResponse } from './exchange.ts';
import { epochFor } from './life.ts';
import { problemOf, refusalAnswer } from './problem-of.ts';

type Ports = Parameters<typeof keepRejected>[0] & Parameters<typeof epochFor>[0];

interface Failed {
  readonly request: CoreRequest;
  readonly inside: Inside;
  readonly requestId: string;
  readonly marks: CoreResponse['headers'];
}

/** Answers a failed call, after storing it for the office where due. */
export async function answerRefused(
  ports: Ports,
  error: unknown,
  { request, inside, requestId, marks }: Failed,
): Promise<CoreResponse> {
  const foreseen = problemOf(error);
  if (foreseen.code === 'SERVER_ERROR') ports.onBug(error, requestId);
  const isJudgedBefore = inside?.isDecided === true;
  const author = inside?.author ?? null;
  const problem = isJudgedBefore
    ? foreseen
    : await keepRejected(ports, { request, author }, error, foreseen, requestId);
  const epoch = inside === null ? await epochFor(ports, request) : null;
  return refusalAnswer(problem, { ...marks, ...(epoch !== null && { [headerNames.epoch]: epoch }) });
}
