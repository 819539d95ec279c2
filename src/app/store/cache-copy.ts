import type { BytesRow } from './blobs.ts';
import type { Row } from './disk.ts';
import type { CopiedName, CopiedRow, CopiedTable, CopyChanges, SecondCopy } from './second-copy.ts';

/** A save does not wait longer than this for its copy: it is on the disk already. */
const longestMs = 3_000;

/**
 * Every row has two places. A browser that puts a file where one stands takes the old one away before the new one is whole: a battery
 * that goes flat between the two took the record whose first sending was being noted. The older place is written, the newer one stays.
 */
const places = ['', '?2'] as const;
const versionHeader = 'x-version';

const addressOf = ({ table, key }: CopiedName, place: string): string =>
  `/copia/${table}/${encodeURIComponent(key)}${place}`;

function nameAt(path: string): CopiedName {
  const [table = '', key = ''] = path.split('/').slice(2);
  return { table: table as CopiedTable, key: decodeURIComponent(key) };
}

/** Bytes are kept as they are, everything else as JSON. */
const bodyOf = ({ table, row }: CopiedRow, version: number): Response =>
  new Response(table === 'blobBytes' ? (row as BytesRow).bytes : JSON.stringify(row), {
    headers: { [versionHeader]: String(version) },
  });

interface Held {
  readonly address: string;
  /** 0 where nothing stands, or nothing that can be read. */
  readonly version: number;
}

/** The two places of a row, the older one first. */
async function placesOf(cache: Cache, name: CopiedName): Promise<readonly [Held, Held]> {
  const look = async (place: string): Promise<Held> => {
    const address = addressOf(name, place);
    const held = await cache.match(address);
    return { address, version: held ? Number(held.headers.get(versionHeader) ?? 1) : 0 };
  };
  const [first, second] = await Promise.all([look(places[0]), look(places[1])]);
  return first.version < second.version ? [first, second] : [second, first];
}

async function put(cache: Cache, copied: CopiedRow): Promise<void> {
  const [older, newer] = await placesOf(cache, { table: copied.table, key: copied.row.key });
  // Bytes are named by what they say: those that stand are these.
  if (copied.table === 'blobBytes' && newer.version > 0) return;
  await cache.put(older.address, bodyOf(copied, newer.version + 1));
}

/** The older one goes first: a record that was sent must not come back as one that was not. */
async function remove(cache: Cache, name: CopiedName): Promise<void> {
  for (const { address } of await placesOf(cache, name)) await cache.delete(address);
}

async function rowAt(cache: Cache, { table, key }: CopiedName, address: string): Promise<Row | null> {
  const held = await cache.match(address);
  if (!held) return null;
  try {
    if (table !== 'blobBytes') return (await held.json()) as Row;
    const row: BytesRow = { key, bytes: new Uint8Array(await held.arrayBuffer()) };
    return row;
  } catch (thrown) {
    // Cut off while it was written: what it was before stands in the other place, or the save was never told as saved.
    if (thrown instanceof SyntaxError || thrown instanceof TypeError) return null;
    throw thrown;
  }
}

async function rowOf(cache: Cache, name: CopiedName): Promise<CopiedRow | null> {
  const [older, newer] = await placesOf(cache, name);
  const row = (await rowAt(cache, name, newer.address)) ?? (await rowAt(cache, name, older.address));
  return row && { table: name.table, row };
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
 * The second copy in the browser's cache storage: files of its own, apart from the database's, for each row its own, so that tabs
 * do not meet and a torn one takes no other with it.
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
  const write = async (changes: CopyChanges): Promise<void> => {
    const cache = await open();
    await Promise.all(changes.put.map((copied) => put(cache, copied)));
    await Promise.all(changes.remove.map((name) => remove(cache, name)));
  };
  return {
    write: (changes) => within(longestMs, write(changes)),
    read: async () => {
      const cache = await open();
      // One name for both places.
      const addresses = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
      const rows = await Promise.all([...addresses].map((path) => rowOf(cache, nameAt(path))));
      return rows.filter((row) => row !== null);
    },
  };
}
