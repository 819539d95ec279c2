import type { Posting } from '#domain/movements/ledger.ts';
import type { MovementType } from '#domain/movements/types.ts';
import type { NewOp } from '#store/op.ts';
import { change } from './changes.ts';
import { learnCount } from './habit.ts';
import { type ActPorts, append, newOp, type Recorder, save, withDraft } from './saving.ts';
import type { Outcome, Typed } from '../farm.ts';
import type { AuditForm } from '#domain/movements/audit.ts';
import type { Picture } from '#store/store.ts';
import { postingsOf } from '../views/optimistic.ts';
import { overlay } from '../views/overlay.ts';

interface Count {
  readonly type: MovementType;
  readonly path: string;
  readonly body: Typed;
  readonly shown: Typed;
  readonly postings: readonly Posting[];
  /** The count it replaces. */
  readonly corrects?: string | undefined;
}

/** A count's operation: on the server, its call makes the movement that books the difference. */
export function countOp(recorder: Recorder, count: Count): NewOp {
  const { corrects } = count;
  const id = corrects ?? recorder.random.entityId();
  return newOp(recorder, {
    act: corrects === undefined ? 'create' : 'edit',
    subject: 'movement',
    movementType: count.type,
    method: corrects === undefined ? 'POST' : 'PUT',
    path: count.path,
    body: {
      ...count.body,
      ...(corrects === undefined && { cid: id }),
      ...(!recorder.isLinkKnown() && { offline: true }),
    },
    shown: count.shown,
    postings: count.postings,
    entityId: id,
  });
}

/** Saves a count: a new one at the end of the outbox, a correction over the old. */
export const saveCount = (ports: ActPorts, draftKey: string | undefined, op: NewOp): Promise<Outcome> =>
  save(ports, (now) =>
    op.act === 'create'
      ? append(now, op, { ...withDraft(draftKey), habits: learnCount(op.entityId) })
      : change(now, op, withDraft(draftKey)),
  );

/** The count's op with its result against the book of its moment, as this phone knows it. */
export function derivedCount(op: NewOp, picture: Picture, { lot_id: lot, date }: AuditForm): NewOp {
  // An incomplete book is replaced by the present balances.
  const now = picture.books.has(lot) ? null : { cells: overlay(picture).cells, ops: [] };
  const books = now ? new Map([[lot, { from: date, movements: [] }]]) : picture.books;
  const { ops, ...rest } = { ...picture, ...now, books };
  const movement = overlay({ ...rest, ops: [...ops, { ...op, n: Infinity }] }).movements.get(op.entityId);
  if (!movement) return op;
  const { reference, metadata } = movement;
  return { ...op, postings: postingsOf(movement), shown: { ...op.shown, reference, counted: metadata.counted } };
}
