import type { BlobRow, BytesRow } from './blobs.ts';
import { hasCiphers } from './ciphers.ts';
import { type Disk, keysOf, keyValues, type Row, startingWith, type Tables } from './disk.ts';
import { rejected } from './op.ts';
import {
  type ArchiveRow,
  counterIn,
  type KeyValueRow,
  opRow,
  type OpRow,
  putTemporaryIds,
  readNow,
  type SyncRow,
} from './outbox-rows.ts';
import {
  farmOf,
  groupOfPhoto,
  partBytes,
  photoRows,
  readPart,
  sealedAt,
  type SealedGroup,
  type SealedPart,
  sealedPlace,
  type SealedRow,
} from './sealed-rows.ts';
import {
  keyNameOf,
  openBytes,
  sealBytes,
  type SealedWaiting,
  type SealingKey,
  type SealingStore,
} from './storage-seal.ts';
import { StorageFailure } from './store.ts';
import { putAway } from './forgetting.ts';
import { putMissing } from './fold.ts';
import { scopeOf } from './rows.ts';

const sealingKey = 'sealing-key';
const rowsTogether = 200;
/** Closing tabs may still write, and journals may hold more than the tables. */
const mostRounds = 5;

interface Source {
  readonly table: SealedPart['table'];
  readonly prefix: string;
  readonly group: (row: Row) => SealedGroup;
}

/** In a farm that its person left, what its server took and what it did not is his in different ways. */
function ofLeftFarm(row: Row): SealedGroup {
  const { state } = (row as OpRow).op;
  if (state === rejected) return 'refused';
  return state === 'acked' || state === 'discarded' ? 'sent' : 'left';
}

/** What is on its way from a farm that its person left. */
const goingFrom = (disk: Disk, prefix: string): Promise<string> =>
  disk.transact('read', ['outbox'], async (tables) =>
    JSON.stringify((await tables.outbox.range(startingWith(prefix))).filter((row) => ofLeftFarm(row) === 'left')),
  );

/** What remains once the server's own is forgotten: of all farms, or of one. */
async function sourcesOf(disk: Disk, farm: string | null): Promise<readonly Source[]> {
  const prefix = farm === null ? '' : `${farm}/`;
  const going = farm === null ? null : await goingFrom(disk, prefix);
  return [
    { table: 'outbox', prefix, group: farm === null ? () => 'waits' : ofLeftFarm },
    { table: 'things', prefix: farm === null ? '' : `${farm}#`, group: () => (farm === null ? 'waits' : 'names') },
    { table: 'blobs', prefix, group: (row) => groupOfPhoto(row as BlobRow, going) },
    { table: 'archive', prefix, group: () => 'sent' },
    { table: keyValues, prefix: `draft/${prefix}`, group: () => 'typed' },
  ];
}

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
  const keys = keysOf(rows);
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
  return keysOf(rows).filter((id) => !which.but.includes(id));
}

/** Seals what stays when a person leaves the device or a farm (trust.md row 107), with the public key only. Resumable. */
export const sealing = (disk: Disk): SealingStore => {
  const heldKey = (): Promise<SealingKey | null> =>
    disk.transact('read', [keyValues], async (tables) => {
      const [row] = await tables[keyValues].get<KeyValueRow>([sealingKey]);
      return (row?.value as SealingKey | undefined) ?? null;
    });
  return {
    ...unsealing(disk),
    sealingKey: async () => (hasCiphers() ? await heldKey() : null),
    keepSealingKey: (key) =>
      disk.transact('write', [keyValues], async (tables) => {
        if (key === null) await tables[keyValues].remove([sealingKey]);
        else await tables[keyValues].put([{ key: sealingKey, value: key } satisfies KeyValueRow]);
      }),
    seal: async (which) => {
      const key = hasCiphers() ? await heldKey() : null;
      if (key === null) return 'no-key';
      const farms = await farmsOf(disk, which);
      const sources = (await Promise.all(farms.map((farm) => sourcesOf(disk, farm)))).flat();
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

const touched = ['sealed', 'outbox', 'archive', 'ids', keyValues, 'things', 'blobs', 'blobBytes', 'sync'] as const;

/** What is sealed at these places; the rest is not even read. */
const sealedRows = (disk: Disk, places: readonly string[]): Promise<readonly SealedRow[]> =>
  disk.transact('read', ['sealed'], async (tables) => {
    const rows: SealedRow[] = [];
    for (const place of places) rows.push(...(await tables.sealed.range<SealedRow>(startingWith(place))));
    return rows;
  });

/** The farms of a group, each by its first row: the photos after it are not read. */
async function farmsIn(tables: Tables, group: SealedGroup): Promise<readonly string[]> {
  const farms: string[] = [];
  let { from } = startingWith(sealedAt(group));
  const { to } = startingWith(sealedAt(group));
  for (;;) {
    const [row] = await tables.sealed.range<SealedRow>({ from, to, limit: 1 });
    if (!row) return farms;
    const { organizationId } = sealedPlace(row.key);
    farms.push(organizationId);
    from = startingWith(sealedAt(group, organizationId)).to;
  }
}

const countAt = async (tables: Tables, place: string): Promise<number> =>
  (await tables.sealed.range<SealedRow>(startingWith(place))).length;

/** Ops return under their numbers, or after the last if those are taken. What is here or was confirmed does not return twice. */
async function putOps(tables: Tables, rows: readonly OpRow[]): Promise<void> {
  const here = new Set((await tables.outbox.range<OpRow>(startingWith(''))).map(({ op }) => op.opId));
  const archived = await tables.archive.get<ArchiveRow>(rows.map(({ op }) => `${op.organizationId}/${op.opId}`));
  const known = new Set([...here, ...archived.flatMap((row) => (row ? [row.op.opId] : []))]);
  const missing = rows.filter(({ op }) => !known.has(op.opId));
  const taken = await tables.outbox.get(keysOf(missing));
  const used = await counterIn(tables);
  const isFree = taken.every((row) => row === undefined);
  const ops = missing.map(({ op }, index) => (isFree ? op : { ...op, n: used + 1 + index }));
  await tables.outbox.put(ops.map(opRow));
  await putTemporaryIds(tables, ops);
  const last = Math.max(used, ...ops.map(({ n }) => n));
  await tables[keyValues].put([{ key: 'counter', value: last } satisfies KeyValueRow]);
}

/** What was typed or confirmed meanwhile is newer. */
const putOther = (tables: Tables, { table, rows }: SealedPart): Promise<void> => putMissing(tables, table, rows);

/** Names join the rows that screens read, until the farm loads its own. */
async function putNames(tables: Tables, { table, rows }: SealedPart): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const organizationId = farmOf(table, first.key);
  const { sync } = await readNow(tables, organizationId);
  if (sync.cursor !== null) return;
  const scope = scopeOf(organizationId, sync.generation);
  const named = rows.map((row) => ({ ...row, key: `${scope}${row.key.slice(row.key.indexOf('/'))}` }));
  await putMissing(tables, table, named);
}

/** A photo only viewed meanwhile is this phone's to send again. */
async function putPhoto(tables: Tables, part: SealedPart): Promise<void> {
  const photo = photoRows(part);
  if (photo === null) return;
  const [there] = await tables.blobs.get<BlobRow>([photo.blob.key]);
  if (there && there.blob.state !== 'fetched') return;
  await tables.blobBytes.put([photo.held]);
  await tables.blobs.put([photo.blob]);
}

const putBack: { readonly [table in SealedPart['table']]: (tables: Tables, part: SealedPart) => Promise<void> } = {
  outbox: (tables, { rows }) => putOps(tables, rows as readonly OpRow[]),
  archive: putOther,
  [keyValues]: putOther,
  things: putNames,
  blobs: putPhoto,
};

/** Gives a returned person what is his, with the key from his server. */
const unsealing = (disk: Disk): Pick<SealingStore, 'sealedUnder' | 'unseal' | 'sealedWaiting'> => ({
  sealedUnder: async (places) => {
    const names = (await sealedRows(disk, places)).map(({ bytes }) => keyNameOf(bytes));
    return [...new Set(names.filter((name) => name !== null))];
  },
  unseal: async (key, places) => {
    const rows = (await sealedRows(disk, places)).filter(({ bytes }) => keyNameOf(bytes) === key.name);
    const archivedOf = new Set<string>();
    let left = 0;
    for (const row of rows) {
      const opened = await openBytes(key, row.key, row.bytes);
      if (opened === null) {
        left += 1;
        continue;
      }
      const part = readPart(opened);
      if (part.table === 'archive') archivedOf.add(sealedPlace(row.key).organizationId);
      await disk.transact('write', touched, async (tables) => {
        const [there] = await tables.sealed.get([row.key]);
        if (!there) return;
        await putBack[part.table](tables, part);
        await tables.sealed.remove([row.key]);
      });
    }
    // A farm that loaded meanwhile did so without its archive: a reload finds what the server lost.
    for (const organizationId of archivedOf) await putAway(disk, organizationId);
    return left;
  },
  sealedWaiting: () =>
    disk.transact('read', ['sealed'], async (tables) => {
      const [together, apart] = [await farmsIn(tables, 'waits'), await farmsIn(tables, 'left')];
      const waiting: SealedWaiting[] = [];
      for (const organizationId of new Set([...together, ...apart, ...(await farmsIn(tables, 'refused'))])) {
        const left = await countAt(tables, sealedAt('left', organizationId));
        const refused = await countAt(tables, sealedAt('refused', organizationId));
        waiting.push({ organizationId, left, refused, isOwed: [...together, ...apart].includes(organizationId) });
      }
      return waiting;
    }),
});
