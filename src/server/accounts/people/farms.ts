import type { Transaction } from 'kysely';
import { type Committed, commitWithoutCall } from '../../database/commit.ts';
import type { Tables } from '../../database/tables.ts';
import type { Call } from '../../kernel/call.ts';

/** Puts a changed person into the feeds of his farms and broadcasts it after the commit. */
export async function tellFarms(
  call: Call,
  trx: Transaction<Tables>,
  announce: (committed: Committed) => void,
  userId: string,
): Promise<void> {
  const farms = await trx
    .selectFrom('memberships')
    .select('organization_id')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .orderBy('organization_id')
    .execute();
  for (const { organization_id } of farms) {
    const committed = await commitWithoutCall(trx, organization_id, {
      touched: [{ table: 'members', rowId: userId }],
      // No payload: each phone fetches what its role may see.
      announcements: [{ action: 'update-organization', payload: {} }],
      nowMs: call.now,
    });
    call.afterCommit(() => announce(committed));
  }
}
