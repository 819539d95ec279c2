import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { addressesOf } from './addresses.ts';
import { batchBodyLimit } from './base.ts';
import { asDispatched, type Dispatcher } from './dispatcher.ts';
import { refuseAtEdge } from './refusals.ts';

const bodyLimit = 256 * 1024;

/** Every call that carries JSON both ways, each under the limit of its endpoint. */
export async function registerApi(api: FastifyInstance, core: Dispatcher): Promise<void> {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const query = request.query as Record<string, string | string[]>;
    // A question asked twice has two answers: it is nobody's to choose (trust.md row 123).
    if (Object.values(query).some(Array.isArray)) return await refuseAtEdge('INVALID_BODY', request, reply);
    const answer = await core.dispatch(asDispatched(request, request.body));
    return await reply.code(answer.status).headers(answer.headers).send(answer.body);
  };
  const limited = (groupId: string, max: number) => ({ rateLimit: { groupId, max, timeWindow: '1 minute' } });
  // A farm house is one address with many people behind it: high by address; the tight limit is by account (trust.md row 6).
  const perMinute = 30;
  // The outbox has a bucket of its own, so that a flood of reads never holds up records (trust.md row 154).
  const outbox = limited('outbox', 3000);
  const at = (row: Pick<Endpoint, 'path' | 'aliases'>, config: object, most = bodyLimit): void => {
    for (const url of addressesOf(row)) api.route({ method: 'POST', url, config, bodyLimit: most, handler });
  };
  at(endpoints.logIn, limited('log-in', perMinute));
  at(endpoints.signUp, limited('sign-up', perMinute));
  // Codes are guessed here, if anywhere: each has five tries, and an address has few in all.
  const recovery = limited('recovery', perMinute);
  const { sendRecoveryCode, verifyRecoveryCode, resetPassword, setInitialPassword } = endpoints;
  for (const row of [sendRecoveryCode, verifyRecoveryCode, resetPassword, setInitialPassword]) at(row, recovery);
  at(endpoints.operations, outbox, batchBodyLimit);
  api.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE'], url: '/api/*', config: outbox, bodyLimit, handler });
  api.route({ method: 'GET', url: '/api/*', config: limited('reads', 3000), handler });
}
