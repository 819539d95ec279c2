import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { isAtLeast, may, type Standing } from '../../domain/index.ts';
import { type Db, insertRows, type OperationRow, rowsWhere } from './tables.ts';

/** A write's fingerprint: what must match for a repeated key to get the first answer. */
export const fingerprintOf = (method: string, path: string, body: unknown): string =>
  createHash('sha256')
    .update(`${method} ${path} ${canonical(path.startsWith('/api/auth/') ? withoutSecrets(body) : body)}`)
    .digest('base64url');

const secretNames = new Set(['password', 'current_password', 'new_password', 'code', 'refresh_token', 'reset_token']);

/** A fast hash would give passwords and codes away. */
const withoutSecrets = (body: unknown): unknown =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !secretNames.has(name)));

/** JSON with sorted names: equal values give equal text. */
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

/** The first answer to a key. */
export const findOperation = (db: Db, scope: string, key: string): Promise<OperationRow | undefined> =>
  rowsWhere(db, 'operations', { scope, key }).selectAll().executeTakeFirst();

/** Stores an answer for ever, in the transaction of its effect. */
export const rememberOperation = async (db: Db, row: OperationRow): Promise<void> => {
  await insertRows(db, 'operations', row);
};

/** Who brings a key, or for whom, and his standing in the farm now; null outside farms. */
export interface Asker {
  readonly userId: string;
  readonly standing: Standing | null;
}

const seesMoney = (standing: Standing): number => (may(standing, 'see-money') ? 1 : 0);

/** The standing stored beside an answer. */
export const standingThen = (standing: Standing | null): Pick<OperationRow, 'role' | 'saw_money'> =>
  standing === null ? { role: null, saw_money: null } : { role: standing.role, saw_money: seesMoney(standing) };

/**
 * The answer to a repeated key: the first one, for the same person with at least the same rights. Others, and records after 90 days, hear only
 * that it was applied. Answers without a stored standing go to owners alone.
 */
export function answerTo({ userId, standing }: Asker, row: OperationRow): Readonly<Record<string, unknown>> {
  const seesAsMuch =
    standing === null || (isAtLeast(standing.role, row.role ?? 'owner') && seesMoney(standing) >= (row.saw_money ?? 1));
  const said = row.user_id === userId && seesAsMuch ? saidIn(row) : null;
  return said === null
    ? { applied: true, key: row.key, seq: row.seq }
    : (JSON.parse(said) as Readonly<Record<string, unknown>>);
}

type Kept = Pick<OperationRow, 'body' | 'packed'>;

/** Nearly all stored answers begin so. */
const ofRecord = '{"movement":';

/** The compression dictionary. Stored answers need it, so it never changes; a better one gets its own number. */
const sharedText =
  '{"purpose":"head_count":"weight_kg":"total_kg":"average_kg":"unit_price":"total_price":"total":"product":"dose":"unit":"supplies":[' +
  '"reproductive_cycle_id":"notes":"was":{"review":{"reasons":["cells"],"offline":true,"mm":"intensity":"cause":"count":1}],"carried_by":' +
  '{"movement":{"id":"","cid":"","type":"","date":"202","count":{"":1},"rodeoId":null,"rodeoId":"","detail":null,"reference":"1 ternero · ' +
  '","animals":[{"type":"","count":1}],"organization_id":"","created_by":"","created_at":"202T00:00:00.000Z","synced_at":"202T00:00:00.000Z",' +
  '"updated_at":"202T00:00:00.000Z","version":1,"deleted":false,"metadata":{"rodeo_id":"","lot_id":"","unit_price":"000.00","deletedBy":null,' +
  '"deletedAt":null,"editHistory":[],"postings":[{"lot_id":"","rodeo_id":"","category_id":"","head":1}]}}}';

/** Prefixed to what was packed with `sharedText`. */
const bySharedText = 1;
/** A higher level saves nothing. One chunk holds an answer; the default of 16 kB would be allocated for each. */
const options = { level: 6, windowBits: 12, memLevel: 6, chunkSize: 1024, dictionary: Buffer.from(sharedText) };

/** An answer as stored: those about records packed to a third, others as they are. */
export function keptOf(body: string): Kept {
  if (!body.startsWith(ofRecord)) return { body, packed: null };
  return { body: '', packed: Buffer.concat([Buffer.from([bySharedText]), deflateRawSync(body, options)]) };
}

/** The stored answer; null where it was shortened (`short-answers.ts`). Throws for a newer version's packing. */
export function saidIn({ body, packed }: Kept): string | null {
  if (packed === null) return body === '' ? null : body;
  if (packed[0] !== bySharedText)
    throw new Error(`An answer is packed in a way (${packed[0]}) that this version does not know`);
  return inflateRawSync(packed.subarray(1), options).toString();
}
