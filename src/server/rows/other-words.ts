import { serverSentences } from '../../contract/sentences-server.ts';
import { saidIn } from '../database/operations.ts';
import type { RefusedRow } from '../database/tables-phones.ts';
import { insertRows, rowsWhere } from '../database/tables.ts';
import { type Call, type Commit, refuse, userOf } from '../kernel/call.ts';
import { mayStoreRejected } from '../kernel/rejected-rows.ts';
import { isoOf } from './stored.ts';

type Said = Readonly<Record<string, unknown>>;

/** Sent with a form, but not part of it; a new lot's animals are compared apart. */
const beside = new Set(['cid', 'offline', 'animals']);

/** Booleans are 0 or 1 in the database; missing is null. */
const asStored = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : (value ?? null));

const differing = (stands: object, said: Said): Said =>
  Object.fromEntries(
    Object.entries(said).filter(
      ([name, value]) =>
        value !== undefined &&
        !beside.has(name) &&
        JSON.stringify(asStored(value)) !== JSON.stringify(asStored((stands as Said)[name])),
    ),
  );

const says = (stands: object, said: Said): boolean => Object.keys(differing(stands, said)).length === 0;

/** A stored thing, and what arrives again under its id. */
export interface SecondArrival {
  readonly row: { readonly id: string; readonly created_by: string | null };
  readonly name: string;
  readonly said: object;
  /** The call that would make that change, without its fields. */
  readonly edit: { readonly path: string; readonly body?: Said };
}

/** Whether this is its author's correction: no key means a retry, and others have no say. */
export const isOfItsAuthor = (call: Call, row: SecondArrival['row']): boolean =>
  call.key !== null && row.created_by !== null && row.created_by === call.actor?.userId;

/**
 * The same thing under another key, refused once and corrected on two devices. The first to arrive stands (domain.md
 * §3.0, 6); the second's differences wait for the office.
 */
export async function keepOtherForm(
  call: Call,
  commit: Commit,
  { row, name, said, edit }: SecondArrival,
): Promise<void> {
  const other = await otherWords(call, commit, row, said as Said);
  if (other === null) return;
  await keepForOffice(call, commit, {
    method: 'PUT',
    path: edit.path,
    body: { ...edit.body, ...other },
    cid: row.id,
    message: serverSentences.otherWords(name),
  });
}

/** The differences of a correction under another key; null if there are none, or none new. */
export async function otherWords(
  call: Call,
  commit: Commit,
  row: SecondArrival['row'],
  said: Said,
): Promise<Said | null> {
  if (!isOfItsAuthor(call, row)) return null;
  const other = differing(row, said);
  return Object.keys(other).length === 0 || (await isKnown(commit, row.id, said)) ? null : other;
}

/** Whether the row once said so, or the office already decided on it. */
async function isKnown({ trx, organizationId, writeDown }: Commit, id: string, said: Said): Promise<boolean> {
  await writeDown();
  const refused = await rowsWhere(trx, 'refused', { organization_id: organizationId, cid: id, method: 'POST' })
    .select('body')
    .execute();
  const answers = await trx
    .selectFrom('changes')
    .innerJoin('operations', (join) =>
      join.onRef('operations.scope', '=', 'changes.organization_id').onRef('operations.seq', '=', 'changes.seq'),
    )
    .select(['operations.body', 'operations.packed'])
    .where('changes.organization_id', '=', organizationId)
    .where('changes.row_id', '=', id)
    .execute();
  const shown = answers.flatMap((row) => Object.values(JSON.parse(saidIn(row) ?? '{}') as Said)).filter(isThing(id));
  return [...refused.map(({ body }) => JSON.parse(body) as Said), ...shown].some((stood) => says(stood, said));
}

const isThing =
  (id: string) =>
  (part: unknown): part is Said =>
    typeof part === 'object' && part !== null && (part as Said).id === id;

type ForOffice = Pick<RefusedRow, 'method' | 'path' | 'cid' | 'message'> & { readonly body: Said };

/** Queues a change for the office, once. Throws CONFLICT where no more of its person can wait: the phone keeps it then. */
export async function keepForOffice(call: Call, commit: Commit, { body, ...asked }: ForOffice): Promise<void> {
  const { trx, organizationId } = commit;
  const text = JSON.stringify(body);
  const [author, key] = [userOf(call), call.newId()];
  const userId = call.carrier ?? author;
  const earlier = await rowsWhere(trx, 'refused', { organization_id: organizationId, path: asked.path, body: text })
    .select('key')
    .executeTakeFirst();
  if (earlier) return;
  if (!(await mayStoreRejected(trx, organizationId, userId))) refuse('CONFLICT', { message: asked.message });
  await insertRows(trx, 'refused', {
    ...asked,
    organization_id: organizationId,
    id: key,
    key,
    user_id: userId,
    author_id: call.carrier === null ? null : author,
    session_id: call.actor?.sessionId ?? '',
    body: text,
    type: null,
    code: 'CONFLICT',
    issues: '[]',
    recorded_at: null,
    received_at: isoOf(call),
    position: 0,
    from_lost_phone: 0,
    state: 'en_espera',
    decided_by: null,
    decided_at: null,
  });
  call.tellReviewers();
}
