import type { AuditForm } from '#domain/movements/audit.ts';
import type { NewOp } from '#store/op.ts';
import type { Picture } from '#store/store.ts';
import { postingsOf } from '../views/optimistic.ts';
import { overlay } from '../views/overlay.ts';

/** The operation with what the count comes to in the book of its moment, as this phone knows it. */
export function derivedCount(op: NewOp, picture: Picture, { lot_id: lot, date }: AuditForm): NewOp {
  // A lot whose book is not all here is held against what stands there now.
  const now = picture.books.has(lot) ? null : { cells: overlay(picture).cells, ops: [] };
  const books = now ? new Map([[lot, { from: date, movements: [] }]]) : picture.books;
  const { ops, ...rest } = { ...picture, ...now, books };
  const movement = overlay({ ...rest, ops: [...ops, { ...op, n: Infinity }] }).movements.get(op.entityId);
  if (!movement) return op;
  const { reference, metadata } = movement;
  return { ...op, postings: postingsOf(movement), shown: { ...op.shown, reference, counted: metadata['counted'] } };
}
