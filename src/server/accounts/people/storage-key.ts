import { createECDH, hkdfSync } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';
import { type Handler, personalWrite } from '../../kernel/call.ts';
import type { Secrets } from '../../kernel/tokens.ts';

const factName = 'storage-key';
/** The group order of P-256. */
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

const derived = (key: Uint8Array, salt: string, info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/**
 * Derives all storage keys. Stored for backups, and made of the oldest signing key, so an older restored database makes
 * the same one.
 */
async function mainKey(trx: Transaction<Tables>, { refresh, older }: Secrets): Promise<Buffer> {
  const oldest = older?.refresh.at(-1) ?? refresh;
  const made = derived(oldest, '', factName, 32).toString('base64url');
  await trx
    .insertInto('server_facts')
    .values({ name: factName, value: made })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await trx
    .selectFrom('server_facts')
    .select('value')
    .where('name', '=', factName)
    .executeTakeFirstOrThrow();
  return Buffer.from(value, 'base64url');
}

/** A scalar from 48 bytes, so that the modulo leaves no bias. */
const scalarOf = (bytes: Buffer): string =>
  ((BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n).toString(16).padStart(64, '0');

/**
 * A key pair that seals a device's data after sign-out (trust.md row 107), derived from person and name: the same after
 * a new password, session or restore. Not stored.
 */
export const storageKeyHandler = (secrets: Secrets): Handler<{ readonly name: string }> =>
  personalWrite(async ({ actor, body: { name } }, trx) => {
    const main = await mainKey(trx, secrets);
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(scalarOf(derived(main, name, actor?.userId ?? '', 48)), 'hex');
    return {
      public_key: pair.getPublicKey().toString('base64url'),
      private_key: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
    };
  });
