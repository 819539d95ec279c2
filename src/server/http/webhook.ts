import type { FastifyInstance } from 'fastify';
import type { Webhook } from '../messages/messaging/webhook.ts';

/** Configured at the messaging provider (README); not a call of the contract. */
const address = '/api/whatsapp/webhook';

/** The messaging provider's webhook. The body stays raw: its signature is over the bytes. */
export async function serveWebhook(app: FastifyInstance, webhook: Webhook): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.get(address, async (request, reply) => {
      const challenge = webhook.verify(request.query as Record<string, unknown>);
      return await reply
        .code(challenge === null ? 403 : 200)
        .type('text/plain')
        .send(challenge ?? '');
    });
    scope.post(address, async (request, reply) => {
      const signature = request.headers['x-hub-signature-256'];
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const status = await webhook.receive(body, typeof signature === 'string' ? signature : undefined);
      return await reply.code(status).send();
    });
  });
}
