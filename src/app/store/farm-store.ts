import type { Change } from '../../contract/endpoints/sync.ts';
import { blobStore } from './blobs.ts';
import { confirmByPage } from './confirm.ts';
import { confirmedTables, emptyList, unreadable, writeChanges } from './confirmed-rows.ts';
import { readDigest } from './digest.ts';
import { emptying } from './emptying.ts';
import { type Disk, seenTables, startingWith, type TableName, type Tables } from './disk.ts';
import { type Habits, noHabits } from './habits.ts';
import { applyWholeLists } from './lists.ts';
import {
  type ArchiveRow,
  type DiagnosticRow,
  type IdRow,
  type NoteRow,
  padded,
  putConfirmed,
  putSync,
  readNow,
  writeEdit,
} from './outbox-rows.ts';
import { openPictures } from './pictures.ts';
import { keepBallast, withRoom } from './room.ts';
import { scopeOf } from './rows.ts';
import type { Diagnostic, FarmStore, OutboxEdit, OutboxNow } from './store.ts';
import { applyWholePage, dropWholePage, sweepOld } from './whole.ts';

const ringSize = 500;

type Decide<T> = (now: OutboxNow) => { readonly edit: OutboxEdit; readonly result: T };

/** What goes in with the rows of a page: their confirmations, how far they are, and what could not be read. */
const besideRows = ['outbox', 'archive', 'ids', 'sync', 'diagnostics'] as const satisfies readonly TableName[];
const outboxTables = ['outbox', 'sync', 'archive', 'ids', 'notes'] as const satisfies readonly TableName[];

/** The store over a disk: the same lines run on the phone's IndexedDB and in the simulation. `onFull`: there was no room left. `ballast`: bytes that are laid aside for then. */
export function openFarmStore(disk: Disk, onFull: () => void = () => undefined, ballast = 0): FarmStore {
  const note = async <T>(key: string): Promise<T | null> =>
    disk.transact('read', ['notes'], async (tables) => {
      const [row] = await tables.notes.get<NoteRow>([key]);
      return (row?.value as T | undefined) ?? null;
    });

  return {
    ...sides(disk),
    ...typed(disk, onFull),
    sweep: async (organizationId, before) => {
      const isMore = await sweepStep(disk, organizationId, before);
      if (!isMore) await keepBallast(disk, ballast);
      return isMore;
    },
    picture: openPictures(disk),
    outbox: (organizationId) => disk.transact('read', ['outbox', 'sync'], (tables) => readNow(tables, organizationId)),
    changeOutbox: (organizationId, decide) => withRoom(disk, () => changeOutbox(disk, organizationId, decide), onFull),
    applyPage: (organizationId, page) =>
      disk.transact('write', [...confirmedTables, ...besideRows], async (tables) => {
        const { ops, sync } = await readNow(tables, organizationId);
        if (page.epoch !== sync.epoch) {
          await putSync(tables, organizationId, { ...sync, wantEpoch: page.epoch });
          return 'other-epoch';
        }
        if (page.from !== sync.cursor) return 'stale';
        const leftOut = await writeChanges(tables, scopeOf(organizationId, sync.generation), page.changes);
        await tellLeftOut(tables, leftOut, page.at);
        const { keep, archive } = confirmByPage(ops, page);
        await putConfirmed(tables, { keep: keep.filter((op) => !ops.includes(op)), archive });
        await putSync(tables, organizationId, { ...sync, cursor: page.to, lastPulledAt: page.at });
        return 'applied';
      }),
    applyRows: (organizationId, changes, replace) =>
      disk.transact('write', [...confirmedTables, 'outbox', 'sync'], async (tables) => {
        const { sync } = await readNow(tables, organizationId);
        const scope = scopeOf(organizationId, sync.generation);
        if (replace !== null && unreadable(changes).length === 0) await emptyList(tables, scope, replace);
        await writeChanges(tables, scope, changes);
      }),
    habits: async (organizationId) => (await note<Habits>(`habits/${organizationId}`)) ?? noHabits,
    draft: (organizationId, key) => note(`draft/${organizationId}/${key}`),
  };
}

/** Decides and writes in one transaction. */
const changeOutbox: <T>(disk: Disk, organizationId: string, decide: Decide<T>) => Promise<T> = (
  disk,
  organizationId,
  decide,
) =>
  disk.transact('write', outboxTables, async (tables) => {
    const now = await readNow(tables, organizationId);
    const { edit, result } = decide(now);
    await writeEdit(tables, organizationId, now.sync, edit);
    return result;
  });

/** What a person typed or took, before it is a record: it too finds room at the cost of what the server has. */
const typed = (disk: Disk, onFull: () => void): Pick<FarmStore, 'saveDraft' | 'keepBlob'> => ({
  saveDraft: (organizationId, key, draft) => {
    const at = `draft/${organizationId}/${key}`;
    const save = () =>
      disk.transact('write', ['notes'], async (tables) => {
        if (draft === null) await tables.notes.remove([at]);
        else await tables.notes.put([{ key: at, value: draft } satisfies NoteRow]);
      });
    return withRoom(disk, save, onFull);
  },
  keepBlob: (organizationId, blob, bytes) => {
    const keep = () => blobStore(disk).keepBlob(organizationId, blob, bytes);
    return blob.state === 'kept' ? withRoom(disk, keep, onFull) : keep();
  },
});

/** What lies beside the farm itself: the archive, ids, loads of the whole, diagnostics. */
function sides(
  disk: Disk,
): Omit<
  FarmStore,
  'picture' | 'outbox' | 'changeOutbox' | 'applyPage' | 'applyRows' | 'habits' | 'draft' | 'saveDraft' | 'sweep'
> {
  return {
    ...wholes(disk),
    digest: (organizationId) => readDigest(disk, organizationId),
    resolveId: (organizationId, id) =>
      disk.transact('read', ['ids'], async (tables) => {
        const [row] = await tables.ids.get<IdRow>([`${organizationId}/${id}`]);
        return row?.serverId ?? id;
      }),
    archived: (organizationId, since, limit) =>
      disk.transact('read', ['archive'], async (tables) => {
        const from = `${organizationId}/${since}`;
        const to = `${organizationId}/\uffff`;
        const rows = await tables.archive.range<ArchiveRow>({ index: 'when', from, to, reverse: true, limit });
        return rows.map((row) => row.op);
      }),
    keepOnce: (key, value) =>
      disk.transact('write', ['notes'], async (tables) => {
        const [row] = await tables.notes.get<NoteRow>([`once/${key}`]);
        if (typeof row?.value === 'string') return row.value;
        await tables.notes.put([{ key: `once/${key}`, value } satisfies NoteRow]);
        return value;
      }),
    ...diary(disk),
    ...blobStore(disk),
    ...emptying(disk),
    watchRows: (listener) => disk.watch(seenTables, listener),
    watch: (_organizationId, listener) => disk.watch(['outbox', 'sync'], listener),
    close: disk.close,
  };
}

/** Loads of the whole, in pages or as lists, and what they leave behind. */
const wholes = (disk: Disk): Pick<FarmStore, 'applyWhole' | 'applyLists' | 'dropWhole'> => ({
  applyWhole: (organizationId, page) =>
    disk.transact('write', [...confirmedTables, ...besideRows], async (tables) => {
      const leftOut: Change[] = [];
      const outcome = await applyWholePage(tables, organizationId, page, (rows) => leftOut.push(...rows));
      await tellLeftOut(tables, leftOut, page.at);
      return outcome;
    }),
  applyLists: (organizationId, lists) =>
    disk.transact('write', [...confirmedTables, ...besideRows], (tables) =>
      applyWholeLists(tables, organizationId, lists),
    ),
  dropWhole: (organizationId) =>
    disk.transact('write', ['outbox', 'sync'], (tables) => dropWholePage(tables, organizationId)),
});

const sweepStep = (disk: Disk, organizationId: string, before: string): Promise<boolean> =>
  disk.transact('write', [...confirmedTables, 'archive', 'outbox', 'sync'], (tables) =>
    sweepOld(tables, organizationId, before),
  );

async function writeDiagnostic(tables: Tables, entry: Diagnostic): Promise<void> {
  const rows = await tables.diagnostics.range<DiagnosticRow>(startingWith(''));
  const next = Number(rows.at(-1)?.key ?? 0) + 1;
  await tables.diagnostics.remove(rows.slice(0, Math.max(0, rows.length + 1 - ringSize)).map((row) => row.key));
  await tables.diagnostics.put([{ key: padded(next), entry } satisfies DiagnosticRow]);
}

/** A row that this version cannot read is missing on the screens: that must not go unsaid. */
async function tellLeftOut(tables: Tables, rows: readonly Change[], at: string): Promise<void> {
  if (rows.length === 0) return;
  const detail = rows.map(({ table, id }) => `${table} ${id}`).join(', ');
  await writeDiagnostic(tables, { at, event: 'unreadable-rows', detail });
}

/** The ring of sync events that a person can export. */
const diary = (disk: Disk): Pick<FarmStore, 'diagnose' | 'diagnostics'> => ({
  diagnose: (entry) => disk.transact('write', ['diagnostics'], (tables) => writeDiagnostic(tables, entry)),
  diagnostics: () =>
    disk.transact('read', ['diagnostics'], async (tables) =>
      (await tables.diagnostics.range<DiagnosticRow>(startingWith(''))).map((row) => row.entry),
    ),
});
