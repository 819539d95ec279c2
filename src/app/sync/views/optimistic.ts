import type { Posting } from '#domain/movements/ledger.ts';
import { countMap, metadataFieldsOf, type Movement, readBy } from '#domain/movements/movement.ts';
import { childPostings } from '#domain/movements/children.ts';
import { changesBetween } from '#domain/movements/edits.ts';
import { saidBy } from '#domain/movements/facts.ts';
import { recordedKind } from '#domain/movements/registry.ts';
import { readableFields } from '#domain/movements/vocabulary.ts';
import type { Op } from '#store/op.ts';
import { keeping } from './keeping.ts';

type Payload = Readonly<Record<string, unknown>>;

const textAt = (payload: Payload, field: string | undefined): string | null => {
  const value = field === undefined ? null : payload[field];
  return typeof value === 'string' ? value : null;
};

const linesAt = (payload: Payload): { type: string; count: number }[] =>
  Array.isArray(payload.animals) ? (payload.animals as { type: string; count: number }[]) : [];

/** A payload's fields in the wire's shape. */
function facts(op: Op, payload: Payload) {
  const kind = recordedKind(op.movementType ?? '');
  const animals = linesAt(payload);
  return {
    date: textAt(payload, 'date') ?? op.recordedAt.slice(0, 10),
    count: countMap(animals),
    rodeoId: textAt(payload, kind?.place.rodeo ?? 'rodeo_id'),
    detail: textAt(payload, 'detail'),
    animals,
    metadata: {
      ...metadataFieldsOf(payload),
      lot_id: textAt(payload, kind?.place.lot ?? 'lot_id'),
      postings: op.postings,
    },
  };
}

/** An unsent movement, as lists show it (product.md §4). */
export const optimisticMovement = keeping((op: Op): Movement => {
  const payload = op.shown ?? op.body ?? {};
  const { metadata, ...rest } = facts(op, payload);
  return {
    ...rest,
    id: op.entityId,
    type: op.movementType ?? '',
    reference: textAt(payload, 'reference'),
    organization_id: op.organizationId,
    // Its place in order, as on the server.
    created_at: textAt(op.body ?? {}, 'recorded_at') ?? op.recordedAt,
    updated_at: op.recordedAt,
    created_by: op.userId,
    version: 0,
    deleted: false,
    cid: op.entityId,
    isOptimistic: true,
    metadata: { ...metadata, deletedBy: null, editHistory: [] },
  };
});

export function edited(movement: Movement, op: Op): Movement {
  const payload = op.shown ?? op.body ?? {};
  const { metadata, ...rest } = facts(op, payload);
  const { deletedBy, editHistory } = movement.metadata;
  return {
    ...movement,
    ...rest,
    reference: textAt(payload, 'reference'),
    updated_at: op.recordedAt,
    metadata: {
      ...metadata,
      deletedBy,
      editHistory: [...editHistory, waitingEdit(movement, payload, op)],
    },
  };
}

/** A pending edit's changes, as the server will tell them. */
function waitingEdit(movement: Movement, payload: Payload, op: Op) {
  const said = saidBy(movement);
  const known = new Set(Object.keys(readableFields(movement.type)));
  const after = Object.fromEntries(Object.entries(payload).filter(([name]) => known.has(name)));
  const changes = changesBetween(said, after);
  return { editedBy: op.userId, editedAt: op.recordedAt, changes, ...(op.state !== 'acked' && { unsent: true }) };
}

/** After a pending deletion: it stays, marked. */
export const deleted = (movement: Movement, op: Op): Movement => ({
  ...movement,
  deleted: true,
  metadata: { ...movement.metadata, deletedBy: op.userId, deletedAt: op.recordedAt },
});

/** Ledger lines: the server's, which may be elsewhere (if a lot was gone), else from the payload. */
export const postingsOf = keeping((movement: Movement): readonly Posting[] => {
  const said = movement.metadata.postings;
  if (Array.isArray(said)) return said.map(asPosting);
  const kind = recordedKind(movement.type);
  return kind ? kind.postings(readBy(kind, movement)) : [];
});

/** A confirmed movement's lines with its child's. */
export const bookedBy = keeping((movement: Movement): readonly Posting[] => {
  const kind = recordedKind(movement.type);
  const child = kind ? childPostings(movement.type, readBy(kind, movement)) : [];
  return [...postingsOf(movement), ...child];
});

function asPosting(line: Readonly<Record<string, unknown>>): Posting {
  const at = (name: string): string | null => textAt(line, name) ?? textAt(line, `${name}_id`);
  return {
    lot: at('lot'),
    rodeo: at('rodeo'),
    category: at('category') ?? '',
    head: typeof line.head === 'number' ? line.head : 0,
  };
}
