import type { SelectQueryBuilder } from 'kysely';
import {
  changesOf,
  countMap,
  type FieldChange,
  isAtLeast,
  leastRole,
  may,
  metadataFieldsOf,
  moneyFieldsOf,
  recordedKind,
  type Review,
  type Role,
} from '../../../domain/index.ts';
import { settingsOf } from '../../database/open-farm.ts';
import { remembered } from '../../database/remembered.ts';
import { type MovementRow, rowsWhere, type Tables, type Trx } from '../../database/tables.ts';
import { showsFinance } from '../../kernel/present.ts';
import { type Answer, type Call, type Commit, refuse } from '../../kernel/call.ts';
import { type EditLine, editsOf, linesOf, type PostingLine, storedMovements } from './just-made.ts';
import { groupBy, inChunks, type Scope } from '../../rows/stored.ts';
import type { Names } from '../../../domain/movements/define.ts';

type Json = Readonly<Record<string, unknown>>;

/** Prices are hidden from every `user` (domain.md §1.12). */
export type Visibility = 'with-money' | 'without-money';

/** Characters of edit history sent per record in lists; beyond it, the oldest edits say only who and when. */
const historyAmongOthers = 16_000;
/** The same for a single record. */
export const historyAlone = 1_000_000;

/**
 * Movements for the wire, with edits (up to `mostHistory` characters each) and current postings. Three queries in all.
 */
export async function presentMovements(
  db: Trx,
  rows: readonly MovementRow[],
  visibility: Visibility,
  mostHistory = historyAmongOthers,
): Promise<Record<string, unknown>[]> {
  const ids = rows.map((row) => row.id);
  const edits = groupBy(await inChunks(ids, (some) => editsOf(db, some)), (row) => row.movement_id);
  const postings = groupBy(await inChunks(ids, (some) => linesOf(db, some)), (row) => row.movement_id);
  const conflicts = await conflictsOf(db, rows, visibility);
  return rows.map((row) =>
    present(
      row,
      historyOf(row, edits.get(row.id) ?? [], visibility, mostHistory),
      postings.get(row.id) ?? [],
      visibility,
      conflicts.get(row.id),
    ),
  );
}

/** A concurrent edit: the record before and after the later one (domain.md §5, F20). */
interface Conflict {
  readonly before: Json;
  readonly after: Json;
}

const isInConflict = ({ review }: MovementRow): boolean =>
  review !== null && (JSON.parse(review) as Review).reasons.includes('conflict');

/** One query each, as conflicts are few. */
async function conflictsOf(
  db: Trx,
  rows: readonly MovementRow[],
  visibility: Visibility,
): Promise<ReadonlyMap<string, Conflict>> {
  const types = new Map(rows.filter(isInConflict).map((row) => [row.id, row.type]));
  const found = new Map<string, Conflict>();
  for (const [id, type] of types) {
    const edit = await rowsWhere(db, 'edits', { movement_id: id })
      .select(['before', 'after'])
      .orderBy('edited_at', 'desc')
      .orderBy('n', 'desc')
      .executeTakeFirst();
    if (!edit) continue;
    const read = (text: string): Json => withoutMoney(type, JSON.parse(text) as Record<string, unknown>, visibility);
    found.set(id, { before: read(edit.before), after: read(edit.after) });
  }
  return found;
}

function present(
  row: MovementRow,
  editHistory: readonly Json[],
  postings: readonly PostingLine[],
  visibility: Visibility,
  conflict: Conflict | undefined,
): Record<string, unknown> {
  const animals = JSON.parse(row.animals) as { type: string; count: number }[];
  return {
    id: row.id,
    cid: row.id,
    type: row.type,
    date: row.date,
    count: countMap(animals),
    rodeoId: row.rodeo_id,
    detail: row.detail,
    reference: row.reference,
    animals,
    organization_id: row.organization_id,
    created_by: row.created_by,
    created_at: row.created_at,
    synced_at: row.synced_at,
    updated_at: row.updated_at,
    version: row.version,
    deleted: row.deleted === 1,
    ...(row.review && { review: JSON.parse(row.review) as Json }),
    metadata: {
      ...withoutMoney(row.type, metadataFieldsOf(JSON.parse(row.payload) as Json), visibility),
      lot_id: row.lot_id,
      ...(row.parent_id && { parent_id: row.parent_id }),
      deletedBy: row.deleted_by,
      deletedAt: row.deleted_at,
      editHistory,
      postings: postings.map(({ lot_id, rodeo_id, category_id, head }) => ({ lot_id, rodeo_id, category_id, head })),
      ...(row.was && { was: JSON.parse(row.was) as Json }),
      ...(conflict && { conflict }),
    },
  };
}

function historyOf(row: MovementRow, edits: readonly EditLine[], visibility: Visibility, most: number): Json[] {
  if (edits.length === 0) return [];
  const read = (text: string): Json => JSON.parse(text) as Json;
  const kept = edits.map(({ before, after }) => ({ before: read(before), after: read(after) }));
  const hidden = hiddenFrom(row.type, visibility);
  const seen = changesOf(kept, read(row.payload)).map((changes) => changes.filter(({ field }) => !hidden.has(field)));
  const shown = withinLimit(seen, most);
  const lines = edits.map(({ n, edited_by, edited_at }, index) => {
    const changes = shown[index];
    return { n, editedBy: edited_by, editedAt: edited_at, ...(changes && { changes }) };
  });
  // One brought back after a restore goes where it was made, though it came last.
  return lines
    .toSorted((a, b) => (a.editedAt === b.editedAt ? a.n - b.n : a.editedAt < b.editedAt ? -1 : 1))
    .map(({ editedBy, editedAt, changes }) => ({ editedBy, editedAt, ...(changes && { changes }) }));
}

function withinLimit(
  all: readonly (readonly FieldChange[])[],
  most: number,
): readonly (readonly FieldChange[] | null)[] {
  let left = most;
  return all
    .toReversed()
    .map((changes) => {
      left -= JSON.stringify(changes).length;
      return left >= 0 ? changes : null;
    })
    .toReversed();
}

function hiddenFrom(type: string, visibility: Visibility): ReadonlySet<string> {
  const kind = recordedKind(type);
  return new Set(kind && visibility === 'without-money' ? [...moneyFieldsOf(kind), 'invoice_id'] : []);
}

function withoutMoney(type: string, fields: Record<string, unknown>, visibility: Visibility): Record<string, unknown> {
  const hidden = hiddenFrom(type, visibility);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.has(name)));
}

/** Whether a role sees prices; the owner may hide them from admins (domain.md §2.18). */
export async function visibilityOf(db: Trx, organizationId: string, role: Role | null): Promise<Visibility> {
  if (role === null || !isAtLeast(role, leastRole('see-money'))) return 'without-money';
  const row = await remembered(db, settingsOf(organizationId), ['organizations'], () =>
    rowsWhere(db, 'organizations', { id: organizationId }).select('settings').executeTakeFirst(),
  );
  return may({ role, showsFinance: showsFinance(row?.settings ?? '{}') }, 'see-money') ? 'with-money' : 'without-money';
}

/** A movement's position in the list, newest first. */
export interface MovementPlace {
  readonly date: string;
  readonly created_at: string;
  readonly id: string;
}

/** Movements after this one, newest first; uses the index, however deep. */
export const olderThan = <O>(
  query: SelectQueryBuilder<Tables, 'movements', O>,
  { date, created_at, id }: MovementPlace,
): SelectQueryBuilder<Tables, 'movements', O> =>
  query.where((where) => where(where.refTuple('date', 'created_at', 'id'), '<', where.tuple(date, created_at, id)));

/** Movements up to and with this one, newest first. */
export const upTo = <O>(
  query: SelectQueryBuilder<Tables, 'movements', O>,
  { date, created_at, id }: MovementPlace,
): SelectQueryBuilder<Tables, 'movements', O> =>
  query.where((where) => where(where.refTuple('date', 'created_at', 'id'), '>=', where.tuple(date, created_at, id)));

/** A movement as its caller may see it; refuses NOT_FOUND. */
export async function shown(call: Call, commit: Scope, id: string, mostHistory?: number): Promise<Answer> {
  const [row] = await storedMovements(commit.trx, [id]);
  if (row?.organization_id !== commit.organizationId) return refuse('NOT_FOUND');
  const visibility = await visibilityOf(commit.trx, commit.organizationId, call.role);
  const [movement] = await presentMovements(commit.trx, [row], visibility, mostHistory);
  return { movement };
}

/** Current movements for broadcasts, without prices, as everybody hears. */
export async function presentStored({ trx }: Pick<Commit, 'trx'>, ids: readonly string[]): Promise<Answer[]> {
  return ids.length === 0 ? [] : await presentMovements(trx, await storedMovements(trx, ids), 'without-money');
}

/** Broadcasts a changed movement. */
export async function announceChange(commit: Commit, id: string): Promise<void> {
  const [movement] = await presentStored(commit, [id]);
  commit.announce('movement-updated', { movement });
}

/** Whether the caller sees prices in this farm. */
export const seesMoney = async ({ role }: Pick<Call, 'role'>, { trx, organizationId }: Scope): Promise<boolean> =>
  (await visibilityOf(trx, organizationId, role)) === 'with-money';

/** What summaries name and records refer to. */
type NamedTable = 'categories' | 'lots' | 'rodeos' | 'campos';

/** Names by id, deleted ones too. */
export const namedIn = (
  { trx, organizationId }: Scope,
  table: NamedTable,
): Promise<ReadonlyMap<string, { readonly name: string; readonly deleted: number }>> =>
  remembered(trx, `named ${table} ${organizationId}`, [table], async () => {
    const rows = await trx
      .selectFrom(table)
      .select(['id', 'name', 'deleted'])
      .where('organization_id', '=', organizationId)
      .execute();
    return new Map(rows.map(({ id, ...row }) => [id, row]));
  });

/** All names of a farm, deleted ones too, for summaries. */
export async function namesOf(scope: Scope): Promise<Names> {
  const [categories, lots, rodeos, campos] = [
    await namedIn(scope, 'categories'),
    await namedIn(scope, 'lots'),
    await namedIn(scope, 'rodeos'),
    await namedIn(scope, 'campos'),
  ];
  return {
    category: (id) => categories.get(id)?.name ?? 'Categoría eliminada',
    lot: (id) => (id ? (lots.get(id)?.name ?? 'Lote eliminado') : 'Sin lote'),
    rodeo: (id) => (id ? (rodeos.get(id)?.name ?? 'Rodeo eliminado') : 'Sin rodeo'),
    campo: (id) => (id ? (campos.get(id)?.name ?? 'Campo eliminado') : 'Todo el campo'),
  };
}

/**
 * Names for places deleted before the record arrived: 'Sin lote (era: El Ombú)' (domain.md §5, F25). `gone`: names by
 * id.
 */
export const namesWithGone = (names: Names, gone: ReadonlyMap<unknown, string>): Names => {
  const was =
    (none: string, nameOf: Names['lot']): Names['lot'] =>
    (id) => {
      const name = gone.get(id);
      return name === undefined ? nameOf(id) : `${none} (era: ${name})`;
    };
  return {
    ...names,
    lot: was('Sin lote', names.lot),
    rodeo: was('Sin rodeo', names.rodeo),
    campo: was('Sin campo', names.campo),
  };
};
