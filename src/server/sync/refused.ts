import { moneyFieldsOf, recordedKind, roleMay } from '../../domain/index.ts';
import type { RefusedRow } from '../database/tables-phones.ts';
import { rowsWhere, setWhere, type Trx } from '../database/tables.ts';
import {
  type EndpointHandlers,
  type Read,
  read,
  refuse,
  type Write,
  write,
  farmOf,
  userOf,
  roleOf,
} from '../kernel/call.ts';
import { type Visibility, visibilityOf } from '../herd/present/present-movement.ts';

type RefusedRecord = RefusedRow & {
  readonly first_name: string;
  readonly last_name: string;
  readonly said_first_name: string | null;
  readonly said_last_name: string | null;
};

/** Undecided refused records, in order of arrival, without those recorded meanwhile. */
const list: Read = async (call, db) => {
  const organizationId = farmOf(call);
  const rows = await rowsWhere(db, 'refused', { organization_id: organizationId, state: 'en_espera' })
    .innerJoin('users', 'users.id', 'refused.user_id')
    .leftJoin('users as said', 'said.id', 'refused.author_id')
    .selectAll('refused')
    .select(['users.first_name', 'users.last_name'])
    .select(['said.first_name as said_first_name', 'said.last_name as said_last_name'])
    .orderBy('received_at')
    .orderBy('position')
    .execute();
  const recorded = await recordedOf(db as Trx, organizationId, rows);
  const visibility = await visibilityOf(db as Trx, organizationId, call.role);
  return { refused: rows.filter(({ id }) => !recorded.has(id)).map((row) => present(row, visibility)) };
};

/** Those recorded by now: the same operation, or one that made the same thing (a phone corrects under a new key). */
async function recordedOf(
  db: Trx,
  organizationId: string,
  rows: readonly RefusedRecord[],
): Promise<ReadonlySet<string>> {
  const recorded = new Set<string>();
  for (let start = 0; start < rows.length; start += 500) {
    const some = rows.slice(start, start + 500);
    const answered = await rowsWhere(db, 'operations', { scope: organizationId })
      .select(['key', 'user_id'])
      .where(
        'key',
        'in',
        some.flatMap(({ key, id }) => [key, id]),
      )
      .execute();
    const answeredTo = new Set(answered.map(({ key, user_id }) => `${key} ${user_id}`));
    const cids = some.flatMap(({ cid, method }) => (method === 'POST' && cid ? [cid] : []));
    const things =
      cids.length === 0
        ? []
        : await rowsWhere(db, 'changes', { organization_id: organizationId })
            .select('row_id')
            .distinct()
            .where('row_id', 'in', cids)
            .execute();
    const made = new Set(things.map(({ row_id }) => row_id));
    for (const { id, key, user_id, author_id, method, cid } of some) {
      const isAnswered = [key, id].some((one) => answeredTo.has(`${one} ${author_id ?? user_id}`));
      if (isAnswered || (method === 'POST' && cid !== null && made.has(cid))) recorded.add(id);
    }
  }
  return recorded;
}

const present = (row: RefusedRecord, visibility: Visibility): Record<string, unknown> => ({
  id: row.id,
  author: { id: row.user_id, first_name: row.first_name, last_name: row.last_name },
  ...(row.author_id !== null && {
    said_author: { id: row.author_id, first_name: row.said_first_name, last_name: row.said_last_name },
  }),
  type: row.type,
  method: row.method,
  path: row.path,
  body: withoutMoney(row, visibility),
  code: row.code,
  message: row.message,
  issues: JSON.parse(row.issues) as unknown,
  recorded_at: row.recorded_at,
  received_at: row.received_at,
  from_lost_phone: row.from_lost_phone === 1,
});

const supplyMoney = ['total', 'cost', 'unit_cost', 'price'];

function withoutMoney({ type, body }: RefusedRecord, visibility: Visibility): unknown {
  const whole = JSON.parse(body) as Readonly<Record<string, unknown>> | null;
  if (visibility === 'with-money' || whole === null || typeof whole !== 'object') return whole;
  const kind = type === null ? null : recordedKind(type);
  const money = new Set([...supplyMoney, ...(kind ? moneyFieldsOf(kind) : [])]);
  return Object.fromEntries(Object.entries(whole).filter(([name]) => !money.has(name)));
}

/** Discards a refused record: the office any, its sender or named author his own. The row stays, with who decided. */
const discard: Write = async (call, { trx, organizationId }) => {
  const [asked, userId] = [call.params.id ?? '', userOf(call)];
  const rows = await rowsWhere(trx, 'refused', { organization_id: organizationId })
    .select(['id', 'state', 'user_id', 'author_id'])
    .where((where) => where.or([where('id', '=', asked), where('key', '=', asked)]))
    .execute();
  // A phone knows only its key, and means its own.
  const own = rows.find((row) => row.user_id === userId) ?? rows.find((row) => row.author_id === userId);
  const named = rows.find((row) => row.id === asked);
  const row = roleMay(roleOf(call), 'review') ? (named ?? own) : own;
  if (!row) return refuse('NOT_FOUND');
  if (row.state !== 'en_espera') return { alreadyDeleted: true };
  await setWhere(
    trx,
    'refused',
    { organization_id: organizationId, id: row.id },
    { state: 'descartado', decided_by: userId, decided_at: new Date(call.now).toISOString() },
  );
  call.tellReviewers();
  return { alreadyDeleted: false };
};

/** Refused records of phones (trust.md rows 97, 112). */
export const refusedHandlers: EndpointHandlers = { refused: read(list), discardRefused: write(discard) };
