import type { Transaction } from 'kysely';
import { changesOf, type FieldChange } from '../../../domain/movements/edits.ts';
import { countMap, metadataFieldsOf, type Review } from '../../../domain/movements/movement.ts';
import { moneyFieldsOf } from '../../../domain/movements/permissions.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import { leastRole, may } from '../../../domain/people/permissions.ts';
import { isAtLeast, type Role } from '../../../domain/people/roles.ts';
import { settingsOf } from '../../database/open-farm.ts';
import { remembered } from '../../database/remembered.ts';
import type { MovementRow, Tables } from '../../database/tables.ts';
import { showsFinance } from '../../kernel/present.ts';
import { type EditLine, editsOf, linesOf, type PostingLine } from './just-made.ts';

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
  db: Transaction<Tables>,
  rows: readonly MovementRow[],
  visibility: Visibility,
  mostHistory = historyAmongOthers,
): Promise<Record<string, unknown>[]> {
  const ids = rows.map((row) => row.id);
  const edits = new Map<string, EditLine[]>();
  const postings = new Map<string, PostingLine[]>();
  for (let start = 0; start < ids.length; start += 500) {
    const some = ids.slice(start, start + 500);
    const editRows = await editsOf(db, some);
    const postingRows = await linesOf(db, some);
    for (const row of editRows) gather(edits, row);
    for (const row of postingRows) gather(postings, row);
  }
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
  db: Transaction<Tables>,
  rows: readonly MovementRow[],
  visibility: Visibility,
): Promise<ReadonlyMap<string, Conflict>> {
  const types = new Map(rows.filter(isInConflict).map((row) => [row.id, row.type]));
  const found = new Map<string, Conflict>();
  for (const [id, type] of types) {
    const edit = await db
      .selectFrom('edits')
      .select(['before', 'after'])
      .where('movement_id', '=', id)
      .orderBy('edited_at', 'desc')
      .orderBy('n', 'desc')
      .executeTakeFirst();
    if (!edit) continue;
    const read = (text: string): Json => withoutMoney(type, JSON.parse(text) as Record<string, unknown>, visibility);
    found.set(id, { before: read(edit.before), after: read(edit.after) });
  }
  return found;
}

function gather<T extends { readonly movement_id: string }>(into: Map<string, T[]>, row: T): void {
  const list = into.get(row.movement_id);
  if (list) list.push(row);
  else into.set(row.movement_id, [row]);
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

/** Who edited what and when, in order. */
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

/** As many of the newest as fit; null for the rest. */
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

/** Money fields, for those who see none. */
function hiddenFrom(type: string, visibility: Visibility): ReadonlySet<string> {
  const kind = recordedKind(type);
  return new Set(kind && visibility === 'without-money' ? [...moneyFieldsOf(kind), 'invoice_id'] : []);
}

function withoutMoney(type: string, fields: Record<string, unknown>, visibility: Visibility): Record<string, unknown> {
  const hidden = hiddenFrom(type, visibility);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.has(name)));
}

/** Whether a role sees prices; the owner may hide them from admins (domain.md §2.18). */
export async function visibilityOf(
  db: Transaction<Tables>,
  organizationId: string,
  role: Role | null,
): Promise<Visibility> {
  if (role === null || !isAtLeast(role, leastRole('see-money'))) return 'without-money';
  const row = await remembered(db, settingsOf(organizationId), ['organizations'], () =>
    db.selectFrom('organizations').select('settings').where('id', '=', organizationId).executeTakeFirst(),
  );
  return may({ role, showsFinance: showsFinance(row?.settings ?? '{}') }, 'see-money') ? 'with-money' : 'without-money';
}
