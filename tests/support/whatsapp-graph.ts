import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const secret = 'secreto';

/** The messaging provider as the server sees it: takes every message, and has one voice message to fetch. */
export interface Graph {
  /** Of a server that has an account there. */
  readonly settings: Readonly<Record<string, string>>;
  /** Knocks at the server with a voice message from a telephone. */
  readonly sendVoice: (server: string, phone: string) => Promise<number>;
  readonly close: () => Promise<void>;
}

export async function openGraph(sound: Uint8Array): Promise<Graph> {
  const graph: Server = createServer((request, response) => {
    request.resume();
    const origin = `http://${request.headers.host ?? ''}`;
    if (request.url === '/v21.0/sound-1')
      response.end(JSON.stringify({ url: `${origin}/bytes`, mime_type: 'audio/ogg; codecs=opus' }));
    else if (request.url === '/bytes') response.end(sound);
    else response.end(JSON.stringify({ messages: [{ id: `wamid.${randomUUID()}` }] }));
  });
  await new Promise<void>((resolve) => graph.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(graph.address() as AddressInfo).port}/v21.0`;
  const sendVoice = async (server: string, phone: string): Promise<number> => {
    const message = { id: `wamid.${randomUUID()}`, from: phone.slice(1), timestamp: '1700000000' };
    const value = { metadata: { phone_number_id: '111' }, messages: [{ ...message, audio: { id: 'sound-1' } }] };
    const body = JSON.stringify({ entry: [{ changes: [{ value }] }] });
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
    return (await fetch(`${server}/api/whatsapp/webhook`, { method: 'POST', headers, body })).status;
  };
  return {
    settings: {
      WHATSAPP_TOKEN: 'llave',
      WHATSAPP_PHONE_ID: '111',
      WHATSAPP_APP_SECRET: secret,
      WHATSAPP_VERIFY_TOKEN: 'palabra',
      WHATSAPP_API_URL: address,
    },
    sendVoice,
    close: () => new Promise((resolve) => graph.close(() => resolve())),
  };
}
