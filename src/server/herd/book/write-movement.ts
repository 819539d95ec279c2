import { transferRodeo } from '../../../domain/movements/kinds/moves.ts';
import { structure } from '../../../domain/movements/kinds/system.ts';
import {
  type DatedPosting,
  dayAt,
  difference,
  type MovementType,
  type Posting,
  reversed,
  type Review,
  type SystemType,
} from '../../../domain/index.ts';
import { byMoment } from '../../../domain/movements/recount.ts';
import { countOf, insertRows, type MovementRow, rowsWhere } from '../../database/tables.ts';
import { type Call, type Commit, Refusal } from '../../kernel/call.ts';
import { rememberMade } from '../present/just-made.ts';
import { presentStored } from '../present/present-movement.ts';
import { followCycles } from './cycles.ts';
import { repostSupplies } from './supply-stock.ts';
import { repost } from './ledger.ts';
import { markShortCells } from './short-cells.ts';
import { insertMovement, markLeftBehind } from './review-mark.ts';
import { followCounts, momentOf } from './recounts.ts';
import { isoOf } from '../../rows/stored.ts';

const ofCycles = new Set<string>(Object.values(structure.cycle).map(({ type }) => type));

export interface NewMovement {
  readonly id: string;
  readonly type: MovementType;
  readonly date: string;
  readonly lot: string | null;
  readonly rodeo: string | null;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly animals: readonly { readonly type: string; readonly count: number }[];
  readonly postings: readonly Posting[];
  readonly reference: string | null;
  readonly was?: Readonly<Record<string, string>> | null;
  readonly review?: Review | null;
  readonly isFieldRecord?: boolean;
  readonly recordedAt?: string;
  /** The movement it is changed and deleted with. */
  readonly parent?: string;
  readonly supplies?: Parameters<typeof repostSupplies>[3];
  /** Cells it states without posting to them. */
  readonly besides?: readonly Posting[];
  readonly guard?: Guard | undefined;
}

/** A movement's id is taken: by itself, sent again, or by another farm's. */
export class IdTaken extends Refusal {
  constructor() {
    super({ code: 'CONFLICT' });
  }
}

/** Stores, posts and broadcasts a movement, and updates flags and feed. Returns it as the wire has it. Throws `IdTaken`. */
export async function writeMovement(
  call: Call,
  commit: Commit,
  movement: NewMovement,
): Promise<Record<string, unknown>> {
  const now = isoOf(call);
  const { payload } = movement;
  const detail = payload.detail;
  const row: MovementRow = {
    id: movement.id,
    organization_id: commit.organizationId,
    type: movement.type,
    date: movement.date,
    rodeo_id: movement.rodeo,
    lot_id: movement.lot,
    cycle_id: cycleIn(payload),
    detail: typeof detail === 'string' && detail !== '' ? detail : null,
    reference: movement.reference,
    animals: JSON.stringify(movement.animals),
    payload: JSON.stringify(call.carrier ? { ...payload, carried_by: call.carrier } : payload),
    was: movement.was && Object.keys(movement.was).length > 0 ? JSON.stringify(movement.was) : null,
    review: reviewOf(call, movement.review),
    offline: movement.isFieldRecord ? 1 : 0,
    created_by: call.actor?.userId ?? null,
    created_at: movement.recordedAt ?? now,
    synced_at: now,
    updated_at: now,
    version: 1,
    deleted: 0,
    deleted_by: null,
    deleted_at: null,
    parent_id: movement.parent ?? null,
  };
  if (!(await insertMovement(commit, row))) throw new IdTaken();
  rememberMade(commit.trx, row);
  commit.touch('movements', row.id, 'made');
  // An empty move is checked too: animals left behind may have arrived before it.
  const own =
    movement.type === transferRodeo.type ? [{ lot: row.lot_id, rodeo: row.rodeo_id, category: '', head: 0 }] : [];
  const { postings, besides = [], guard } = movement;
  await bookLines(call, commit, row, { before: [], after: postings, besides: [...own, ...besides], guard });
  if (movement.supplies && movement.supplies.length > 0) await repostSupplies(call, commit, row, movement.supplies);
  // The log entries of a cycle are not records of it.
  if (!ofCycles.has(row.type)) await followCycles(call, commit, [row.cycle_id]);
  const [shown] = await presentStored(commit, [row.id]);
  commit.announce('movement-created', { movement: shown });
  return shown ?? {};
}

/** What is carried for another is reviewed. */
function reviewOf({ carrier }: Call, review: Review | null = null): string | null {
  const { reasons, ...rest } = review ?? { reasons: [] };
  const all = carrier === null || reasons.includes('role') ? reasons : [...reasons, 'carried' as const];
  return all.length > 0 ? JSON.stringify({ reasons: all, ...rest }) : null;
}

export const cycleIn = ({ reproductive_cycle_id: id }: NewMovement['payload']): string | null =>
  typeof id === 'string' ? id : null;

interface AboutSystem {
  readonly lot?: string | null;
  readonly rodeo?: string | null;
  readonly reference: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly animals?: readonly { readonly type: string; readonly count: number }[];
  readonly postings?: readonly Posting[];
  /** The phone's time, whose day is the record's; default: now. */
  readonly recordedAt?: string;
}

/** A movement written by the server itself (domain.md §3.7). */
export const writeSystemMovement = (
  call: Call,
  commit: Commit,
  id: string,
  type: SystemType,
  about: AboutSystem,
): Promise<Record<string, unknown>> =>
  writeMovement(call, commit, {
    id,
    type,
    date: dayAt(about.recordedAt === undefined ? call.now : Date.parse(about.recordedAt)),
    lot: about.lot ?? null,
    rodeo: about.rodeo ?? null,
    payload: about.payload ?? {},
    animals: about.animals ?? [],
    postings: about.postings ?? [],
    reference: about.reference,
    ...(about.recordedAt !== undefined && { recordedAt: about.recordedAt }),
  });

/** Logs that a lot, rodeo or cycle was made, changed or removed (domain.md §3.7). */
export const writeStructure = (
  call: Call,
  commit: Commit,
  [thing, act]: readonly [thing: keyof typeof structure, act: 'made' | 'changed' | 'removed'],
  about: AboutSystem,
): Promise<Record<string, unknown>> =>
  writeSystemMovement(call, commit, call.newId(), structure[thing][act].type, about);

const dayMs = 86_400_000;

/** When the phone saved it, unless its clock is absurd. */
export function recordedAt(call: Call, payload: Readonly<Record<string, unknown>>): { recordedAt?: string } {
  const { recorded_at: said } = payload;
  const recordedMs = typeof said === 'string' ? Date.parse(said) : Number.NaN;
  const isSane = recordedMs > Date.parse('2000-01-01') && recordedMs <= call.now + dayMs;
  return isSane ? { recordedAt: new Date(recordedMs).toISOString() } : {};
}

/** Appends an edit to a movement's history, which only grows (trust.md row 61). */
export async function appendEdit(
  call: Call,
  commit: Commit,
  row: Pick<MovementRow, 'id' | 'payload'>,
  after: Readonly<Record<string, unknown>>,
): Promise<void> {
  await insertRows(commit.trx, 'edits', {
    organization_id: commit.organizationId,
    movement_id: row.id,
    n: (await countOf(rowsWhere(commit.trx, 'edits', { movement_id: row.id }))) + 1,
    // Only the carrier is known to have said it.
    edited_by: call.carrier ?? call.actor?.userId ?? null,
    edited_at: isoOf(call),
    before: row.payload,
    after: JSON.stringify(after),
  });
}

/** Checks what a record, and the counts after it, changed in the ledger; refuses what may not stay. */
export type Guard = (changes: readonly DatedPosting[]) => Promise<void>;

interface Booking {
  readonly before: readonly Posting[];
  readonly after: readonly Posting[];
  /** Its day before, if that changed. */
  readonly wasOn?: string;
  /** Cells it states without posting to them. */
  readonly besides?: readonly Posting[];
  readonly guard?: Guard | undefined;
}

/**
 * Replaces a movement's postings, then updates the counts after it (domain.md §3.7) and the review flags of short
 * cells and of rodeos left behind.
 */
export async function bookLines(
  call: Call,
  commit: Commit,
  row: Pick<MovementRow, 'id' | 'date' | 'created_at'>,
  { before, after, wasOn = row.date, besides = [], guard }: Booking,
): Promise<void> {
  const isShort = await repost(commit, row, before, after);
  const lines = [...(wasOn === row.date ? difference(before, after) : [...before, ...after]), ...besides];
  const [since = momentOf(row)] = [momentOf(row), momentOf({ ...row, date: wasOn })].toSorted(byMoment);
  const followed = await followCounts(call, commit, { cells: lines, since, own: row.id });
  const changes = [
    ...reversed(before).map((posting) => ({ posting, day: wasOn })),
    ...after.map((posting) => ({ posting, day: row.date })),
    ...followed,
  ];
  // Most records leave no day short, as their posting has said.
  const suspect = isShort || wasOn !== row.date || followed.length > 0 ? changes : [];
  await guard?.(suspect);
  await markShortCells(commit, { own: row.id, changes, suspect }, call.now);
  const moved = [...before, ...after, ...besides, ...followed.map(({ posting }) => posting)];
  await markLeftBehind(commit, moved, since.date, call.now);
}
