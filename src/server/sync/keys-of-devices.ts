import type { Kysely } from 'kysely';
import type { DeviceKey } from '../../contract/seal.ts';
import type { Tables } from '../database/tables.ts';

/** A phone, an older one, the house's computer: others need no more. */
const mostShown = 8;

/** A farm's device keys by person, newest first: a phone without signal verifies handed-over records by them. */
export async function deviceKeysOf(
  db: Kysely<Tables>,
  organizationId: string,
): Promise<ReadonlyMap<string, readonly DeviceKey[]>> {
  const rows = await db
    .selectFrom('device_keys')
    .select(['user_id', 'id', 'public_key'])
    .where('organization_id', '=', organizationId)
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
