import { type Insertable, sql } from 'kysely';
import type { SyncTable } from '../../contract/endpoints/sync.ts';
import { forgetAll, type Memory, lastingOf, rememberAs, remembering } from './remembered.ts';
import { type HeldHead, lockFarm, writeIn } from './scope.ts';
import { isPostgres } from './dialect.ts';
import { type Db, type OperationRow, rowsWhere, type Tables, type Trx } from './tables.ts';

/**
 * Others wait for the farm's row, and on SQLite for everything: a transaction takes at most so many operations, and starts none after so many
 * milliseconds.
 */
export const mostOperations = 50;
export const longestMs = 100;

/** Marks a row as changed. 'made': just inserted, never in the feed before. */
export type Touch = (table: SyncTable, rowId: string, how?: 'made') => void;

/** The name under which a farm's settings are cached: they are read with its row. */
export const settingsOf = (organizationId: string): string => `settings ${organizationId}`;

export interface Touched {
  readonly table: SyncTable;
  readonly rowId: string;
  readonly isMade: boolean;
}

/** What the transaction holds but its tables do not yet: few statements write many operations. */
interface Unwritten {
  readonly commits: readonly { readonly seq: number; readonly mark: string; readonly at: string }[];
  readonly changes: readonly (Touched & { readonly seq: number })[];
  readonly operations: readonly OperationRow[];
}

const nothing: Unwritten = { commits: [], changes: [], operations: [] };

/** A farm in a transaction that holds its row lock. */
export interface OpenFarm {
  readonly organizationId: string;
  readonly trx: Trx;
  /** The transaction without cache, for savepoints. */
  readonly bare: Trx;
  readonly undoing: (() => Promise<void>)[];
  /** Prefetched answers; null: none exists. */
  readonly answers: Map<string, OperationRow | null>;
  head: HeldHead;
  unwritten: Unwritten;
  /** A savepoint rollback failed: the whole transaction is lost. */
  isBroken: boolean;
}

/** From `isAtCommit` on, an error does not tell whether the commit succeeded. */
export interface Progress {
  isAtCommit: boolean;
}

/** A transaction that holds a farm's row lock. One that lost a race restarts, after undoing what its first try left outside. */
export async function inFarm<T>(
  db: Db,
  organizationId: string,
  work: (farm: OpenFarm) => Promise<T>,
  progress: Progress = { isAtCommit: false },
): Promise<T> {
  const undoing: (() => Promise<void>)[] = [];
  const undo = async (): Promise<void> => {
    for (const act of undoing.splice(0)) await act();
  };
  const opened: { farm?: OpenFarm } = {};
  try {
    const stands = await writeIn(db, organizationId, async (bare) => {
      progress.isAtCommit = false;
      await undo();
      const head = await lockFarm(bare, organizationId);
      const trx = remembering(bare, knownAt(db, organizationId, head));
      rememberAs(trx, settingsOf(organizationId), ['organizations'], { settings: head.settings });
      const farm: OpenFarm = {
        organizationId,
        trx,
        bare,
        undoing,
        head,
        answers: new Map(),
        unwritten: nothing,
        isBroken: false,
      };
      opened.farm = farm;
      const result = await work(farm);
      await writeDown(farm);
      progress.isAtCommit = true;
      return result;
    });
    if (opened.farm) keepKnown(db, opened.farm);
    return stands;
  } catch (error) {
    // A connection broken at the commit leaves its outcome unknown: files that a row may name are left to the sweep.
    if (!progress.isAtCommit) await undo();
    throw error;
  }
}

interface Known {
  readonly mark: string;
  readonly memory: Memory;
}

const known = new WeakMap<Db, Map<string, Known>>();
const mostFarms = 200;

/**
 * The cache of a locked farm whose history has not moved: a mark names one history, so nobody else changed it. Removed, so that a failed
 * transaction's changes are lost.
 */
function knownAt(db: Db, organizationId: string, { mark }: HeldHead): Memory | undefined {
  const kept = known.get(db)?.get(organizationId);
  known.get(db)?.delete(organizationId);
  return kept?.mark === mark ? kept.memory : undefined;
}

function keepKnown(db: Db, { organizationId, trx, head }: OpenFarm): void {
  const farms = known.get(db) ?? new Map<string, Known>();
  known.set(db, farms);
  const [oldest] = farms.size >= mostFarms ? farms.keys() : [];
  if (oldest !== undefined) farms.delete(oldest);
  farms.set(organizationId, { mark: head.mark, memory: lastingOf(trx) });
}

/** Runs one operation in a savepoint: if it throws it leaves no trace, and those before it stay. */
export async function inStep<T>(farm: OpenFarm, work: () => Promise<T>): Promise<T> {
  const { head, unwritten } = farm;
  const undone = farm.undoing.length;
  await sql`savepoint operation`.execute(farm.bare);
  try {
    const result = await work();
    await sql`release savepoint operation`.execute(farm.bare);
    return result;
  } catch (error) {
    await goBack(farm);
    Object.assign(farm, { head, unwritten });
    for (const act of farm.undoing.splice(undone)) await act();
    throw error;
  }
}

async function goBack(farm: OpenFarm): Promise<void> {
  forgetAll(farm.trx);
  try {
    await sql`rollback to savepoint operation`.execute(farm.bare);
    await sql`release savepoint operation`.execute(farm.bare);
  } catch {
    // The database ended the transaction itself (a full disk, a broken connection); the caller throws the cause.
    farm.isBroken = true;
  }
}

const mostRows = 64;

/** Slices of few distinct lengths: SQLite caches a prepared statement per text. */
function* slicesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length;) {
    const left = rows.length - start;
    const length = left <= 8 ? left : Math.min(mostRows, 2 ** Math.floor(Math.log2(left)));
    yield rows.slice(start, start + length);
    start += length;
  }
}

/** A statement takes 65,535 values at most; a slice has fewer than a thousand. */
const mostInOne = 60;

/** Flushes the farm's head, commits, changes and answers. On PostgreSQL they travel as one statement, for the farm's row is held meanwhile. */
export async function writeDown(farm: Pick<OpenFarm, 'organizationId' | 'bare' | 'head' | 'unwritten'>): Promise<void> {
  const { organizationId: organization_id, bare, head } = farm;
  const { commits, changes, operations } = farm.unwritten;
  farm.unwritten = nothing;
  const inserts = [
    ...insertsOf(
      'commits',
      commits.map((commit) => ({ organization_id, ...commit })),
    ),
    ...insertsOf(
      'changes',
      changes.map(({ table, rowId, seq, isMade }) => ({
        organization_id,
        seq,
        table_name: table,
        row_id: rowId,
        again: isMade || table === 'cells' ? 0 : 1,
      })),
    ),
    ...insertsOf('operations', operations),
  ];
  const together = commits.length > 0 && isPostgres(bare) ? inserts.splice(0, mostInOne) : [];
  for (const insert of inserts) await insert(bare).execute();
  if (commits.length === 0) return;
  const { seq, mark } = head;
  let last: Pick<Trx, 'with' | 'updateTable'> = bare;
  for (const [n, insert] of together.entries()) last = last.with(`part${n}`, insert) as unknown as Trx;
  await last.updateTable('organizations').set({ seq, mark }).where('id', '=', organization_id).execute();
}

type Written = 'commits' | 'changes' | 'operations';

const insertsOf = <T extends Written>(table: T, rows: readonly Insertable<Tables[T]>[]) =>
  [...slicesOf(rows)].map(
    (some) => (db: Pick<Trx, 'insertInto'>) => db.insertInto<Written>(table).values(some as readonly never[]),
  );

/** Prefetches the first answers to many keys. */
export async function lookUpAnswers(farm: OpenFarm, keys: readonly string[]): Promise<void> {
  for (const some of slicesOf([...new Set(keys)])) {
    const rows = await rowsWhere(farm.bare, 'operations', { scope: farm.organizationId })
      .selectAll()
      .where('key', 'in', some)
      .execute();
    const found = new Map(rows.map((row) => [row.key, row]));
    for (const key of some) farm.answers.set(key, found.get(key) ?? null);
  }
}
