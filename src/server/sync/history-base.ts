import type { Transaction } from 'kysely';
import { markAt } from '../database/commit.ts';
import type { FarmHead } from '../database/scope.ts';
import type { Tables } from '../database/tables.ts';
import type { Call } from '../kernel/call.ts';
import { type Visibility, visibilityOf } from '../herd/present/present-movement.ts';
import { madeBy } from './history-made-by.ts';

export type Db = Transaction<Tables>;

/** A farm's history by field visibility, never by role. */
export interface Scope {
  readonly farm: string;
  readonly sight: Visibility;
}

export type Point = Pick<FarmHead, 'seq' | 'mark'>;

/** The feed brings so many commits in a page or two; beyond, the cached history is updated. */
export const mostBehind = 500;

export const scopeOf = async (db: Db, { organizationId, role }: Call): Promise<Scope> => {
  const farm = organizationId ?? '';
  return { farm, sight: await visibilityOf(db, farm, role) };
};

/** The stored base, whichever program made it. */
export const storedBase = (db: Db, { farm, sight: visibility }: Scope) =>
  db
    .selectFrom('history_bases')
    .select(['seq', 'mark', 'made_by'])
    .where('organization_id', '=', farm)
    .where('sight', '=', visibility)
    .executeTakeFirst();

/** The commit of the cached history; null if missing, made by another program, or not in this farm's history. */
export async function baseOf(db: Db, scope: Scope): Promise<Point | null> {
  const stored = await storedBase(db, scope);
  if (!stored || stored.made_by !== madeBy()) return null;
  const { seq, mark } = stored;
  return (await isInHistory(db, scope.farm, stored)) ? { seq, mark } : null;
}

/** Whether a farm's history holds a commit: a restored copy may not. */
export const isInHistory = async (db: Db, farm: string, { seq, mark }: Point): Promise<boolean> =>
  (await markAt(db, farm, seq)) === mark;

/** Where the feed continues after the cached history: its commit, if near the head. */
export async function feedFrom(db: Db, scope: Scope, head: Point): Promise<Point> {
  const base = await baseOf(db, scope);
  return base !== null && base.seq <= head.seq && head.seq - base.seq <= mostBehind ? base : head;
}
