import type { AuditForm } from '#domain/movements/audit.ts';
import type { NewOp } from '#store/op.ts';
import type { Picture } from '#store/store.ts';
import { postingsOf } from '../views/optimistic.ts';
import { overlay } from '../views/overlay.ts';

/** The count's op with its result against the book of its moment, as this phone knows it. */
export function derivedCount(op: NewOp, picture: Picture, { lot_id: lot, date }: AuditForm): NewOp {
  // An incomplete book is replaced by the present balances.
  const now = picture.books.has(lot) ? null : { cells: overlay(picture).cells, ops: [] };
  const books = now ? new Map([[lot, { from: date, movements: [] }]]) : picture.books;
  const { ops, ...rest } = { ...picture, ...now, books };
  const movement = overlay({ ...rest, ops: [...ops, { ...op, n: Infinity }] }).movements.get(op.entityId);
  if (!movement) return op;
  const { reference, metadata } = movement;
  return { ...op, postings: postingsOf(movement), shown: { ...op.shown, reference, counted: metadata['counted'] } };
}
