import type { BytesRow } from './blobs.ts';
import type { Row } from './disk.ts';
import type { JournalTable, Line } from './journal.ts';
import type { OpRow } from './outbox-rows.ts';

/** What older apps kept beside the database: rows in the browser's cache, twice. Read once at this version's first start, then dropped. */
export interface OlderCopy {
  readonly read: () => Promise<readonly Line[]>;
  readonly drop: () => Promise<void>;
}

const versionOf = (held: Response): number => Number(held.headers.get('x-version') ?? 1);

async function rowIn(held: Response, table: JournalTable, key: string): Promise<Row | null> {
  try {
    if (table !== 'blobBytes') return (await held.json()) as Row;
    const row: BytesRow = { key, bytes: new Uint8Array(await held.arrayBuffer()) };
    return row;
  } catch (thrown) {
    // Torn: the other copy has it.
    if (thrown instanceof SyntaxError || thrown instanceof TypeError) return null;
    throw thrown;
  }
}

async function lineAt(cache: Cache, path: string): Promise<Line | null> {
  const [table = '', name = ''] = path.split('/').slice(2);
  const [kept, key] = [table as JournalTable, decodeURIComponent(name)];
  const places = await Promise.all([cache.match(path), cache.match(`${path}?2`)]);
  const held = places.filter((place) => place !== undefined).toSorted((a, b) => versionOf(b) - versionOf(a));
  for (const one of held) {
    const row = await rowIn(one, kept, key);
    if (row) return { table: kept, name: kept === 'outbox' ? (row as OpRow).op.opId : key, row };
  }
  return null;
}

export const openOlderCopy = (caches: CacheStorage, userId: string): OlderCopy => {
  const name = `copia:${userId}`;
  return {
    read: async () => {
      if (!(await caches.has(name))) return [];
      const cache = await caches.open(name);
      const paths = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
      const lines = await Promise.all([...paths].map((path) => lineAt(cache, path)));
      return lines.filter((line) => line !== null);
    },
    drop: async () => void (await caches.delete(name)),
  };
};
