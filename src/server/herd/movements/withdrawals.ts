import { isDeepStrictEqual } from 'node:util';
import {
  addDays,
  carried,
  handingOverTypes,
  holdsFor,
  longestWithdrawalDays,
  mayWithdraw,
  movingTypes,
  type Passage,
  type Payload,
  recordedKind,
  roleMay,
  type Withdrawal,
  withdrawalOf,
  withdrawingTypes,
} from '../../../domain/index.ts';
import type { RecordedKind } from '../../../domain/movements/define.ts';
import type { Cell } from '../../../domain/movements/ledger.ts';
import { farmRows, type MovementRow } from '../../database/tables.ts';
import { type Call, type Commit, refuse, roleOf } from '../../kernel/call.ts';
import { cellsOf } from '../book/ledger.ts';
import { reviewIn, writeReview } from '../book/review-mark.ts';
import { animalsOf, type Ready, refuseLater } from './prepared.ts';
import { announceChange, namesOf } from '../present/present-movement.ts';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { fromThousandths } from '../../../domain/supplies/stock.ts';
import type { SupplyEntry } from '../../../domain/supplies/uses.ts';
import { nameSupplies, stockSentence } from '../book/name-supplies.ts';
import { findStockShortage, type StockShortage, suppliesOf } from '../book/supply-stock.ts';

export type Stored = Pick<MovementRow, 'id' | 'date' | 'created_at' | 'lot_id' | 'rodeo_id' | 'payload'>;

const payloadIn = (row: Pick<Stored, 'payload'>): Payload => JSON.parse(row.payload) as Payload;

const reasonIn = (payload: Payload): string => {
  const reason = payload.withdrawal_reason;
  return typeof reason === 'string' ? reason : '';
};

/** A record as it will be stored. */
export const storedAs = (
  { id, created_at }: Pick<Stored, 'id' | 'created_at'>,
  { payload, lot, rodeo }: Pick<Ready, 'payload' | 'lot' | 'rodeo'>,
): Stored => ({
  id,
  created_at,
  date: String(payload.date),
  lot_id: lot,
  rodeo_id: rodeo,
  payload: JSON.stringify(payload),
});

const heldBy = (row: Stored, day: string, at?: string): Withdrawal | null =>
  withdrawalOf(
    {
      id: row.id,
      date: row.date,
      created_at: row.created_at,
      rodeoId: row.rodeo_id,
      deleted: false,
      animals: animalsOf(payloadIn(row)),
      metadata: { ...payloadIn(row), lot_id: row.lot_id, deletedBy: null, editHistory: [] },
    },
    day,
    at,
  );

type Told = Stored & Pick<MovementRow, 'type'>;

const standing = (commit: Commit, types: readonly string[], from: string, to: string) =>
  farmRows(commit, 'movements', { deleted: 0 })
    .select(['id', 'type', 'date', 'created_at', 'lot_id', 'rodeo_id', 'payload', 'review'])
    .where('type', 'in', types)
    .where('date', '>=', from)
    .where('date', '<=', to)
    .execute();

/** What was given, and who moved since. */
interface Days {
  readonly given: readonly Told[];
  readonly moved: readonly Passage[];
}

const givenIn = (commit: Commit, from: string, to: string): Promise<readonly Told[]> =>
  standing(commit, withdrawingTypes, addDays(from, -longestWithdrawalDays), to);

/** Moves that may have taken some of it elsewhere; where none holds back anybody, none is read. */
async function movedAfter(commit: Commit, given: readonly Told[], to: string): Promise<readonly Told[]> {
  const [first] = given.flatMap((row) => (heldBy(row, row.date) ? [row.date] : [])).toSorted();
  return first === undefined ? [] : await standing(commit, movingTypes, first, to);
}

const passageOf = (row: Told): Passage => ({
  movement: row,
  lines: recordedKind(row.type)?.postings(payloadIn(row)) ?? [],
});

type Left = Pick<Stored, 'date' | 'created_at' | 'lot_id' | 'rodeo_id'>;

/** Treatments in whose days a record took animals away. */
function holding({ given, moved }: Days, left: Left, cells: readonly Cell[]): readonly string[] {
  const { date, created_at: at, lot_id: lot, rodeo_id: rodeo } = left;
  const running = given.flatMap((row) => heldBy(row, date, at) ?? []);
  const all = running.length === 0 ? running : carried(running, moved, date, at);
  const held = all.filter((one) => holdsFor(one, { lot, rodeo }, cells));
  return [...new Set(held.map(({ movementId }) => movementId))].toSorted();
}

async function isHeld(commit: Commit, left: Left): Promise<boolean> {
  const given = await givenIn(commit, left.date, left.date);
  const running = given.filter((row) => heldBy(row, left.date, left.created_at));
  if (running.length === 0) return false;
  const moved = (await movedAfter(commit, running, left.date)).map(passageOf);
  return holding({ given: running, moved }, left, await cellsOf(commit)).length > 0;
}

/**
 * Whether an outgoing record is flagged for a withdrawal. Never refused, as the phone may not have known; the office's
 * reason settles it (domain.md §3.2, SELL).
 */
export async function awaitsWithdrawal(
  call: Call,
  commit: Commit,
  kind: RecordedKind | null,
  row: Stored,
  earlier: Payload = {},
): Promise<boolean> {
  if (!kind?.handsOver) return false;
  const reason = reasonIn(payloadIn(row));
  if (reason !== '' && (roleMay(roleOf(call), 'review') || reason === reasonIn(earlier))) return false;
  return await isHeld(commit, row);
}

/** After a treatment or a move changed: flags or unflags what left in its days. */
export async function followTreatment(
  call: Call,
  commit: Commit,
  type: string,
  before: Stored | null,
  after: Stored | null,
): Promise<void> {
  const isMove = movingTypes.some((one) => one === type);
  if (!isMove && !mayWithdraw(type)) return;
  const versions = [before, after].flatMap((row) => (row && (isMove || heldBy(row, row.date)) ? [row] : []));
  if (versions.length === 0) return;
  const days = versions.map((row) => row.date).toSorted();
  const [from = '', until = from] = [days[0], days.at(-1)];
  const left = await standing(commit, handingOverTypes, from, addDays(until, longestWithdrawalDays));
  if (left.length === 0) return;
  const last = addDays(until, longestWithdrawalDays);
  const given = await givenIn(commit, from, last);
  const were = isMove ? given : asBefore(given, type, before, after);
  const moved = await movedAfter(commit, [...given, ...were], last);
  const now = { given, moved: moved.map(passageOf) };
  const then = { given: were, moved: isMove ? asBefore(moved, type, before, after).map(passageOf) : now.moved };
  const cells = await cellsOf(commit);
  for (const row of left) {
    const held = holding(now, row, cells);
    if (isDeepStrictEqual(held, holding(then, row, cells)) || reasonIn(payloadIn(row)) !== '') continue;
    await remark(call, commit, row, held.length > 0);
  }
}

/** The rows as they were before one of them was written. */
const asBefore = (
  rows: readonly Told[],
  type: string,
  before: Stored | null,
  after: Stored | null,
): readonly Told[] => [...rows.filter(({ id }) => id !== after?.id), ...(before ? [{ ...before, type }] : [])];

async function remark(
  call: Call,
  commit: Commit,
  row: Stored & Pick<MovementRow, 'review'>,
  awaits: boolean,
): Promise<void> {
  const review = reviewIn(row.review);
  if (review.reasons.includes('withdrawal') === awaits) return;
  const others = review.reasons.filter((reason) => reason !== 'withdrawal');
  const reasons = awaits ? [...others, 'withdrawal' as const] : others;
  await writeReview(commit, row, { ...review, reasons }, call.now);
  await announceChange(commit, row.id);
}

/** A record with its stock entries. */
export interface Settled extends Ready {
  readonly supplies: readonly SupplyEntry[];
}

/** Resolves a record's items and their stock entries. May make an item, so rule out a repeat first. */
export async function settleSupplies(
  call: Call,
  commit: Commit,
  kind: RecordedKind,
  ready: Ready,
  earlier: Payload | null,
): Promise<Settled> {
  if (!kind.supplies) return { ...ready, supplies: [] };
  const { isFieldRecord } = ready;
  const named = await nameSupplies(call, commit, kind.supplies, ready.payload, { isFieldRecord, earlier });
  return {
    ...ready,
    payload: named.payload,
    namesGone: ready.namesGone || named.missing,
    reference: kind.summary(named.payload, await namesOf(commit)),
    supplies: named.entries,
  };
}

const dated = (entries: readonly Pick<SupplyEntry, 'asset_id' | 'thousandths'>[], day: string, sign: 1 | -1) =>
  entries.map(({ asset_id, thousandths }) => ({ asset_id, day, thousandths: sign * thousandths }));

/** Refuses to use more than the stock from the office, unless confirmed (domain.md §2.5). */
export async function refuseStockShortage(commit: Commit, settled: Settled): Promise<void> {
  if (settled.isFieldRecord || settled.payload.confirmed === true) return;
  const day = String(settled.payload.date);
  const shortage = await findStockShortage(commit, dated(settled.supplies, day, 1));
  if (shortage) await refuseShort(commit, shortage);
}

async function refuseShort(commit: Commit, shortage: StockShortage): Promise<never> {
  return refuse('NOT_ENOUGH_STOCK', {
    message: await stockSentence(commit, shortage),
    parts: { asset_id: shortage.asset_id, missing: fromThousandths(shortage.missing) },
  });
}

/** Refuses a change from the office that leaves later days short; for an intake it names who used it since. */
export async function refuseStockDependents(commit: Commit, row: MovementRow, settled: Settled | null): Promise<void> {
  const before = await suppliesOf(commit.trx, row.id);
  const after = settled?.supplies ?? [];
  const day = settled ? String(settled.payload.date) : row.date;
  const shortage = await findStockShortage(commit, [...dated(before, row.date, -1), ...dated(after, day, 1)]);
  if (!shortage) return;
  const isIntake = before.some((line) => line.thousandths > 0);
  if (!isIntake) {
    if (settled?.payload.confirmed !== true) await refuseShort(commit, shortage);
    return;
  }
  const later = await commit.trx
    .selectFrom('asset_entries')
    .innerJoin('movements', 'movements.id', 'asset_entries.movement_id')
    .select(['movements.id', 'movements.type', 'movements.date', 'movements.reference'])
    .where('asset_entries.organization_id', '=', commit.organizationId)
    .where('asset_entries.asset_id', '=', shortage.asset_id)
    .where('asset_entries.thousandths', '<', 0)
    .where('asset_entries.date', '>=', row.date)
    .where('movements.id', '!=', row.id)
    .orderBy('movements.date')
    .limit(20)
    .execute();
  refuseLater(later, serverSentences.suppliesGone);
}
