import type { Transaction } from 'kysely';
import { markAt } from '../database/marks.ts';
import type { FarmHead } from '../database/scope.ts';
import type { Tables } from '../database/tables.ts';
import type { Call } from '../kernel/call.ts';
import { type Visibility, visibilityOf } from '../herd/present/present-movement.ts';
import { madeBy } from './history-made-by.ts';

export type Db = Transaction<Tables>;

/** Whose history: a farm's, as those see it who see as much. Never of a role, and never one for two sights. */
export interface Scope {
  readonly farm: string;
  readonly sight: Visibility;
}

/** A commit. */
export type Point = Pick<FarmHead, 'seq' | 'mark'>;

/** So many commits are left to the feed, which brings them in a page or two; then what is kept is brought up to date. */
export const mostBehind = 500;

export const scopeOf = async (db: Db, { organizationId, role }: Call): Promise<Scope> => {
  const farm = organizationId ?? '';
  return { farm, sight: await visibilityOf(db, farm, role) };
};

/** What is written down of where a kept history stands, whoever made it. */
export const storedBase = (db: Db, { farm, sight: visibility }: Scope) =>
  db
    .selectFrom('history_bases')
    .select(['seq', 'mark', 'made_by'])
    .where('organization_id', '=', farm)
    .where('sight', '=', visibility)
    .executeTakeFirst();

/** The commit that the kept history is at; null where there is none, another program made it, or this farm's history has no such commit. */
export async function baseOf(db: Db, scope: Scope): Promise<Point | null> {
  const stored = await storedBase(db, scope);
  if (!stored || stored.made_by !== madeBy()) return null;
  const { seq, mark } = stored;
  return (await isInHistory(db, scope.farm, stored)) ? { seq, mark } : null;
}

/** Whether a farm's history holds a commit: not where the database was put back to a copy of before it. */
export const isInHistory = async (db: Db, farm: string, { seq, mark }: Point): Promise<boolean> =>
  (await markAt(db, farm, seq)) === mark;

/** From where the feed is to go on for who fetches the kept history: its own commit, as long as that is near. */
export async function feedFrom(db: Db, scope: Scope, head: Point): Promise<Point> {
  const base = await baseOf(db, scope);
  return base !== null && base.seq <= head.seq && head.seq - base.seq <= mostBehind ? base : head;
}
