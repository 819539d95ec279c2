import type { KnownCommit } from '../../contract/endpoints/sync.ts';
import { newestHeld, noteCopy } from '../database/lives.ts';
import type { Answer, Call, Commit } from '../kernel/call.ts';

/**
 * The newest commit that phone and history share: what it acknowledged up to there need not be sent again (offline.md §2.5). If the phone knows
 * more, this also dates the copy for the owner.
 */
export async function nameShared(
  call: Call<{ readonly commits: readonly KnownCommit[] }>,
  { trx, organizationId, touch }: Commit,
): Promise<Answer> {
  const { commits } = call.body;
  const shared = await newestHeld(trx, organizationId, commits);
  const newest = Math.max(-1, ...commits.map(({ seq }) => seq));
  if (shared !== null && shared.seq < newest && (await noteCopy(trx, organizationId, shared)))
    touch('organization', organizationId);
  return { shared: shared?.seq ?? null };
}
