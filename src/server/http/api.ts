import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { hear } from './addresses.ts';
import { asDispatched, type Dispatcher } from './dispatcher.ts';
import { countedAs } from './limits.ts';
import { refuseAtEdge } from './refusals.ts';

const bodyLimit = 256 * 1024;

/** Whether a JSON call has its own limits. */
const isSpecial = ({ carries, counted, most }: Endpoint): boolean =>
  carries === null && (counted !== 'calls' || most !== null);

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Registers every JSON call. */
export async function registerApi(api: FastifyInstance, core: Dispatcher, calls: readonly Endpoint[]): Promise<void> {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const query = request.query as Record<string, string | string[]>;
    // A repeated parameter is ambiguous (trust.md row 123).
    if (Object.values(query).some(Array.isArray)) return await refuseAtEdge('INVALID_BODY', request, reply);
    const answer = await core.dispatch(asDispatched(request, request.body));
    reply.code(answer.status).headers(answer.headers);
    const { json, parts, body } = answer;
    if (!json && !parts) return await reply.send(body);
    return await reply.type('application/json; charset=utf-8').send(json ? asBuffer(json) : parts);
  };
  for (const call of calls.filter(isSpecial)) hear(api, call, { bodyLimit: call.most ?? bodyLimit, handler });
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  api.route({ method, url: '/api/*', config: countedAs('calls'), bodyLimit, handler });
}
