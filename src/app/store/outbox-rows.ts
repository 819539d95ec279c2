import { type Ahead, type Disk, keyValues, type Row, startingWith, type Tables } from './disk.ts';
import type { Op } from './op.ts';
import type { Diagnostic, FarmStore, OutboxNow, SyncState } from './store.ts';
import type { Change } from '#contract/endpoints/sync.ts';

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
interface DiagnosticRow extends Row {
  readonly entry: Diagnostic;
}

export const nothingYet: SyncState = {
  epoch: null,
  cursor: null,
  wantEpoch: null,
  snapshot: null,
  generation: 0,
  generations: 0,
  lastSentAt: null,
};

/** As a sortable key. */
const padded = (n: number): string => String(n).padStart(12, '0');
export const opKey = (op: Pick<Op, 'organizationId' | 'n'>): string => `${op.organizationId}/${padded(op.n)}`;
export const opRow = (op: Op): OpRow => ({ key: opKey(op), op });
const archiveRow = (op: Op): ArchiveRow => ({
  key: `${op.organizationId}/${op.opId}`,
  when: `${op.organizationId}/${op.ackedAt ?? op.recordedAt}`,
  op,
});

/** Keys that a write of confirmed rows needs first. */
export const asksOfRows = (organizationId: string): Ahead => ({
  [keyValues]: [],
  sync: [organizationId],
});

export async function readNow(tables: Tables, organizationId: string): Promise<OutboxNow> {
  const [rows, [sync]] = await Promise.all([
    tables.outbox.range<OpRow>(startingWith(`${organizationId}/`)),
    tables.sync.get<SyncRow>([organizationId]),
  ]);
  return { ops: rows.map((row) => row.op), sync: sync?.state ?? nothingYet };
}

/** The server's id of a temporary one; other ids give themselves. */
export const resolvedId = (tables: Pick<Tables, 'ids'>, organizationId: string, id: string): PromiseLike<string> =>
  tables.ids.get<IdRow>([idKey(organizationId, id)]).then(([row]) => row?.serverId ?? id);

export const idKey = (organizationId: string, id: string): string => `${organizationId}/${id}`;

export const putSync = (tables: Tables, organizationId: string, state: SyncState): PromiseLike<unknown> =>
  tables.sync.put([{ key: organizationId, state } satisfies SyncRow]);

/** Writes confirmations: rows that stay, rows for the archive, and the server's ids. */
export async function putConfirmed(
  tables: Tables,
  { keep, archive }: { readonly keep: readonly Op[]; readonly archive: readonly Op[] },
): Promise<void> {
  await tables.outbox.put(keep.map(opRow));
  await tables.outbox.remove(archive.map(opKey));
  await tables.archive.put(archive.map(archiveRow));
  await putServerIds(tables, archive);
}

/** Where a server gives its own ids, ours lead to theirs. */
export async function putServerIds(tables: Tables, ops: readonly Op[]): Promise<void> {
  const renamed = ops.flatMap((op) => {
    const serverId = op.act === 'create' ? op.ack?.serverId : null;
    return serverId && serverId !== op.entityId
      ? [op.entityId, `-${op.n}`].map((id): IdRow => ({ key: `${op.organizationId}/${id}`, serverId }))
      : [];
  });
  if (renamed.length > 0) await tables.ids.put(renamed);
}

/** The last op number; 0 before the first. */
export async function counterIn(tables: Tables): Promise<number> {
  const [row] = await tables[keyValues].get<KeyValueRow>(['counter']);
  return typeof row?.value === 'number' ? row.value : 0;
}

/** Temporary ids lead to the new things' own. */
export async function putTemporaryIds(tables: Tables, ops: readonly Op[]): Promise<void> {
  const created = ops.filter((op) => op.act === 'create');
  await tables.ids.put(created.map((op): IdRow => ({ key: `${op.organizationId}/-${op.n}`, serverId: op.entityId })));
}

const ringSize = 500;

async function writeDiagnostic(tables: Tables, entry: Diagnostic): Promise<void> {
  const rows = await tables.diagnostics.range<DiagnosticRow>(startingWith(''));
  const next = Number(rows.at(-1)?.key ?? 0) + 1;
  await tables.diagnostics.remove(rows.slice(0, Math.max(0, rows.length + 1 - ringSize)).map((row) => row.key));
  await tables.diagnostics.put([{ key: padded(next), entry } satisfies DiagnosticRow]);
}

/** A row that this version cannot read is missing on screen: log it. */
export async function tellLeftOut(tables: Tables, rows: readonly Change[], at: string): Promise<void> {
  if (rows.length === 0) return;
  const detail = rows.map(({ table, id }) => `${table} ${id}`).join(', ');
  await writeDiagnostic(tables, { at, event: 'unreadable-rows', detail });
}

/** The exportable ring of sync events. */
export const diary = (disk: Disk): Pick<FarmStore, 'diagnose' | 'diagnostics'> => ({
  diagnose: (entry) => disk.transact('write', ['diagnostics'], (tables) => writeDiagnostic(tables, entry)),
  diagnostics: () =>
    disk.transact('read', ['diagnostics'], async (tables) =>
      (await tables.diagnostics.range<DiagnosticRow>(startingWith(''))).map((row) => row.entry),
    ),
});
