import { type Kysely, sql, type Transaction } from 'kysely';
import type { SyncTable } from '../../contract/endpoints/sync.ts';
import { forgetAll, type Memory, lastingOf, rememberAs, remembering } from './remembered.ts';
import { type HeldHead, lockFarm, writeIn } from './scope.ts';
import type { OperationRow, Tables } from './tables.ts';

/**
 * Others wait for the farm's row meanwhile, and on the embedded database for everything: a transaction of several operations takes so many, and
 * none begins after so long.
 */
export const mostOperations = 50;
export const longestMs = 100;

/** Notes that a row changed. 'made': it was put in just now, and the feed has never held anything of it. */
export type Touch = (table: SyncTable, rowId: string, how?: 'made') => void;

/** By which name a farm's settings are remembered: they are read with its row. */
export const settingsOf = (organizationId: string): string => `settings ${organizationId}`;

/** A row that a commit changed. */
export interface Touched {
  readonly table: SyncTable;
  readonly rowId: string;
  readonly isMade: boolean;
}

/** What stands in the transaction and is not in its rows yet: many operations are written down by few statements. */
interface Unwritten {
  readonly commits: readonly { readonly seq: number; readonly mark: string; readonly at: string }[];
  readonly changes: readonly (Touched & { readonly seq: number })[];
  readonly operations: readonly OperationRow[];
}

const nothing: Unwritten = { commits: [], changes: [], operations: [] };

/** A farm in a transaction that holds its row: where its history stands by what was done in it, and what is left to write down. */
export interface OpenFarm {
  readonly organizationId: string;
  readonly trx: Transaction<Tables>;
  /** The transaction without memory, for its own savepoints. */
  readonly bare: Transaction<Tables>;
  /** Acts that take back what operations did outside the transaction. */
  readonly undoing: (() => Promise<void>)[];
  /** Answers that were looked up together; null: there is none. */
  readonly answers: Map<string, OperationRow | null>;
  head: HeldHead;
  unwritten: Unwritten;
  /** Whether a savepoint could not be gone back to: nothing of the transaction can stand. */
  isBroken: boolean;
}

/** How far a transaction came: from `isAtCommit` on, an error says nothing of whether it stands. */
export interface Progress {
  isAtCommit: boolean;
}

/**
 * A transaction with a farm's row held: others of the farm wait. One that lost a race begins anew, after what its first try left outside
 * was taken back.
 */
export async function inFarm<T>(
  db: Kysely<Tables>,
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
    // A connection that breaks at the commit says nothing of whether it stands: bytes that a row may name are left to the sweep.
    if (!progress.isAtCommit) await undo();
    throw error;
  }
}

/** What the last transaction of a farm knew of it at its end, and the history that this is true of. */
interface Known {
  readonly mark: string;
  readonly memory: Memory;
}

const known = new WeakMap<Kysely<Tables>, Map<string, Known>>();
/** The farms that wrote last; the others are read again. */
const mostFarms = 200;

/**
 * What is known of a farm whose row is held, while its history stands where it stood: a mark names one history, so nobody else changed it.
 * Taken away, so that a failed transaction's changes are lost.
 */
function knownAt(db: Kysely<Tables>, organizationId: string, { mark }: HeldHead): Memory | undefined {
  const kept = known.get(db)?.get(organizationId);
  known.get(db)?.delete(organizationId);
  return kept?.mark === mark ? kept.memory : undefined;
}

function keepKnown(db: Kysely<Tables>, { organizationId, trx, head }: OpenFarm): void {
  const farms = known.get(db) ?? new Map<string, Known>();
  known.set(db, farms);
  const [oldest] = farms.size >= mostFarms ? farms.keys() : [];
  if (oldest !== undefined) farms.delete(oldest);
  farms.set(organizationId, { mark: head.mark, memory: lastingOf(trx) });
}

/** Does one operation of several behind a savepoint: one that throws leaves no trace, and those before it stay. */
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
    // The database has ended the transaction by itself (a full disk, a broken connection): what ended it is thrown by who called.
    farm.isBroken = true;
  }
}

const mostRows = 64;

/** Rows in slices of few lengths: the embedded database keeps each text of a statement prepared. */
function* slicesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < rows.length;) {
    const left = rows.length - start;
    const length = left <= 8 ? left : Math.min(mostRows, 2 ** Math.floor(Math.log2(left)));
    yield rows.slice(start, start + length);
    start += length;
  }
}

/** Writes the farm's head, and the commits, changes and answers that are not in their tables yet. */
export async function writeDown(farm: Pick<OpenFarm, 'organizationId' | 'bare' | 'head' | 'unwritten'>): Promise<void> {
  const { organizationId: organization_id, bare, head } = farm;
  const { commits, changes, operations } = farm.unwritten;
  farm.unwritten = nothing;
  if (commits.length > 0) {
    const { seq, mark } = head;
    await bare.updateTable('organizations').set({ seq, mark }).where('id', '=', organization_id).execute();
  }
  for (const some of slicesOf(commits)) {
    const rows = some.map((commit) => ({ organization_id, ...commit }));
    await bare.insertInto('commits').values(rows).execute();
  }
  for (const some of slicesOf(changes)) {
    const rows = some.map(({ table, rowId, seq, isMade }) => ({
      organization_id,
      seq,
      table_name: table,
      row_id: rowId,
      again: isMade || table === 'cells' ? 0 : 1,
    }));
    await bare.insertInto('changes').values(rows).execute();
  }
  for (const some of slicesOf(operations))
    await bare
      .insertInto('operations')
      .values([...some])
      .execute();
}

/** Looks up the first answers to many keys at once. */
export async function lookUpAnswers(farm: OpenFarm, keys: readonly string[]): Promise<void> {
  for (const some of slicesOf([...new Set(keys)])) {
    const rows = await farm.bare
      .selectFrom('operations')
      .selectAll()
      .where('scope', '=', farm.organizationId)
      .where('key', 'in', some)
      .execute();
    const found = new Map(rows.map((row) => [row.key, row]));
    for (const key of some) farm.answers.set(key, found.get(key) ?? null);
  }
}
