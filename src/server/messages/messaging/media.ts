import { attachmentTypeOf, fileTypeOf } from '../../../domain/index.ts';
import type { Media, MediaKind } from '../incoming.ts';
import type { WhatsAppAccount } from './whatsapp.ts';

const largestBytes = 16 * 1024 * 1024;
const answerWithinMs = 20_000;

/** The provider's hosts: our token goes to no other, whatever an answer says (trust.md row 30). */
const providerHosts = /(^|\.)(facebook\.com|fbsbx\.com|fbcdn\.net|whatsapp\.net)$/;

/** Permanent: retrying does not help. */
export class NotToBeHad extends Error {}

/** Temporary answers: a token being renewed, too many calls, a failure of theirs. */
const mayPass = (status: number): boolean => [401, 403, 408, 429].includes(status) || status >= 500;

/** Downloads an attachment: the provider gives a URL for its id. Throws `NotToBeHad` if permanent, else another error. */
export async function fetchMedia(account: WhatsAppAccount, kind: MediaKind, id: string): Promise<Media> {
  const about = await ask(account, `${account.apiUrl}/${id}`);
  const { url, mime_type } = (await about.json()) as { readonly url?: unknown; readonly mime_type?: unknown };
  if (typeof url !== 'string' || !isProviders(account, url)) throw new NotToBeHad('It lies at a strange address');
  const answer = await ask(account, url);
  const said = typeof mime_type === 'string' ? mime_type : (answer.headers.get('content-type') ?? '');
  const bytes = await readAtMost(answer, largestBytes);
  return { type: typeOf(kind, said, bytes), bytes };
}

/** The type by content, whatever the sender says; sounds by the provider, who has checked them. */
function typeOf(kind: MediaKind, said: string, bytes: Uint8Array): string {
  if (kind === 'audio') {
    if (!/^audio\/[\w.+-]+(; ?codecs=[\w.]+)?$/.test(said)) throw new NotToBeHad('A voice message is no sound');
    return said;
  }
  const found = fileTypeOf(bytes) ?? attachmentTypeOf(bytes);
  if (kind === 'image' && !found?.startsWith('image/')) throw new NotToBeHad('A picture is none');
  // Unknown documents are stored for download, never shown.
  return found ?? 'application/octet-stream';
}

async function ask(account: WhatsAppAccount, url: string): Promise<Response> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${account.token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithinMs),
  });
  if (answer.ok) return answer;
  const words = `The messaging provider answered ${answer.status} for what a message carries`;
  throw mayPass(answer.status) ? new Error(words) : new NotToBeHad(words);
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
    if (size > most) throw new NotToBeHad('It is too large');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
