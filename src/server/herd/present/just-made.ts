import type { Posting } from '../../../domain/movements/ledger.ts';
import { recalled, rememberAs } from '../../database/remembered.ts';
import type { EditRow, MovementRow, PostingRow, Trx } from '../../database/tables.ts';

export type EditLine = Pick<EditRow, 'movement_id' | 'n' | 'edited_by' | 'edited_at' | 'before' | 'after'>;
export type PostingLine = Pick<PostingRow, 'movement_id' | 'lot_id' | 'rodeo_id' | 'category_id' | 'head'>;

/** Remembers a movement just made, so that presenting it needs no read until it is changed. */
export function rememberMade(db: Trx, row: MovementRow): void {
  rememberAs(db, `movement ${row.id}`, ['movements'], row);
  rememberAs(db, `edits of ${row.id}`, ['edits'], []);
}

export function rememberLines(db: Trx, movementId: string, lines: readonly Posting[]): void {
  const rows: PostingLine[] = lines.map(({ lot, rodeo, category, head }) => ({
    movement_id: movementId,
    lot_id: lot,
    rodeo_id: rodeo,
    category_id: category,
    head,
  }));
  rememberAs(db, `postings of ${movementId}`, ['postings'], rows);
}

const madeOf = (db: Trx, id: string): MovementRow | undefined => recalled<MovementRow>(db, `movement ${id}`);

export async function storedMovements(db: Trx, ids: readonly string[]): Promise<MovementRow[]> {
  const made = ids.flatMap((id) => madeOf(db, id) ?? []);
  if (made.length === ids.length) return made;
  return await db.selectFrom('movements').selectAll().where('id', 'in', ids).execute();
}

export async function editsOf(db: Trx, ids: readonly string[]): Promise<readonly EditLine[]> {
  const kept = ids.map((id) => recalled<readonly EditLine[]>(db, `edits of ${id}`));
  if (kept.every((lines) => lines !== undefined)) return kept.flat();
  return await db
    .selectFrom('edits')
    .select(['movement_id', 'n', 'edited_by', 'edited_at', 'before', 'after'])
    .where('movement_id', 'in', ids)
    .orderBy('n')
    .execute();
}

/** The current postings of movements, in order. */
export async function linesOf(db: Trx, ids: readonly string[]): Promise<readonly PostingLine[]> {
  const kept = ids.map((id) => recalled<readonly PostingLine[]>(db, `postings of ${id}`));
  if (kept.every((lines) => lines !== undefined)) return kept.flat();
  return await db
    .selectFrom('postings')
    .select(['movement_id', 'lot_id', 'rodeo_id', 'category_id', 'head'])
    .where('movement_id', 'in', ids)
    .orderBy('id')
    .execute();
}
