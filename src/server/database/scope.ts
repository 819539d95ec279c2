import { type Kysely, type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely';
import { isPostgres } from './dialect.ts';
import type { Tables } from './tables.ts';

type Work<T> = (trx: Transaction<Tables>) => Promise<T>;

/** Names the farm whose rows the rest of the transaction may see and write: its row-level security (trust.md row 55). */
const enter = async (trx: Transaction<Tables>, organizationId: string): Promise<void> => {
  if (isPostgres(trx)) await sql`select set_config('app.org', ${organizationId}, true)`.execute(trx);
};

/** Reads of one snapshot. `organizationId` null: not inside a farm. */
export async function readIn<T>(db: Kysely<Tables>, organizationId: string | null, work: Work<T>): Promise<T> {
  const transaction = isPostgres(db)
    ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    : db.transaction();
  return await transaction.execute(async (trx) => {
    if (organizationId !== null) await enter(trx, organizationId);
    return await work(trx);
  });
}

/** A write inside a farm. Others wait at the farm's row (`lockFarm`), so no two of them interleave. */
export const writeIn = <T>(db: Kysely<Tables>, organizationId: string, work: Work<T>): Promise<T> =>
  again(() =>
    db.transaction().execute(async (trx) => {
      await enter(trx, organizationId);
      return await work(trx);
    }),
  );

/** A write outside farms: as if no other were under way at the same time. */
export async function writeAlone<T>(db: Kysely<Tables>, work: Work<T>): Promise<T> {
  if (!isPostgres(db)) return await db.transaction().execute(work);
  return await again(() => db.transaction().setIsolationLevel('serializable').execute(work));
}

/** Where a farm's history stands: its last commit with its mark, and which life it is. */
export interface FarmHead {
  readonly seq: number;
  readonly mark: string;
  readonly epoch: string;
}

/** The head of a farm whose row is held. */
export interface HeldHead extends FarmHead {
  /** Whether its life began because the database is an older copy: nothing else needs to be asked for farms that lost nothing. */
  readonly isRestored: boolean;
  /** The owner's settings of the farm, as JSON: nearly every write asks who sees prices. */
  readonly settings: string;
}

/**
 * Of rows that are looked up by their ids: those of a farm. Said as `organization_id = …` the embedded database would rather go through all rows of
 * the farm, in an index of theirs, than look a few ids up.
 */
export const isOfFarm = (organizationId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(organization_id || '') = ${organizationId}`;

/** Where the farm stands, with its row held until the commit. */
export async function lockFarm(trx: Transaction<Tables>, organizationId: string): Promise<HeldHead> {
  const row = trx
    .selectFrom('organizations')
    .select(['seq', 'mark', 'epoch', 'settings'])
    .select((farm) =>
      farm
        .exists(
          farm
            .selectFrom('lives')
            .select('lives.epoch')
            .whereRef('lives.organization_id', '=', 'organizations.id')
            .whereRef('lives.epoch', '=', 'organizations.epoch')
            .where('is_copy', '=', 1),
        )
        .as('restored'),
    )
    .where('id', '=', organizationId);
  const { restored, ...head } = await (isPostgres(trx) ? row.forUpdate() : row).executeTakeFirstOrThrow();
  return { ...head, isRestored: Boolean(restored) };
}

/** PostgreSQL's codes for 'another was faster': serialization failure, deadlock, a row that another made meanwhile. */
const lostRace = new Set(['40001', '40P01', '23505']);
const tries = 10;
const longestPauseMs = 200;

const isLostRace = (error: unknown): boolean => lostRace.has(String((error as { code?: unknown } | null)?.code));

/** Begins anew when another transaction was faster, after a wait that is random and grows, so that many at once do not meet again. */
async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tried === tries || !isLostRace(error)) throw error;
      const most = Math.min(longestPauseMs, 5 * 2 ** tried);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * most));
    }
  }
}
