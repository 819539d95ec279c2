import type { FastifyInstance, FastifyReply } from 'fastify';
import { contractVersion, headers } from '../../../contract/constants.ts';
import { openApiDocument } from '../../../contract/openapi.ts';
import { type ReferenceDocument, referencePage } from './page.ts';
import { referenceStyle } from './style.ts';

/** Serves the API's description: /api/openapi.json, and /api/docs for people. Made on the first request. */
export async function serveReference(app: FastifyInstance): Promise<void> {
  let made: { readonly json: string; readonly page: string } | null = null;
  const reference = () => {
    if (made) return made;
    const document = openApiDocument();
    made = { json: JSON.stringify(document), page: referencePage(document as unknown as ReferenceDocument) };
    return made;
  };
  const send = (reply: FastifyReply, type: string, text: string): FastifyReply =>
    reply
      .headers({ 'content-type': type, 'cache-control': 'no-cache', [headers.contract]: contractVersion })
      .send(text);
  app.get('/api/openapi.json', (_request, reply) => send(reply, 'application/json; charset=utf-8', reference().json));
  app.get('/api/docs', (_request, reply) => send(reply, 'text/html; charset=utf-8', reference().page));
  app.get('/api/docs.css', (_request, reply) => send(reply, 'text/css; charset=utf-8', referenceStyle));
}
