import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Call } from '../../kernel/call.ts';
import { cancelCodes } from './codes.ts';
import { deviceOfSession, forgetDevices, knownDeviceOf } from './known-devices.ts';
import { noFailures } from './lockout.ts';
import { endSession } from './sessions.ts';

/** Gives a person another password: the wait of wrong ones is over, and codes and tokens on their way are worth nothing any more. */
export async function setPassword(call: Call, trx: Transaction<Tables>, userId: string, hash: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: hash, ...noFailures })
    .where('id', '=', userId)
    .execute();
  await cancelAll(call, trx, userId);
  // Whoever has learned the old password may have been in on a device of his own.
  const device = (await deviceOfSession(trx, call)) ?? (await knownDeviceOf(trx, call, userId));
  await forgetDevices(trx, userId, device?.id ?? null);
}

/** Codes and tokens of a person that are on their way are worth nothing any more. */
export async function cancelAll(call: Call, trx: Transaction<Tables>, userId: string): Promise<void> {
  await cancelCodes(trx, call.now, { userId });
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: new Date(call.now).toISOString() })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** Ends the sessions of a person, but for one; their live connections end with the commit. */
export async function endSessionsOf(
  call: Call,
  trx: Transaction<Tables>,
  ports: { readonly onSessionEnd: (sessionId: string) => void },
  userId: string,
  except: string | null,
): Promise<void> {
  const living = await trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute();
  for (const { id } of living.filter((session) => session.id !== except)) {
    await endSession(trx, id, call.now);
    call.afterCommit(() => ports.onSessionEnd(id));
  }
}
