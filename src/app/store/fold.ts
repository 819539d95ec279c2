import { limits } from '#domain/limits.ts';
import { keysOf, keyValues, type Row, startingWith, type TableName, type Tables } from './disk.ts';
import type { Act, Found, Line, Marks } from './journal.ts';
import {
  asJournalRow,
  isJournaledKey,
  isOwed,
  type JournalState,
  nameOf,
  putState,
  readState,
} from './journal-rows.ts';
import { type Op, wasTried } from './op.ts';
import { type ArchiveRow, counterIn, type KeyValueRow, opRow, type OpRow, putTemporaryIds } from './outbox-rows.ts';
import { sealedAt } from './sealed-rows.ts';
import type { BlobRow } from './blobs.ts';

export const foldedTables = [
  'outbox',
  'archive',
  'ids',
  keyValues,
  'sync',
  'blobs',
  'blobBytes',
  'sealed',
] as const satisfies readonly TableName[];

interface StampedLine {
  readonly stamp: number;
  readonly line: Line;
  /** An op this database cannot have known: if absent, it never left. */
  readonly isNew?: boolean;
}

export interface Folding {
  /** Null: the journals are unreadable. */
  readonly found: Found | null;
  /** What an app from before the journals left. */
  readonly older: readonly Line[];
  /** The database's id, if it has none yet. */
  readonly newLife: string;
  readonly ownTab: string;
}

interface Folded {
  readonly state: JournalState;
  /** Ops restored into a database that replaces a lost one; null if it does not. */
  readonly restored: number | null;
}

/** The newest line per row that these journals have and this database lacks. */
function newsOf(journals: Found['journals'], marks: Marks): ReadonlyMap<string, StampedLine> {
  const acts = journals.flatMap(({ tab, acts: all }) => {
    const taken = new Set(all.flatMap((act) => act.taken ?? []));
    return all.filter(({ stamp }) => stamp > (marks[tab] ?? 0) && !taken.has(stamp)).map((act) => ({ tab, act }));
  });
  const whole = newestWhole(acts.map(({ act }) => act));
  const isSaid = (tab: string, stamp: number): boolean =>
    whole !== null && stamp !== whole.stamp && stamp <= (whole.whole?.[tab] ?? 0);
  const news = new Map<string, StampedLine>();
  for (const { tab, act } of acts) {
    if (isSaid(tab, act.stamp)) continue;
    for (const line of act.lines) {
      const name = nameOf(line);
      const before = news.get(name);
      const isNew = line.isNew === true || before?.isNew === true;
      news.set(name, before && before.stamp > act.stamp ? { ...before, isNew } : { stamp: act.stamp, line, isNew });
    }
  }
  return news;
}

const newestWhole = (acts: readonly Act[]): Act | null =>
  acts.filter((act) => act.whole !== undefined).toSorted((a, b) => b.stamp - a.stamp)[0] ?? null;

/**
 * Folds journals into the database: what dead tabs wrote and it lacks, or everything if the browser deleted it. What the database has done
 * since is newer.
 */
export async function fold(tables: Tables, folding: Folding): Promise<Folded> {
  const before = await readState(tables);
  const news = newsOf(folding.found?.journals ?? [], before?.marks ?? {});
  const [met] = await tables[keyValues].get([metKey]);
  const isNew = (before === null || before.isUnread === true) && met === undefined;
  const older = isNew && before === null ? folding.older : [];
  const all = [...older.map((line): StampedLine => ({ stamp: 1, line })), ...news.values()];
  const acts = await apply(tables, isNew ? all.map((one) => ({ ...one, isNew })) : all);
  await forgetOlder(tables);
  const isUnread = isNew && folding.found === null;
  const state: JournalState = { ...stateAfter(before, folding), ...(isUnread && { isUnread }) };
  await putState(tables, state);
  return { state, restored: isNew && all.length > 0 ? acts : null };
}

/** Drops the marks of tabs whose journals are gone. */
function stateAfter(before: JournalState | null, { found, newLife, ownTab }: Folding): JournalState {
  const marks: Record<string, number> = {};
  for (const tab of [...(found?.tabs ?? Object.keys(before?.marks ?? {})), ownTab]) {
    const read = found?.journals.find((journal) => journal.tab === tab)?.acts.map((act) => act.stamp) ?? [];
    marks[tab] = Math.max(before?.marks[tab] ?? 0, ...read);
  }
  const stamp = Math.max(before?.stamp ?? 0, ...Object.values(marks));
  return { life: before?.life ?? newLife, stamp, marks };
}

/** Applies lines newer than their rows; gives how many ops entered the outbox. */
export async function apply(tables: Tables, news: readonly StampedLine[]): Promise<number> {
  const of = (table: Line['table']): readonly StampedLine[] => news.filter(({ line }) => line.table === table);
  const rowsOf = (table: Line['table']): readonly Row[] => of(table).flatMap(({ line: { row } }) => (row ? [row] : []));
  for (const name of ['sync', 'blobs', 'blobBytes', 'sealed'] as const) await putMissing(tables, name, rowsOf(name));
  const before = await counterIn(tables);
  await applyKeyValues(tables, of(keyValues));
  return await applyOutbox(tables, of('outbox'), before);
}

async function applyKeyValues(tables: Tables, news: readonly StampedLine[]): Promise<void> {
  const lines = news.map(({ line }) => line).filter(({ name }) => name !== 'counter');
  const once = lines.filter(({ name }) => name.startsWith('once/'));
  await putMissing(
    tables,
    keyValues,
    once.flatMap(({ row }) => (row ? [row] : [])),
  );
  const drafts = lines.filter((line) => !once.includes(line));
  await tables[keyValues].put(drafts.flatMap(({ row }) => (row ? [row] : [])));
  await tables[keyValues].remove(drafts.flatMap(({ name, row }) => (row ? [] : [name])));
  const said = news.map(({ line }) => (line.name === 'counter' ? (line.row as KeyValueRow | null)?.value : 0));
  const last = Math.max(await counterIn(tables), ...said.map((value) => (typeof value === 'number' ? value : 0)));
  if (last > 0) await tables[keyValues].put([{ key: 'counter', value: last } satisfies KeyValueRow]);
}

interface StampedRow extends OpRow {
  readonly stamp?: number;
}

/** `used`: the last op number before anything came back. */
async function applyOutbox(tables: Tables, news: readonly StampedLine[], used: number): Promise<number> {
  if (news.length === 0) return 0;
  const here = await tables.outbox.range<StampedRow>(startingWith(''));
  const rowOf = new Map(here.map((row) => [row.op.opId, row]));
  // Other removals went together with feed rows, the archive or another table, none of which this database has.
  const gone = news.filter(({ stamp, line }) => line.isReplaced === true && isNewer(stamp, rowOf.get(line.name)));
  await tables.outbox.remove(gone.flatMap(({ line }) => rowOf.get(line.name)?.key ?? []));
  const put = news.flatMap(({ stamp, line, isNew }) =>
    line.row ? [{ stamp, op: asBack((line.row as OpRow).op), isNew }] : [],
  );
  const changed = put.filter(({ stamp, op }) => isNewer(stamp, rowOf.get(op.opId)));
  await tables.outbox.put(
    changed.map(({ stamp, op }) => ({ ...opRow({ ...op, n: rowOf.get(op.opId)?.op.n ?? op.n }), stamp })),
  );
  const proved = await archivedAmong(
    tables,
    put.map(({ op }) => op),
  );
  const missing = put.filter(({ op, isNew }) => isNew && !rowOf.has(op.opId) && !proved.has(op.opId));
  const back = numbered(
    missing.toSorted((a, b) => a.op.n - b.op.n),
    used,
  );
  await tables.outbox.put(back.map(({ stamp, op }) => ({ ...opRow(op), stamp })));
  const last = Math.max(await counterIn(tables), ...back.map(({ op }) => op.n));
  await tables[keyValues].put([{ key: 'counter', value: last } satisfies KeyValueRow]);
  await putTemporaryIds(
    tables,
    back.map(({ op }) => op),
  );
  return back.length;
}

/** Rows without a stamp predate journals: an old journal is not newer. */
const isNewer = (stamp: number, row: StampedRow | undefined): boolean =>
  row !== undefined && stamp > (row.stamp ?? Infinity);

/** If tried, it may have arrived: the boot rule handles inflight ops. */
const asBack = (op: Op): Op => ({ ...op, state: wasTried(op) ? 'inflight' : 'pending' });

/** Restored ops are numbered after those made meanwhile. */
function numbered<T extends { readonly op: Op }>(back: readonly T[], used: number): readonly T[] {
  let last = used;
  return back.map((one) => {
    last = Math.max(last + 1, one.op.n);
    return { ...one, op: { ...one.op, n: last } };
  });
}

async function archivedAmong(tables: Tables, ops: readonly Op[]): Promise<ReadonlySet<string>> {
  const rows = await tables.archive.get<ArchiveRow>(ops.map((op) => `${op.organizationId}/${op.opId}`));
  return new Set(rows.flatMap((row) => (row ? [row.op.opId] : [])));
}

/** What the database has by now is newer. */
export async function putMissing(tables: Tables, name: TableName, rows: readonly Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += limits.rowsPerTransaction) {
    const part = rows.slice(start, start + limits.rowsPerTransaction);
    const there = await tables[name].get(keysOf(part));
    await tables[name].put(part.filter((_, index) => there[index] === undefined));
  }
}

/** Every row that a journal must hold, in its present state. */
export async function journalLines(tables: Tables): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const add = (table: Line['table'], rows: readonly Row[]): void => {
    for (const row of rows) {
      const journalRow = asJournalRow(table, row);
      if (journalRow) lines.push({ table, name: journalRow.name, row: journalRow.row });
    }
  };
  add('outbox', await tables.outbox.range(startingWith('')));
  add('sync', await tables.sync.range(startingWith('')));
  for (const prefix of ['counter', 'draft/', 'once/'])
    add(
      keyValues,
      (await tables[keyValues].range(startingWith(prefix))).filter((row) => isJournaledKey(row.key)),
    );
  const owed = (await tables.blobs.range<BlobRow>(startingWith(''))).filter(isOwed);
  add('blobs', owed);
  for (const { key } of owed)
    add(
      'blobBytes',
      (await tables.blobBytes.get([key])).filter((row) => row !== undefined),
    );
  for (const group of ['waits', 'typed'] as const)
    add('sealed', await tables.sealed.range(startingWith(sealedAt(group))));
  return lines;
}

/** Written by apps that kept a copy in the browser's cache: the database already has what the copy held. */
const metKey = 'copied';

async function forgetOlder(tables: Tables): Promise<void> {
  const left = await tables[keyValues].range(startingWith('uncopied/'));
  await tables[keyValues].remove([metKey, ...keysOf(left)]);
}
