import type { BlobRow } from './blobs.ts';
import { type Disk, keyValues, startingWith, type Tables } from './disk.ts';
import { putAway } from './forgetting.ts';
import { putMissing } from './fold.ts';
import {
  type ArchiveRow,
  counterIn,
  type KeyValueRow,
  opRow,
  type OpRow,
  putTemporaryIds,
  readNow,
} from './outbox-rows.ts';
import { scopeOf } from './rows.ts';
import {
  farmOf,
  photoRows,
  readPart,
  sealedAt,
  type SealedGroup,
  sealedPlace,
  type SealedPart,
  type SealedRow,
} from './sealed-rows.ts';
import { keyNameOf, openBytes, type SealedWaiting, type SealingStore } from './storage-seal.ts';

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
  const taken = await tables.outbox.get(missing.map(({ key }) => key));
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
export const unsealing = (disk: Disk): Pick<SealingStore, 'sealedUnder' | 'unseal' | 'sealedWaiting'> => ({
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
