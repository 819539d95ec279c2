import { isDeepStrictEqual } from 'node:util';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import { headsSaid } from '../../../domain/movements/said.ts';
import { isReviewed, mayRecord, type Review, type ReviewReason } from '../../../domain/index.ts';
import { farmRows, type MovementRow, rowsWhere } from '../../database/tables.ts';
import { type Answer, type Call, type Commit, refuse, roleOf, userOf } from '../../kernel/call.ts';
import { bookedBefore, linkInvoice } from '../book/invoices.ts';
import { appendEdit, IdTaken, type NewMovement, recordedAt, writeMovement } from '../book/write-movement.ts';
import { announceChange, shown } from '../present/present-movement.ts';
import { marked, prepare, type Ready, reasonsIn, refuseShortage, unsaidIn } from './prepared.ts';
import { bringChild } from './change.ts';
import {
  awaitsWithdrawal,
  followTreatment,
  refuseStockShortage,
  settleSupplies,
  type Stored,
  storedAs,
} from './withdrawals.ts';
import { isoOf, setRow } from '../../rows/stored.ts';

/** Records a movement of any kind. The client's id becomes the row's, so a repeat finds it (domain.md §3.0, 6). */
export async function createMovement(call: Call, commit: Commit, kind: RecordedKind): Promise<Answer> {
  if (!mayRecord(roleOf(call), kind)) refuse('FORBIDDEN');
  const prepared = await prepare(call, commit, kind, call.body, null);
  const { cid } = prepared.payload;
  // Others learn of a repeat when their row goes in; one that makes items must know before.
  if (kind.supplies) {
    const repeated = await repeat(call, commit, prepared);
    if (repeated) return repeated;
  }
  const ready = await settleSupplies(call, commit, kind, prepared, null);
  await refuseStockShortage(commit, ready);
  const id = typeof cid === 'string' ? cid : call.newId();
  const at = recordedAt(call, ready.payload).recordedAt ?? isoOf(call);
  const stored = storedAs({ id, created_at: at }, ready);
  const movement: NewMovement = {
    id,
    type: kind.type,
    date: String(ready.payload.date),
    lot: ready.lot,
    rodeo: ready.rodeo,
    payload: ready.payload,
    animals: ready.animals,
    postings: ready.postings,
    supplies: ready.supplies,
    reference: ready.reference,
    was: ready.was,
    review: await reviewOf(call, commit, kind, ready, stored),
    isFieldRecord: ready.isFieldRecord,
    guard: isFree(ready) ? undefined : (changes) => refuseShortage(commit, changes),
    recordedAt: at,
  };
  try {
    await writeMovement(call, commit, movement);
  } catch (error) {
    if (!(error instanceof IdTaken)) throw error;
    return (await repeat(call, commit, prepared)) ?? refuse('CONFLICT');
  }
  await bringChild(call, commit, { ...ready, id, type: kind.type });
  await followTreatment(call, commit, kind.type, null, stored);
  await linkInvoice(call, commit, id, ready.payload.invoice_id);
  return await shown(call, commit, id);
}

/** The movement that this client id has already, with what differs kept for the office; null if it has none. */
async function repeat(call: Call, commit: Commit, { payload }: Ready): Promise<Answer | null> {
  const { cid } = payload;
  if (typeof cid !== 'string') return null;
  const earlier = await rowsWhere(commit.trx, 'movements', { id: cid }).selectAll().executeTakeFirst();
  if (!earlier) return null;
  // Do not tell that another farm has this id.
  if (earlier.organization_id !== commit.organizationId) refuse('CONFLICT');
  await keepOtherWords(call, commit, earlier, payload);
  await linkInvoice(call, commit, cid, payload.invoice_id);
  return await shown(call, commit, cid);
}

/** From the field, or confirmed: recorded even without the animals in the ledger (domain.md §3.0). */
const isFree = (ready: Ready): boolean => ready.isFieldRecord || ready.payload.confirmed === true;

async function reviewOf(
  call: Call,
  commit: Commit,
  kind: RecordedKind,
  ready: Ready,
  stored: Stored,
): Promise<Review | null> {
  const duplicate = await (kind.group === 'clima'
    ? sameWeather(call, commit, kind, ready)
    : bookedBefore(call, commit, {
        invoice_id: ready.payload.invoice_id,
        heads: headsSaid({ animals: ready.animals }),
      }));
  const reasons: ReviewReason[] = [...reasonsIn(ready)];
  if (call.hasLeft) reasons.push('off_team');
  else if (isReviewed(roleOf(call), kind)) reasons.push('role');
  if (duplicate) reasons.push('possible_duplicate');
  if (await awaitsWithdrawal(call, commit, kind, stored)) reasons.push('withdrawal');
  return reasons.length > 0
    ? { reasons, ...unsaidIn(ready), ...(duplicate && { possible_duplicate_of: duplicate }) }
    : null;
}

/** Two people recorded the same weather: both stay, the later is flagged (offline.md §2.8). */
async function sameWeather(call: Call, commit: Commit, kind: RecordedKind, ready: Ready): Promise<string | null> {
  const rows = await farmRows(commit, 'movements', { type: kind.type, date: String(ready.payload.date), deleted: 0 })
    .select(['id', 'payload'])
    .where('created_by', '!=', userOf(call))
    .execute();
  const { campo_id: campo = null, adds_to: known } = ready.payload;
  const duplicate = rows.find(
    (row) => row.id !== known && ((JSON.parse(row.payload) as { campo_id?: string | null }).campo_id ?? null) === campo,
  );
  return duplicate?.id ?? null;
}

type Payload = Readonly<Record<string, unknown>>;

/** Sent with a record, but not part of its content. */
const beside = new Set(['cid', 'recorded_at', 'offline', 'adds_to', 'invoice_id']);

const says = (stored: string, said: Payload): boolean => {
  const kept = JSON.parse(stored) as Payload | null;
  return Object.entries(said).every(
    ([name, value]) => beside.has(name) || isDeepStrictEqual(kept?.[name] ?? null, value ?? null),
  );
};

/**
 * The same record under another key, refused once and corrected on two devices. The first to arrive stands (domain.md
 * §3.0, 6); the second's content is kept for the office. No key means a retry; another's name, no correction.
 */
async function keepOtherWords(call: Call, commit: Commit, row: MovementRow, said: Payload): Promise<void> {
  if (call.key === null || row.created_by !== call.actor?.userId) return;
  const edits = await rowsWhere(commit.trx, 'edits', { movement_id: row.id }).select(['before', 'after']).execute();
  const refused = await farmRows(commit, 'refused', { cid: row.id }).select('body').execute();
  // Nor is what the office already saw when it decided.
  const known = [
    row.payload,
    ...edits.flatMap(({ before, after }) => [before, after]),
    ...refused.map(({ body }) => body),
  ];
  if (known.some((stored) => says(stored, said))) return;
  await appendEdit(call, commit, row, said);
  await setRow(commit, 'movements', row.id, marked(call, row, ['conflict']));
  commit.touch('movements', row.id);
  await announceChange(commit, row.id);
}
