import { countOf, type Db, rowsWhere, setWhere } from '../database/tables.ts';
import type { RefusedRow } from '../database/tables-phones.ts';

/** More than any phone holds. */
const mostWaiting = 2000;

/** Whether a person's refused records are still within what one phone can have (decision 0012). */
export async function mayStoreRejected(db: Db, organizationId: string, userId: string): Promise<boolean> {
  const whose = { organization_id: organizationId, user_id: userId };
  return (await countOf(rowsWhere(db, 'refused', { ...whose, state: 'en_espera' }))) < mostWaiting;
}

type Undecided = Omit<RefusedRow, 'id' | 'state' | 'decided_by' | 'decided_at'>;

/** What waits already: a phone that sends a refused act again, as it was, does so under a new key. */
async function sameUnderAnotherKey(db: Db, row: Undecided): Promise<string | null> {
  const { organization_id, user_id, author_id, method, path, body, cid } = row;
  // Two records without a name of their own may be two.
  if (method === 'POST' && cid === null) return null;
  const alike = await rowsWhere(db, 'refused', { organization_id, user_id, method, path, body, state: 'en_espera' })
    .select(['id', 'author_id'])
    .execute();
  return alike.find((one) => one.author_id === author_id)?.id ?? null;
}

/**
 * Stores a refused record for the office, once however often phones send it; a decision stays. Under a key that another used for something else
 * it is its own row.
 */
export async function insertRejected(
  db: Db,
  newId: () => string,
  row: Undecided,
): Promise<'new' | 'known' | 'no-space'> {
  const { organization_id, key, user_id, author_id, session_id, code, message, issues } = row;
  const there = await rowsWhere(db, 'refused', { organization_id, key })
    .select(['id', 'user_id', 'author_id', 'method', 'path', 'body'])
    .execute();
  const isSame = (one: (typeof there)[number]): boolean =>
    one.method === row.method && one.path === row.path && one.body === row.body;
  const mine = there.find((one) => one.user_id === user_id);
  const brought = there.find((one) => isSame(one) && (one.author_id ?? one.user_id) === (author_id ?? user_id));
  const known = mine ?? brought;
  if (known) {
    // The author's own copy replaces what another brought.
    const isOwnNow = author_id === null && known.author_id === user_id && isSame(known);
    await setWhere(
      db,
      'refused',
      { organization_id, id: known.id },
      { code, message, issues, ...(isOwnNow && { user_id, author_id, session_id }) },
    );
    return 'known';
  }
  const id = there.some((one) => one.id === key) ? newId() : key;
  const earlier = await sameUnderAnotherKey(db, row);
  if (earlier !== null) {
    await setWhere(
      db,
      'refused',
      { organization_id, id: earlier, state: 'en_espera' },
      { id, key, session_id, code, message, issues },
    );
    return 'new';
  }
  if (!(await mayStoreRejected(db, organization_id, user_id))) return 'no-space';
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('refused')
    .values({ ...row, id, state: 'en_espera', decided_by: null, decided_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // A concurrent insert won: decide again by its row.
  return numInsertedOrUpdatedRows === 1n ? 'new' : await insertRejected(db, newId, row);
}
