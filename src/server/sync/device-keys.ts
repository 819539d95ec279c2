import { serverSentences } from '../../contract/sentences-server.ts';
import { isPublicKey, keyIdOf, type DeviceKey } from '../../contract/seal.ts';
import { type Answer, type CallTo, type Commit, refuse } from '../kernel/call.ts';
import { type Db, deleteWhere, rowsWhere } from '../database/tables.ts';

/** A browser that keeps losing its storage makes a key each time: the oldest are dropped. */
const mostStored = 100;

/** Registers a device's public key for the caller; doing it again refreshes it. */
export async function registerDeviceKey(
  call: CallTo<'registerDeviceKey'>,
  { trx, organizationId, touch }: Commit,
): Promise<Answer> {
  const { actor, body } = call;
  if (!(await isPublicKey(body.public_key)))
    refuse('INVALID_BODY', { issues: [{ path: 'public_key', message: serverSentences.noPublicKey }] });
  const [id, userId] = [await keyIdOf(body.public_key), actor?.userId ?? ''];
  const registered_at = new Date(call.now).toISOString();
  const session_id = actor?.sessionId ?? '';
  await trx
    .insertInto('device_keys')
    .values({
      organization_id: organizationId,
      user_id: userId,
      id,
      session_id,
      public_key: body.public_key,
      registered_at,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'user_id', 'id']).doUpdateSet({ session_id, registered_at }),
    )
    .execute();
  const beyond = await rowsWhere(trx, 'device_keys', { organization_id: organizationId, user_id: userId })
    .select('id')
    .orderBy('registered_at', 'desc')
    .orderBy('id')
    .limit(mostStored)
    .offset(mostStored)
    .execute();
  for (const { id: old } of beyond)
    await deleteWhere(trx, 'device_keys', { organization_id: organizationId, user_id: userId, id: old }).execute();
  touch('members', userId);
  return { device_key: { id } };
}

/** A phone, an older one, the house's computer: others need no more. */
const mostShown = 8;

/** A farm's device keys by person, newest first: a phone without signal verifies handed-over records by them. */
export async function deviceKeysOf(db: Db, organizationId: string): Promise<ReadonlyMap<string, readonly DeviceKey[]>> {
  const rows = await rowsWhere(db, 'device_keys', { organization_id: organizationId })
    .select(['user_id', 'id', 'public_key'])
    .orderBy('registered_at', 'desc')
    .orderBy('id')
    .execute();
  const keys = new Map<string, DeviceKey[]>();
  for (const { user_id, id, public_key } of rows) {
    const own = keys.get(user_id) ?? [];
    if (own.length < mostShown) keys.set(user_id, [...own, { id, public_key }]);
  }
  return keys;
}
