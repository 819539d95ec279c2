import type { Audio } from '../../frame/incoming.ts';
import type { WhatsAppAccount } from './whatsapp.ts';

const largestBytes = 16 * 1024 * 1024;
const answerWithinMs = 20_000;

/** The provider's own houses: our token goes to no other, whatever an answer says (trust.md row 30). */
const providerHosts = /(^|\.)(facebook\.com|fbsbx\.com|fbcdn\.net|whatsapp\.net)$/;

/** The bytes of a voice message: the provider gives an address for its id, and the sound at that address. Throws when it cannot be had. */
export async function fetchAudio(account: WhatsAppAccount, id: string): Promise<Audio> {
  const about = await ask(account, `${account.apiUrl}/${id}`);
  const { url, mime_type } = (await about.json()) as { readonly url?: unknown; readonly mime_type?: unknown };
  if (typeof url !== 'string' || !isProviders(account, url))
    throw new Error('A voice message lies at a strange address');
  const sound = await ask(account, url);
  const type = typeof mime_type === 'string' ? mime_type : (sound.headers.get('content-type') ?? '');
  if (!/^audio\/[\w.+-]+(; ?codecs=[\w.]+)?$/.test(type)) throw new Error('A voice message is no sound');
  return { type, bytes: await readAtMost(sound, largestBytes) };
}

async function ask(account: WhatsAppAccount, url: string): Promise<Response> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${account.token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  });
  if (!answer.ok) throw new Error(`The messaging provider answered ${answer.status} for a voice message`);
  return answer;
}

function isProviders(account: WhatsAppAccount, address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url) return false;
  return (
    url.origin === new URL(account.apiUrl).origin || (url.protocol === 'https:' && providerHosts.test(url.hostname))
  );
}

async function readAtMost(answer: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > most) throw new Error('A voice message is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
