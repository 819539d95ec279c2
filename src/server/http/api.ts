import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { addressesOf } from './addresses.ts';
import { batchBodyLimit } from './base.ts';
import { asDispatched, type Dispatcher } from './dispatcher.ts';
import { countedAs } from './limits.ts';
import { refuseAtEdge } from './refusals.ts';

const bodyLimit = 256 * 1024;

/** Every call that carries JSON both ways, each counted as what it is. */
export async function registerApi(api: FastifyInstance, core: Dispatcher): Promise<void> {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const query = request.query as Record<string, string | string[]>;
    // A question asked twice has two answers: it is nobody's to choose (trust.md row 123).
    if (Object.values(query).some(Array.isArray)) return await refuseAtEdge('INVALID_BODY', request, reply);
    const answer = await core.dispatch(asDispatched(request, request.body));
    return await reply.code(answer.status).headers(answer.headers).send(answer.body);
  };
  const at = (row: Pick<Endpoint, 'path' | 'aliases'>, config: object, most = bodyLimit): void => {
    for (const url of addressesOf(row)) api.route({ method: 'POST', url, config, bodyLimit: most, handler });
  };
  at(endpoints.logIn, countedAs('log-in'));
  at(endpoints.signUp, countedAs('sign-up'));
  // Codes are guessed here, if anywhere: each has five tries, and an address has few in all.
  const { sendRecoveryCode, verifyRecoveryCode, resetPassword, setInitialPassword } = endpoints;
  for (const row of [sendRecoveryCode, verifyRecoveryCode, resetPassword, setInitialPassword])
    at(row, countedAs('recovery'));
  at(endpoints.operations, countedAs('calls'), batchBodyLimit);
  // Whoever watches over the server is never told to wait.
  api.route({ method: 'GET', url: endpoints.health.path, handler });
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  api.route({ method, url: '/api/*', config: countedAs('calls'), bodyLimit, handler });
}
