import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { contractVersion, headers as headerNames } from '../../contract/constants.ts';
import { type ProblemCode, problems } from '../../contract/problems.ts';

const codes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'INVALID_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'INVALID_JSON',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'FILE_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_FILES_LIMIT: 'BODY_TOO_LARGE',
  FST_PARTS_LIMIT: 'BODY_TOO_LARGE',
  FST_FIELDS_LIMIT: 'BODY_TOO_LARGE',
  FST_ERR_BAD_URL: 'NOT_FOUND',
};

/** An edge failure's problem code. */
export function problemOf(error: FastifyError): ProblemCode {
  if (error.statusCode === 429) return 'RATE_LIMITED';
  return codes[error.code] ?? ((error.statusCode ?? 500) < 500 ? 'INVALID_BODY' : 'SERVER_ERROR');
}

/** Answers an edge failure; an unforeseen one is logged as a bug. */
export async function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const code = problemOf(error);
  if (code === 'SERVER_ERROR') request.log.error({ err: error }, 'unforeseen');
  // Fastify would close the line under a body it does not read, and who is still sending it would lose the answer too.
  reply.removeHeader('connection');
  request.raw.resume();
  await refuseAtEdge(code, request, reply);
}

/** Refuses as the core would. */
export async function refuseAtEdge(code: ProblemCode, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await reply
    .code(problems[code].status)
    .headers({
      [headerNames.contract]: contractVersion,
      [headerNames.requestId]: request.id,
      'cache-control': 'no-store',
    })
    .send({ ok: false, code, message: problems[code].message });
}
