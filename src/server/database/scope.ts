import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { isPostgres } from './dialect.ts';
import { type Db, rowsWhere, type Trx } from './tables.ts';

type Work<T> = (trx: Trx) => Promise<T>;

/** Sets the farm for row-level security (trust.md row 55). */
const enter = async (trx: Trx, organizationId: string): Promise<void> => {
  if (isPostgres(trx)) await sql`select set_config('app.org', ${organizationId}, true)`.execute(trx);
};

/** A read of one snapshot. `organizationId` null: outside farms. */
export async function readIn<T>(db: Db, organizationId: string | null, work: Work<T>): Promise<T> {
  const transaction = isPostgres(db)
    ? db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    : db.transaction();
  return await transaction.execute(async (trx) => {
    if (organizationId !== null) await enter(trx, organizationId);
    return await work(trx);
  });
}

/** A write of a farm. `lockFarm` serializes a farm's writes. */
export const writeIn = <T>(db: Db, organizationId: string, work: Work<T>): Promise<T> =>
  again(() =>
    db.transaction().execute(async (trx) => {
      await enter(trx, organizationId);
      return await work(trx);
    }),
  );

/** A write outside farms, serializable. */
export async function writeAlone<T>(db: Db, work: Work<T>): Promise<T> {
  if (!isPostgres(db)) return await db.transaction().execute(work);
  return await again(() => db.transaction().setIsolationLevel('serializable').execute(work));
}

export interface FarmHead {
  readonly seq: number;
  readonly mark: string;
  readonly epoch: string;
}

export interface HeldHead extends FarmHead {
  /** Whether its life began because the database is an older copy. */
  readonly isRestored: boolean;
  /** The owner's settings, JSON: nearly every write asks who sees prices. */
  readonly settings: string;
}

/** Filters rows looked up by id. With `organization_id = …` SQLite would scan the farm's index instead of looking up a few ids. */
export const isOfFarm = (organizationId: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`(organization_id || '') = ${organizationId}`;

/** Reads the head and locks the farm's row until the commit. */
export async function lockFarm(trx: Trx, organizationId: string): Promise<HeldHead> {
  const row = rowsWhere(trx, 'organizations', { id: organizationId })
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
    );
  const { restored, ...head } = await (isPostgres(trx) ? row.forUpdate() : row).executeTakeFirstOrThrow();
  return { ...head, isRestored: Boolean(restored) };
}

/** PostgreSQL: serialization failure, deadlock, unique violation. */
const lostRace = new Set(['40001', '40P01', '23505']);
const tries = 10;
const longestPauseMs = 200;

const isLostRace = (error: unknown): boolean => lostRace.has(String((error as { code?: unknown } | null)?.code));

/** Retries a lost race with random, growing backoff. */
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
