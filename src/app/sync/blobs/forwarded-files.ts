/** Where files wait that another app of the phone shared with this one (ux.md §2.1): no account is known yet when they come. */
const cacheName = 'compartido';
const folder = '/compartido/';

const days = (count: number): number => count * 86_400_000;

/** After that a file is to be shared anew, and does not stay on a phone. */
const retentionMs = days(14);

/** A file that was shared and is on no invoice yet. */
export interface SharedFile {
  /** What it is taken away by. */
  readonly address: string;
  /** What it was shared with, in one go. */
  readonly share: string;
  readonly file: File;
}

type Caches = Pick<CacheStorage, 'open'>;

/** Keeps what was shared in one go, under its name and type. Rejects where the phone has no room. */
export async function keepShared(caches: Caches, share: string, files: readonly File[], nowMs: number): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const [index, file] of files.entries()) {
    const headers = {
      'content-type': file.type || 'application/octet-stream',
      'x-name': encodeURIComponent(file.name),
      'x-at': String(nowMs),
    };
    await cache.put(`${folder}${share}/${index}`, new Response(file, { headers }));
  }
}

/** What waits, in the order in which it came; what is too old goes. */
export async function sharedFiles(caches: Caches, nowMs: number): Promise<readonly SharedFile[]> {
  const cache = await caches.open(cacheName);
  const found: (SharedFile & { readonly at: number })[] = [];
  for (const request of await cache.keys()) {
    const held = await cache.match(request);
    const at = Number(held?.headers.get('x-at'));
    if (!held || at < nowMs - retentionMs) await cache.delete(request);
    else {
      const address = new URL(request.url).pathname;
      const name = decodeURIComponent(held.headers.get('x-name') ?? '') || 'archivo';
      const file = new File([await held.blob()], name, { type: held.headers.get('content-type') ?? '' });
      found.push({ address, share: address.split('/')[2] ?? '', file, at });
    }
  }
  return found.toSorted((a, b) => a.at - b.at || (a.address < b.address ? -1 : 1));
}

/** Takes one away: it is on an invoice, or nobody wants it. */
export async function dropShared(caches: Caches, address: string): Promise<void> {
  await (await caches.open(cacheName)).delete(address);
}
