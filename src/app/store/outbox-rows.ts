import { type Ahead, keyValues, type Row, startingWith, type Tables } from './disk.ts';
import { type Habits, noHabits } from './habits.ts';
import type { NewOp, Op } from './op.ts';
import type { Diagnostic, OutboxEdit, OutboxNow, SyncState } from './store.ts';

export interface OpRow extends Row {
  readonly op: Op;
}
export interface ArchiveRow extends OpRow {
  readonly when: string;
}
export interface SyncRow extends Row {
  readonly state: SyncState;
}
export interface KeyValueRow extends Row {
  readonly value: unknown;
}
export interface IdRow extends Row {
  readonly serverId: string;
}
export interface DiagnosticRow extends Row {
  readonly entry: Diagnostic;
}

/** A farm of which this device knows nothing. */
export const nothingYet: SyncState = {
  epoch: null,
  cursor: null,
  wantEpoch: null,
  snapshot: null,
  generation: 0,
  generations: 0,
  lastPulledAt: null,
  lastSentAt: null,
};

/** A number as a key that sorts. */
export const padded = (n: number): string => String(n).padStart(12, '0');
const opKey = (op: Pick<Op, 'organizationId' | 'n'>): string => `${op.organizationId}/${padded(op.n)}`;
/** The row of an act on its way. */
export const opRow = (op: Op): OpRow => ({ key: opKey(op), op });
const archiveRow = (op: Op): ArchiveRow => ({
  key: `${op.organizationId}/${op.opId}`,
  when: `${op.organizationId}/${op.ackedAt ?? op.recordedAt}`,
  op,
});

const habitsKey = (organizationId: string): string => `habits/${organizationId}`;

/** What `readNow` and `writeEdit` are going to ask for (`Disk.transact`). */
export const asksOfOutbox = (organizationId: string): Ahead => ({
  [keyValues]: [habitsKey(organizationId)],
  sync: [organizationId],
});

/** What a transaction that writes confirmed rows is going to ask for before any row of them. */
export const asksOfRows = (organizationId: string): Ahead => ({
  [keyValues]: ['stamp/contents'],
  sync: [organizationId],
});

/** Outbox and sync state, read together. */
export async function readNow(tables: Tables, organizationId: string): Promise<OutboxNow> {
  const [rows, [sync]] = await Promise.all([
    tables.outbox.range<OpRow>(startingWith(`${organizationId}/`)),
    tables.sync.get<SyncRow>([organizationId]),
  ]);
  return { ops: rows.map((row) => row.op), sync: sync?.state ?? nothingYet };
}

/** Writes the sync state of an organization. */
export const putSync = (tables: Tables, organizationId: string, state: SyncState): PromiseLike<unknown> =>
  tables.sync.put([{ key: organizationId, state } satisfies SyncRow]);

/** Writes what was confirmed: rows that stay, rows that go to the archive, and the server's ids of both. */
export async function putConfirmed(
  tables: Tables,
  { keep, archive }: { readonly keep: readonly Op[]; readonly archive: readonly Op[] },
): Promise<void> {
  await tables.outbox.put(keep.map(opRow));
  await tables.outbox.remove(archive.map(opKey));
  await tables.archive.put(archive.map(archiveRow));
  await putServerIds(tables, archive);
}

/** A server that gives its own ids says them in its answer: whatever was opened under ours is found under theirs. */
async function putServerIds(tables: Tables, ops: readonly Op[]): Promise<void> {
  const renamed = ops.flatMap((op) => {
    const serverId = op.act === 'create' ? op.ack?.serverId : null;
    return serverId && serverId !== op.entityId
      ? [op.entityId, `-${op.n}`].map((id): IdRow => ({ key: `${op.organizationId}/${id}`, serverId }))
      : [];
  });
  if (renamed.length > 0) await tables.ids.put(renamed);
}

/** The number of the last act; 0 before the first. */
export async function counterIn(tables: Tables): Promise<number> {
  const [row] = await tables[keyValues].get<KeyValueRow>(['counter']);
  return typeof row?.value === 'number' ? row.value : 0;
}

/** `counter`: the number of the last act. */
async function addOps(tables: Tables, added: readonly NewOp[], counter: number): Promise<void> {
  const ops = added.map((op, index): Op => ({ ...op, n: counter + 1 + index }));
  await tables[keyValues].put([{ key: 'counter', value: counter + ops.length } satisfies KeyValueRow]);
  await tables.outbox.put(ops.map(opRow));
  await putTemporaryIds(tables, ops);
}

/** New acts, and what is learned with them: one question for both. */
async function addAndLearn(tables: Tables, organizationId: string, added: readonly NewOp[], edit: OutboxEdit) {
  if (added.length === 0 && !edit.habits) return;
  const key = habitsKey(organizationId);
  const [counter, habits] = await tables[keyValues].get<KeyValueRow>(['counter', key]);
  if (added.length > 0) await addOps(tables, added, typeof counter?.value === 'number' ? counter.value : 0);
  if (!edit.habits) return;
  const value = edit.habits((habits?.value as Habits | undefined) ?? noHabits);
  await tables[keyValues].put([{ key, value } satisfies KeyValueRow]);
}

/** What was opened under the temporary id of a new thing is found under its own. */
export async function putTemporaryIds(tables: Tables, ops: readonly Op[]): Promise<void> {
  const created = ops.filter((op) => op.act === 'create');
  await tables.ids.put(created.map((op): IdRow => ({ key: `${op.organizationId}/-${op.n}`, serverId: op.entityId })));
}

/** Writes what a decision over the outbox came to. */
export async function writeEdit(
  tables: Tables,
  organizationId: string,
  { ops, sync }: OutboxNow,
  edit: OutboxEdit,
): Promise<void> {
  // A transaction that is tried once more may have come through the first time.
  const added = (edit.add ?? []).filter((op) => ops.every((other) => other.opId !== op.opId));
  await addAndLearn(tables, organizationId, added, edit);
  if (edit.put) {
    await tables.outbox.put(edit.put.map(opRow));
    await putServerIds(tables, edit.put);
  }
  if (edit.remove) await tables.outbox.remove(edit.remove.map(opKey));
  if (edit.archive) await putConfirmed(tables, { keep: [], archive: edit.archive });
  if (edit.dropDraft !== undefined) await tables[keyValues].remove([`draft/${organizationId}/${edit.dropDraft}`]);
  const { wantEpoch, sentAt, checked, thrownAway } = edit;
  if ([wantEpoch, sentAt, checked, thrownAway].some((part) => part !== undefined)) {
    await putSync(tables, organizationId, {
      ...sync,
      wantEpoch: wantEpoch === undefined ? sync.wantEpoch : wantEpoch,
      lastSentAt: sentAt ?? sync.lastSentAt,
      ...(checked && { checked }),
      ...(thrownAway && { thrownAway }),
    });
  }
}
