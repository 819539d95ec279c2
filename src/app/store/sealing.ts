import type { BlobRow, BytesRow } from './blobs.ts';
import { hasCiphers } from './ciphers.ts';
import { type Disk, keyValues, type Row, startingWith } from './disk.ts';
import { isOwed } from './journal-rows.ts';
import { rejected } from './op.ts';
import type { KeyValueRow, OpRow, SyncRow } from './outbox-rows.ts';
import { farmOf, partBytes, sealedAt, type SealedGroup, type SealedPart } from './sealed-rows.ts';
import { sealBytes, type SealingKey, type SealingStore } from './storage-seal.ts';
import { StorageFailure } from './store.ts';

const sealingKey = 'sealing-key';
const rowsTogether = 200;
/** Closing tabs may still write, and journals may hold more than the tables. */
const mostRounds = 5;

interface Source {
  readonly table: SealedPart['table'];
  readonly prefix: string;
  readonly group: (row: Row) => SealedGroup;
}

const ofPhoto = (row: Row): SealedGroup => (isOwed(row as BlobRow) ? 'waits' : 'sent');

/** In a farm that its person left, what its server took and what it did not is his in different ways. */
function ofLeftFarm(row: Row): SealedGroup {
  const { state } = (row as OpRow).op;
  if (state === rejected) return 'refused';
  return state === 'acked' || state === 'discarded' ? 'sent' : 'left';
}

/** What remains once the server's own is forgotten: of all farms, or of one. */
const sourcesOf = (farm: string | null): readonly Source[] => {
  const prefix = farm === null ? '' : `${farm}/`;
  return [
    { table: 'outbox', prefix, group: farm === null ? () => 'waits' : ofLeftFarm },
    { table: 'things', prefix: farm === null ? '' : `${farm}#`, group: () => (farm === null ? 'waits' : 'names') },
    { table: 'blobs', prefix, group: ofPhoto },
    { table: 'archive', prefix, group: () => 'sent' },
    { table: keyValues, prefix: `draft/${prefix}`, group: () => 'typed' },
  ];
};

/** The first rows of a page that share farm and group, and their place. */
function together({ table, group }: Source, page: readonly Row[]) {
  const placeOf = (row: Row): string => sealedAt(group(row), farmOf(table, row.key));
  const [first] = page;
  if (!first) return null;
  const place = placeOf(first);
  const end = page.findIndex((row) => placeOf(row) !== place);
  const isApart = table === 'blobs' || group(first) === 'left' || group(first) === 'refused';
  const most = isApart ? 1 : page.length;
  return { place, rows: page.slice(0, Math.min(end === -1 ? page.length : end, most)) };
}

const isSame = (before: readonly Row[], now: readonly (Row | undefined)[]): boolean =>
  JSON.stringify(before) === JSON.stringify(now);

/** Sorts by the order of sealing, across pages. */
let sealedHere = 0;
function orderOf(): string {
  sealedHere += 1;
  const chance = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `${String(Date.now()).padStart(15, '0')}-${String(sealedHere).padStart(6, '0')}-${chance.toString(36)}`;
}

/** Seals rows in place; false if they changed meanwhile (encryption cannot run inside a transaction). */
async function sealRows(disk: Disk, key: SealingKey, table: SealedPart['table'], at: string, rows: readonly Row[]) {
  const keys = rows.map((row) => row.key);
  const held =
    table === 'blobs'
      ? await disk.transact('read', ['blobBytes'], async (tables) => (await tables.blobBytes.get<BytesRow>(keys))[0])
      : undefined;
  const place = `${at}${orderOf()}`;
  const bytes = await sealBytes(key, place, partBytes({ table, rows, ...(held && { bytes: held.bytes }) }));
  const names = [table, 'blobBytes', 'sealed'] as const;
  return disk.transact('write', names, async (tables) => {
    const now = await tables[table].get(keys);
    if (!isSame(rows, now)) return false;
    await tables.sealed.put([{ key: place, bytes } satisfies BytesRow]);
    await tables[table].remove(keys);
    if (table === 'blobs') await tables.blobBytes.remove(keys);
    return true;
  });
}

/** Seals a source; gives the number of rows. A row that changed is left to the next round. */
async function sealSource(disk: Disk, key: SealingKey, source: Source): Promise<number> {
  const { to } = startingWith(source.prefix);
  let from = source.prefix;
  let sealed = 0;
  for (;;) {
    const page = await disk.transact('read', [source.table], (tables) =>
      Promise.resolve(tables[source.table].range({ from, to, limit: rowsTogether })),
    );
    const next = together(source, page);
    const last = next?.rows.at(-1);
    if (!next || !last) return sealed;
    from = `${last.key}\0`;
    if (await sealRows(disk, key, source.table, next.place, next.rows)) sealed += next.rows.length;
  }
}

async function sealAll(disk: Disk, key: SealingKey, sources: readonly Source[]): Promise<number> {
  let sealed = 0;
  for (const source of sources) sealed += await sealSource(disk, key, source);
  return sealed;
}

/** Whose rows to seal; null: everyone's. Every farm this device knows has a `sync` row. */
async function farmsOf(disk: Disk, which: Parameters<SealingStore['seal']>[0]): Promise<readonly (string | null)[]> {
  if (which === 'all') return [null];
  if ('of' in which) return [which.of];
  const rows = await disk.transact('read', ['sync'], (tables) =>
    Promise.resolve(tables.sync.range<SyncRow>(startingWith(''))),
  );
  return rows.map(({ key }) => key).filter((id) => !which.but.includes(id));
}

/** Seals what stays when a person leaves the device or a farm (trust.md row 107), with the public key only. Resumable. */
export const sealing = (disk: Disk): Pick<SealingStore, 'sealingKey' | 'keepSealingKey' | 'seal'> => {
  const heldKey = (): Promise<SealingKey | null> =>
    disk.transact('read', [keyValues], async (tables) => {
      const [row] = await tables[keyValues].get<KeyValueRow>([sealingKey]);
      return (row?.value as SealingKey | undefined) ?? null;
    });
  return {
    sealingKey: async () => (hasCiphers() ? await heldKey() : null),
    keepSealingKey: (key) =>
      disk.transact('write', [keyValues], async (tables) => {
        if (key === null) await tables[keyValues].remove([sealingKey]);
        else await tables[keyValues].put([{ key: sealingKey, value: key } satisfies KeyValueRow]);
      }),
    seal: async (which) => {
      const key = hasCiphers() ? await heldKey() : null;
      if (key === null) return 'no-key';
      const sources = (await farmsOf(disk, which)).flatMap(sourcesOf);
      for (let round = 0; round < mostRounds; round += 1) {
        const sealed = await sealAll(disk, key, sources);
        if (sealed === 0) return round === 0 ? 'nothing' : 'sealed';
        // Sealed rows must be in no journal; records found only there are in the tables now.
        await disk.forget?.();
      }
      throw new StorageFailure('There is more to seal at every look');
    },
  };
};
