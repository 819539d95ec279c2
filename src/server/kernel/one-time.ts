import { type Db, insertRows, rowsWhere, setWhere, type Trx, updateWhere } from '../database/tables.ts';
import type { OneTimeTokenRow } from '../database/tables-accounts.ts';

/** A one-time token's only use (trust.md rows 43, 48). */
type Purpose = OneTimeTokenRow['purpose'];

const lifetimesMs: Readonly<Record<Purpose, number>> = { reset: 10 * 60_000, initial: 48 * 60 * 60_000 };

interface Owner {
  readonly userId: string;
  readonly email: string;
  readonly organizationId: string | null;
  readonly now: number;
}

/** Makes a one-time token in the caller's transaction. Only its hash is stored. */
export async function createOneTimeToken(trx: Trx, purpose: Purpose, owner: Owner): Promise<string> {
  const token = newToken();
  // The newest cancels older ones.
  await setWhere(
    trx,
    'one_time_tokens',
    { user_id: owner.userId, purpose, used_at: null },
    { used_at: new Date(owner.now).toISOString() },
  );
  await insertRows(trx, 'one_time_tokens', {
    token_hash: await hashOf(token),
    purpose,
    user_id: owner.userId,
    organization_id: owner.organizationId,
    email: owner.email,
    created_at: new Date(owner.now).toISOString(),
    expires_at: new Date(owner.now + lifetimesMs[purpose]).toISOString(),
    used_at: null,
  });
  return token;
}

/** The row of a valid token for this purpose and address; else null. */
export async function findOneTimeToken(
  db: Db,
  purpose: Purpose,
  given: { readonly token: string; readonly email: string; readonly now: number },
): Promise<OneTimeTokenRow | null> {
  const row = await rowsWhere(db, 'one_time_tokens', {
    token_hash: await hashOf(given.token),
    purpose,
    email: given.email,
    used_at: null,
  })
    .selectAll()
    .where('expires_at', '>', new Date(given.now).toISOString())
    .executeTakeFirst();
  return row ?? null;
}

/** Uses a token up; of two concurrent calls only one gets true. */
export async function consumeOneTimeToken(trx: Trx, row: OneTimeTokenRow, now: number): Promise<boolean> {
  const { numUpdatedRows } = await updateWhere(trx, 'one_time_tokens', { token_hash: row.token_hash, used_at: null })
    .set({ used_at: new Date(now).toISOString() })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * A link for an added person's first password: one use, 48 hours, bound to person, organization and address (trust.md row 48). The token is in
 * the fragment, which no server sees (row 52).
 */
export async function createActivation(
  trx: Trx,
  publicUrl: string,
  owner: Owner,
): Promise<{ readonly token: string; readonly url: string }> {
  const token = await createOneTimeToken(trx, 'initial', owner);
  const fragment = new URLSearchParams({ token, email: owner.email });
  return { token, url: `${publicUrl.replace(/\/+$/, '')}/admin-activation#${fragment.toString()}` };
}

export const newToken = (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url');

/** Only a token's hash is stored. */
export async function hashOf(token: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Buffer.from(digest).toString('base64url');
}
