import type { Transaction } from 'kysely';
import { moneyFieldsOf } from '../../../domain/movements/permissions.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import { roleMay } from '../../../domain/people/permissions.ts';
import type { RefusedRow } from '../../database/tables-refused.ts';
import type { Tables } from '../../database/tables.ts';
import { type Handlers, type Read, read, refuse, type Write, write } from '../../frame/call.ts';
import { type Sight, sightOf } from '../../frame/present-movement.ts';

type Db = Transaction<Tables>;
type Kept = RefusedRow & { readonly first_name: string; readonly last_name: string };

/** What waits for a decision, in the order in which it came. What has been recorded meanwhile by another way waits for none. */
const list: Read = async (call, db) => {
  const organizationId = call.organizationId ?? '';
  const rows = await db
    .selectFrom('refused')
    .innerJoin('users', 'users.id', 'refused.user_id')
    .selectAll('refused')
    .select(['first_name', 'last_name'])
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'en_espera')
    .orderBy('received_at')
    .orderBy('position')
    .execute();
  const recorded = await recordedOf(db as Db, organizationId, rows);
  const sight = await sightOf(db as Db, organizationId, call.role);
  return { refused: rows.filter(({ key }) => !recorded.has(key)).map((row) => present(row, sight)) };
};

/** Keys of those that stand by now: the same operation, or one that made the same thing (a phone corrects under a new key). */
async function recordedOf(db: Db, organizationId: string, rows: readonly Kept[]): Promise<ReadonlySet<string>> {
  const recorded = new Set<string>();
  for (let start = 0; start < rows.length; start += 500) {
    const some = rows.slice(start, start + 500);
    const made = new Map(
      some.flatMap(({ key, cid, method }) => (method === 'POST' && cid ? [[cid, key] as const] : [])),
    );
    const answered = await db
      .selectFrom('operations')
      .select('key')
      .where('scope', '=', organizationId)
      .where(
        'key',
        'in',
        some.map(({ key }) => key),
      )
      .execute();
    for (const { key } of answered) recorded.add(key);
    if (made.size === 0) continue;
    const things = await db
      .selectFrom('changes')
      .select('row_id')
      .distinct()
      .where('organization_id', '=', organizationId)
      .where('row_id', 'in', [...made.keys()])
      .execute();
    for (const { row_id } of things) recorded.add(made.get(row_id) ?? '');
  }
  return recorded;
}

const present = (row: Kept, sight: Sight): Record<string, unknown> => ({
  id: row.key,
  author: { id: row.user_id, first_name: row.first_name, last_name: row.last_name },
  type: row.type,
  method: row.method,
  path: row.path,
  body: withoutMoney(row, sight),
  code: row.code,
  message: row.message,
  issues: JSON.parse(row.issues) as unknown,
  recorded_at: row.recorded_at,
  received_at: row.received_at,
  from_lost_phone: row.from_lost_phone === 1,
});

/** The fields of supplies that carry money. */
const supplyMoney = ['total', 'cost', 'unit_cost', 'price'];

function withoutMoney({ type, body }: Kept, sight: Sight): unknown {
  const whole = JSON.parse(body) as Readonly<Record<string, unknown>> | null;
  if (sight === 'with-money' || whole === null || typeof whole !== 'object') return whole;
  const kind = type === null ? null : recordedKind(type);
  const money = new Set([...supplyMoney, ...(kind ? moneyFieldsOf(kind) : [])]);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !money.has(name)));
}

/** Lets one go: the office any, its author his own. The row stays, with who decided. */
const discard: Write = async (call, { trx, organizationId }) => {
  const row = await trx
    .selectFrom('refused')
    .select(['state', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where('key', '=', call.params['id'] ?? '')
    .executeTakeFirst();
  const userId = call.actor?.userId ?? '';
  const isMine = row?.user_id === userId;
  if (!row || !(isMine || roleMay(call.role ?? 'user', 'review'))) return refuse('NOT_FOUND');
  if (row.state !== 'en_espera') return { alreadyDeleted: true };
  await trx
    .updateTable('refused')
    .set({ state: 'descartado', decided_by: userId, decided_at: new Date(call.now).toISOString() })
    .where('organization_id', '=', organizationId)
    .where('key', '=', call.params['id'] ?? '')
    .execute();
  return { alreadyDeleted: false };
};

/** What phones brought and the server did not take (trust.md rows 97, 112). */
export const refusedHandlers: Handlers = { refused: read(list), discardRefused: write(discard) };
