import type { BytesRow } from './blobs.ts';
import type { Row } from './disk.ts';
import type { CopiedRow, CopiedTable, CopyChanges, SecondCopy } from './second-copy.ts';

/** A save does not wait longer than this for its copy: it is on the disk already. */
const longestMs = 3_000;

const addressOf = (table: CopiedTable, key: string): string => `/copia/${table}/${encodeURIComponent(key)}`;

function placeOf(address: string): { readonly table: CopiedTable; readonly key: string } {
  const [table = '', key = ''] = new URL(address).pathname.split('/').slice(2);
  return { table: table as CopiedTable, key: decodeURIComponent(key) };
}

/** Bytes are kept as they are, everything else as JSON. */
const bodyOf = ({ table, row }: CopiedRow): Response =>
  new Response(table === 'blobBytes' ? (row as BytesRow).bytes : JSON.stringify(row));

async function rowOf(cache: Cache, request: Request): Promise<CopiedRow | null> {
  const { table, key } = placeOf(request.url);
  const held = await cache.match(request);
  if (!held) return null;
  try {
    if (table === 'blobBytes') {
      const row: BytesRow = { key, bytes: new Uint8Array(await held.arrayBuffer()) };
      return { table, row };
    }
    return { table, row: (await held.json()) as Row };
  } catch (thrown) {
    // Cut off while it was written: the save that it belonged to was never told as saved.
    if (thrown instanceof SyntaxError || thrown instanceof TypeError) return null;
    throw thrown;
  }
}

async function within<T>(ms: number, task: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`The second copy took longer than ${ms} ms`));
    }, ms);
  });
  try {
    return await Promise.race([task, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The second copy in the browser's cache storage: files of its own, apart from the database's, one for each row, so that tabs do not
 * meet and a torn one takes no other with it.
 */
export function openCacheCopy(caches: CacheStorage, userId: string): SecondCopy {
  let opened: Promise<Cache> | null = null;
  const wake = async (): Promise<Cache> => {
    const cache = await caches.open(`copia:${userId}`);
    // After a dead battery Chromium reads its list of the files anew and writes it down. A file that is made in that moment stands on the
    // disk, and is in no list at the next start: seen once in thirty kills. Asking for all of them waits until the list is there.
    await cache.keys();
    return cache;
  };
  const open = (): Promise<Cache> => {
    opened ??= wake().catch((thrown: unknown) => {
      opened = null;
      throw thrown;
    });
    return opened;
  };
  // At the start, when nothing waits for it yet; what goes wrong is heard by the first that writes.
  open().catch(() => undefined);
  const write = async ({ put, remove }: CopyChanges): Promise<void> => {
    const cache = await open();
    await Promise.all(put.map((copied) => cache.put(addressOf(copied.table, copied.row.key), bodyOf(copied))));
    await Promise.all(remove.map(({ table, key }) => cache.delete(addressOf(table, key))));
  };
  return {
    write: (changes) => within(longestMs, write(changes)),
    read: async () => {
      const cache = await open();
      const rows = await Promise.all((await cache.keys()).map((request) => rowOf(cache, request)));
      return rows.filter((row) => row !== null);
    },
  };
}
