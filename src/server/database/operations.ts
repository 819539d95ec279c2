import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { may, type Standing } from '../../domain/people/permissions.ts';
import { isAtLeast } from '../../domain/people/roles.ts';
import { saidIn } from './packed-answers.ts';
import type { OperationRow, Tables } from './tables.ts';

/** The fingerprint of a write: what must be the same for the same key to give the first answer again. */
export const fingerprintOf = (method: string, path: string, body: unknown): string =>
  createHash('sha256')
    .update(`${method} ${path} ${canonical(path.startsWith('/api/auth/') ? withoutSecrets(body) : body)}`)
    .digest('base64url');

const secretNames = new Set(['password', 'current_password', 'new_password', 'code', 'refresh_token', 'reset_token']);

/** Passwords and codes are left out of the fingerprint, whose quick hash would give them away. */
const withoutSecrets = (body: unknown): unknown =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !secretNames.has(name)));

/** JSON with the names of every object in order: the same thing said twice reads the same. */
function canonical(value: unknown): string {
  if (value instanceof Uint8Array) return createHash('sha256').update(value).digest('base64url');
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const parts = Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => `${JSON.stringify(name)}:${canonical(part)}`);
    return `{${parts.join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

/** The first answer to a key, or nothing. */
export const findOperation = (db: Kysely<Tables>, scope: string, key: string): Promise<OperationRow | undefined> =>
  db.selectFrom('operations').selectAll().where('scope', '=', scope).where('key', '=', key).executeTakeFirst();

/** Remembers an answer for ever, in the transaction of its effect. */
export const rememberOperation = async (db: Kysely<Tables>, row: OperationRow): Promise<void> => {
  await db.insertInto('operations').values(row).execute();
};

/** Who brings a key, or in whose name it is brought, and what he is in the farm today; null outside farms. */
export interface Asker {
  readonly userId: string;
  readonly standing: Standing | null;
}

const seesMoney = (standing: Standing): number => (may(standing, 'see-money') ? 1 : 0);

/** What is written down of somebody's standing beside the answer that he got. */
export const standingThen = (standing: Standing | null): Pick<OperationRow, 'role' | 'saw_money'> =>
  standing === null ? { role: null, saw_money: null } : { role: standing.role, saw_money: seesMoney(standing) };

/**
 * What a repeated key is answered: the first answer, to its own person while he may see as much as then. Others, and who comes after 90
 * days with a record, hear only that it was done. Answers without a written standing go to owners alone.
 */
export function answerTo({ userId, standing }: Asker, row: OperationRow): Readonly<Record<string, unknown>> {
  const seesAsMuch =
    standing === null || (isAtLeast(standing.role, row.role ?? 'owner') && seesMoney(standing) >= (row.saw_money ?? 1));
  const said = row.user_id === userId && seesAsMuch ? saidIn(row) : null;
  return said === null
    ? { applied: true, key: row.key, seq: row.seq }
    : (JSON.parse(said) as Readonly<Record<string, unknown>>);
}
