import { blobStore } from './blobs.ts';
import { confirmedTables, emptyList, isUnreadable, readDigest, writeChanges } from './confirmed-rows.ts';
import {
  type ArchiveRow,
  diary,
  type KeyValueRow,
  opKey,
  opRow,
  putConfirmed,
  putServerIds,
  putSync,
  putTemporaryIds,
  readNow,
  resolvedId,
} from './outbox-rows.ts';
import { type Ahead, type Disk, keyValues, seenTables, type TableName, type Tables } from './disk.ts';
import type { NewOp, Op } from './op.ts';
import { feedPages } from './feed-page.ts';
import { type Habits, noHabits } from './habits.ts';
import { openPictures } from './pictures.ts';
import { keepBallast, withFreeSpace } from './free-space.ts';
import { scopeOf } from './rows.ts';
import type { FarmStore, OutboxEdit, OutboxNow, Pace } from './store.ts';
import { readListsVersion } from './versions.ts';
import { sweepStep, wholes } from './whole.ts';
import { emptying, forgetting } from './forgetting.ts';
import { sealing } from './sealing.ts';

type Decide<T> = (now: OutboxNow) => { readonly edit: OutboxEdit; readonly result: T };

const outboxTables = ['outbox', 'sync', 'archive', 'ids', keyValues] as const satisfies readonly TableName[];

/**
 * The store over a disk: the same code runs on IndexedDB and in the simulation. `onFull`: no room left. `ballast`: bytes reserved for then.
 * `pace`: how a backlog is applied.
 */
export function openFarmStore(
  disk: Disk,
  onFull: () => void = () => undefined,
  ballast = 0,
  pace: Pace = {},
): FarmStore {
  const { picture, known, expect } = openPictures(disk);

  return {
    ...sides(disk, pace),
    ...typed(disk, onFull),
    ...feedPages(disk, pace),
    sweep: async (organizationId, before) => {
      const isMore = await sweepStep(disk, organizationId, before);
      if (!isMore) await keepBallast(disk, ballast);
      return isMore;
    },
    picture,
    outbox: (organizationId) =>
      disk.transact('read', ['outbox', 'sync'], (tables) => readNow(tables, organizationId), {
        [keyValues]: [],
        sync: [organizationId],
      }),
    changeOutbox: async (organizationId, decide, onSaved) => {
      const change = () => changeOutbox(disk, { known, expect }, organizationId, decide);
      const { result, after } = await withFreeSpace(disk, change, onFull);
      onSaved?.(after);
      return result;
    },
    applyRows: (organizationId, changes, replace) =>
      disk.transact('write', [...confirmedTables, 'outbox', 'sync'], async (tables) => {
        const { sync } = await readNow(tables, organizationId);
        const scope = scopeOf(organizationId, sync.generation);
        if (replace !== null && !isUnreadable(changes)) await emptyList(tables, scope, replace);
        await writeChanges(tables, scope, changes);
      }),
    habits: async (organizationId) => (await readNote<Habits>(disk, habitsKey(organizationId))) ?? noHabits,
    draft: (organizationId, key) => readNote(disk, `draft/${organizationId}/${key}`),
  };
}

const readNote = <T>(disk: Disk, key: string): Promise<T | null> =>
  disk.transact('read', [keyValues], async (tables) => {
    const [row] = await tables[keyValues].get<KeyValueRow>([key]);
    return (row?.value as T | undefined) ?? null;
  });

const changeOutbox = <T>(
  disk: Disk,
  { known, expect }: Pick<ReturnType<typeof openPictures>, 'known' | 'expect'>,
  organizationId: string,
  decide: Decide<T>,
): Promise<{ readonly result: T; readonly after: OutboxNow }> =>
  disk.transact(
    'write',
    outboxTables,
    async (tables) => {
      const now = await readNow(tables, organizationId);
      const { categories } = known(organizationId, await readListsVersion(tables), now.sync) ?? {};
      const { edit, result } = decide({ ...now, categories });
      await writeEdit(tables, organizationId, now, edit);
      if (edit.add)
        expect(
          organizationId,
          edit.add.map(({ entityId }) => entityId),
          edit.made ?? [],
        );
      // By now this tab knows it: no trip.
      return { result, after: await readNow(tables, organizationId) };
    },
    asksOfChange(organizationId),
  );

const habitsKey = (organizationId: string): string => `habits/${organizationId}`;

/** Keys that `changeOutbox` needs (`Disk.transact`). */
const asksOfChange = (organizationId: string): Ahead => ({
  [keyValues]: [habitsKey(organizationId)],
  sync: [organizationId],
});

async function writeEdit(
  tables: Tables,
  organizationId: string,
  { ops, sync }: OutboxNow,
  edit: OutboxEdit,
): Promise<void> {
  // A retried transaction may have succeeded the first time.
  const added = (edit.add ?? []).filter((op) => ops.every((other) => other.opId !== op.opId));
  await addAndLearn(tables, organizationId, added, edit);
  if (edit.put) {
    await tables.outbox.put(edit.put.map(opRow));
    await putServerIds(tables, edit.put);
  }
  if (edit.remove) await tables.outbox.remove(edit.remove.map(opKey));
  if (edit.archive) await putConfirmed(tables, { keep: [], archive: edit.archive });
  if (edit.dropDraft !== undefined) await tables[keyValues].remove([`draft/${organizationId}/${edit.dropDraft}`]);
  const { wantEpoch, sentAt, checked, dismissed } = edit;
  if ([wantEpoch, sentAt, checked, dismissed].some((part) => part !== undefined)) {
    await putSync(tables, organizationId, {
      ...sync,
      wantEpoch: wantEpoch === undefined ? sync.wantEpoch : wantEpoch,
      lastSentAt: sentAt ?? sync.lastSentAt,
      ...(checked && { checked }),
      ...(dismissed && { thrownAway: dismissed }),
    });
  }
}

async function addOps(tables: Tables, added: readonly NewOp[], counter: number): Promise<void> {
  const ops = added.map((op, index): Op => ({ ...op, n: counter + 1 + index }));
  await tables[keyValues].put([{ key: 'counter', value: counter + ops.length } satisfies KeyValueRow]);
  await tables.outbox.put(ops.map(opRow));
  await putTemporaryIds(tables, ops);
}

/** New ops and learned habits, in one read. */
async function addAndLearn(tables: Tables, organizationId: string, added: readonly NewOp[], edit: OutboxEdit) {
  if (added.length === 0 && !edit.habits) return;
  const key = habitsKey(organizationId);
  const [counter, habits] = await tables[keyValues].get<KeyValueRow>(['counter', key]);
  if (added.length > 0) await addOps(tables, added, typeof counter?.value === 'number' ? counter.value : 0);
  if (!edit.habits) return;
  const value = edit.habits((habits?.value as Habits | undefined) ?? noHabits);
  await tables[keyValues].put([{ key, value } satisfies KeyValueRow]);
}

/** What is typed or taken before it is a record may also free space at the cost of what the server has. */
const typed = (disk: Disk, onFull: () => void): Pick<FarmStore, 'saveDraft' | 'keepBlob'> => ({
  saveDraft: (organizationId, key, draft) => {
    const at = `draft/${organizationId}/${key}`;
    const save = () =>
      disk.transact('write', [keyValues], async (tables) => {
        if (draft === null) await tables[keyValues].remove([at]);
        else await tables[keyValues].put([{ key: at, value: draft } satisfies KeyValueRow]);
      });
    return withFreeSpace(disk, save, onFull);
  },
  keepBlob: (organizationId, blob, bytes) => {
    const keep = () => blobStore(disk).keepBlob(organizationId, blob, bytes);
    return blob.state === 'kept' ? withFreeSpace(disk, keep, onFull) : keep();
  },
});

/** Everything beside the farm's rows. */
function sides(
  disk: Disk,
  pace: Pace,
): Omit<
  FarmStore,
  | 'stage'
  | 'settle'
  | 'picture'
  | 'outbox'
  | 'changeOutbox'
  | 'applyPage'
  | 'applyRows'
  | 'habits'
  | 'draft'
  | 'saveDraft'
  | 'sweep'
> {
  return {
    ...wholes(disk, pace),
    digest: (organizationId) => readDigest(disk, organizationId),
    resolveId: (organizationId, id) =>
      disk.transact('read', ['ids'], async (tables) => await resolvedId(tables, organizationId, id)),
    archived: (organizationId, since, limit) =>
      disk.transact('read', ['archive'], async (tables) => {
        const from = `${organizationId}/${since}`;
        const to = `${organizationId}/\uffff`;
        const rows = await tables.archive.range<ArchiveRow>({ index: 'when', from, to, reverse: true, limit });
        return rows.map((row) => row.op);
      }),
    keepOnce: async (key, value) => {
      const at = `once/${key}`;
      const keep = async (tables: Tables): Promise<string> => {
        const [row] = await tables[keyValues].get<KeyValueRow>([at]);
        if (typeof row?.value === 'string') return row.value;
        await tables[keyValues].put([{ key: at, value } satisfies KeyValueRow]);
        return value;
      };
      // Each start asks: a transaction that may write would wait for others, and they for it.
      return (await readNote<string>(disk, at)) ?? (await disk.transact('write', [keyValues], keep));
    },
    ...diary(disk),
    ...blobStore(disk),
    // Leaving a device: what a server has is forgotten, the rest is sealed for its person (trust.md §1.8).
    ...emptying(disk),
    ...forgetting(disk),
    ...sealing(disk),
    watchRows: (listener) => disk.watch(seenTables, listener),
    watch: (_organizationId, listener) => disk.watch(['outbox', 'sync'], listener),
    close: disk.close,
  };
}
