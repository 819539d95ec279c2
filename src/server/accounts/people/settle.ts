import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import type { Call } from '../../kernel/call.ts';
import { cancelCodes } from './codes.ts';
import { deviceOfSession, forgetDevices, knownDeviceOf } from './known-devices.ts';
import { noFailures } from './lockout.ts';
import { endSession } from './sessions.ts';

/** Sets a password, ends the delay of wrong ones, and cancels pending codes and tokens. */
export async function setPassword(call: Call, trx: Transaction<Tables>, userId: string, hash: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ password_hash: hash, ...noFailures })
    .where('id', '=', userId)
    .execute();
  await cancelAll(call, trx, userId);
  // Who learned the old password may have signed in on his own device.
  const device = (await deviceOfSession(trx, call)) ?? (await knownDeviceOf(trx, call, userId));
  await forgetDevices(trx, userId, device?.id ?? null);
}

/** Cancels a person's pending codes and tokens. */
export async function cancelAll(call: Call, trx: Transaction<Tables>, userId: string): Promise<void> {
  await cancelCodes(trx, call.now, { userId });
  await trx
    .updateTable('one_time_tokens')
    .set({ used_at: new Date(call.now).toISOString() })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** Ends a person's other sessions, and their live connections after the commit. */
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
