/** Files shared from another app (ux.md §2.1): no account is known yet when they arrive. */
const cacheName = 'compartido';
const folder = '/compartido/';

const days = (count: number): number => count * 86_400_000;

/** Then a file must be shared again. */
const retentionMs = days(14);

export interface SharedFile {
  /** Its key for `dropShared`. */
  readonly address: string;
  readonly share: string;
  readonly file: File;
}

type Caches = Pick<CacheStorage, 'open'>;

/** Keeps files shared together, with name and type. Rejects when the phone is full. */
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

/** Waiting files in order of arrival; drops old ones. */
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

/** Removes one: it is on an invoice, or unwanted. */
export async function dropShared(caches: Caches, address: string): Promise<void> {
  await (await caches.open(cacheName)).delete(address);
}
