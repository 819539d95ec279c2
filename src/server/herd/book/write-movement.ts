import { transferRodeo } from '../../../domain/movements/kinds/moves.ts';
import { structure } from '../../../domain/movements/kinds/system.ts';
import type { Posting } from '../../../domain/movements/ledger.ts';
import type { Review } from '../../../domain/movements/movement.ts';
import { dayAt } from '../../../domain/dates.ts';
import type { MovementType, SystemType } from '../../../domain/movements/types.ts';
import type { SupplyEntry } from '../../../domain/supplies/uses.ts';
import type { MovementRow } from '../../database/tables.ts';
import { bookLines, type Guard } from './book-lines.ts';
import type { Call, Commit } from '../../kernel/call.ts';
import { followCycles } from './cycles.ts';
import { insertMovement } from './looked-at.ts';
import { rememberMade, storedMovements } from '../present/just-made.ts';
import { presentMovements } from '../present/present-movement.ts';
import { repostSupplies } from './supply-stock.ts';

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
  readonly supplies?: readonly SupplyEntry[];
  /** Cells it states without posting to them. */
  readonly besides?: readonly Posting[];
  readonly guard?: Guard | undefined;
}

/** Stores, posts and broadcasts a movement, and updates flags and feed. Returns it as the wire has it. */
export async function writeMovement(
  call: Call,
  commit: Commit,
  movement: NewMovement,
): Promise<Record<string, unknown>> {
  const now = new Date(call.now).toISOString();
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
  await insertMovement(commit, row);
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

/** Current movements for broadcasts, without prices, as everybody hears. */
export async function presentStored(commit: Commit, ids: readonly string[]): Promise<Record<string, unknown>[]> {
  if (ids.length === 0) return [];
  const rows = await storedMovements(commit.trx, ids);
  return await presentMovements(commit.trx, rows, 'without-money');
}

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
  id: string,
  [thing, act]: readonly [thing: keyof typeof structure, act: 'made' | 'changed' | 'removed'],
  about: AboutSystem,
): Promise<Record<string, unknown>> => writeSystemMovement(call, commit, id, structure[thing][act].type, about);
