import type { Trx } from '../database/tables.ts';
import { type EndpointHandlers, keptRead, read, write, type Answer, type CallTo, type Commit } from '../kernel/call.ts';
import { registerDeviceKey } from './device-keys.ts';
import { keepHistory } from './history-plan.ts';
import { segment } from './history-segment.ts';
import { pull } from './pull.ts';
import { refusedHandlers } from './refused.ts';
import { snapshot } from './snapshot.ts';
import { newestHeld, noteCopy } from '../database/lives.ts';

/**
 * The newest commit that phone and history share: what it acknowledged up to there need not be sent again (offline.md §2.5). If the phone knows
 * more, this also dates the copy for the owner.
 */
async function nameShared(call: CallTo<'life'>, { trx, organizationId, touch }: Commit): Promise<Answer> {
  const { commits } = call.body;
  const shared = await newestHeld(trx, organizationId, commits);
  const newest = Math.max(-1, ...commits.map(({ seq }) => seq));
  if (shared !== null && shared.seq < newest && (await noteCopy(trx, organizationId, shared)))
    touch('organization', organizationId);
  return { shared: shared?.seq ?? null };
}

/** The sync extension (wire.md §Sync). The batch and applying refused records are in the kernel: they need every other call. */
export const syncHandlers: EndpointHandlers = {
  pull: read((call, db) => pull(call, db as Trx)),
  snapshot: keptRead({ run: snapshot, keep: keepHistory }),
  history: keptRead({ run: segment, keep: keepHistory }),
  life: write(nameShared),
  registerDeviceKey: write(registerDeviceKey),
  ...refusedHandlers,
};
