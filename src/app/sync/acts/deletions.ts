import type { NewOp, Op } from '#store/op.ts';
import { wasTried } from '#store/op.ts';
import type { OutboxNow } from '#store/store.ts';
import { deletion } from './changes.ts';
import type { Decision } from '../outbox/outbox.ts';

/** Deletions made together, with what undoing them needs. */
export interface Deleted {
  readonly ids: readonly string[];
  /** Deletions to be sent. */
  readonly added: readonly Pick<Op, 'opId' | 'entityId'>[];
  /** Removed ops that were never sent, unchanged. */
  readonly taken: readonly Op[];
}

/** Deletes several things in one transaction, each as if alone. What others need stays. */
export function deletions(now: OutboxNow, ops: readonly NewOp[]): Decision<Deleted> {
  const each = ops.map((op) => ({ id: op.entityId, ...deletion(now, op) })).filter(({ result }) => 'op' in result);
  const add = each.flatMap(({ edit }) => edit.add ?? []);
  const remove = each.flatMap(({ edit }) => edit.remove ?? []);
  const archive = each.flatMap(({ edit }) => edit.archive ?? []);
  const numbers = new Set([...remove, ...archive].map((op) => op.n));
  return {
    edit: { add, remove, archive },
    result: {
      ids: each.map(({ id }) => id),
      added: add.map(({ opId, entityId }) => ({ opId, entityId })),
      taken: now.ops.filter((op) => numbers.has(op.n)),
    },
  };
}

/** Undoes these deletions, except those the server may have seen. The result is what came back. */
export function undeletions({ ops }: OutboxNow, { added, taken }: Deleted): Decision<ReadonlySet<string>> {
  const ours = new Set(added.map((op) => op.opId));
  const open = ops.filter((op) => ours.has(op.opId) && !wasTried(op));
  const sent = new Set(
    added.filter(({ opId }) => open.every((op) => op.opId !== opId)).map(({ entityId }) => entityId),
  );
  const back = taken.filter((op) => !sent.has(op.entityId));
  return {
    edit: { remove: open, put: back },
    result: new Set([...open, ...back].map((op) => op.entityId)),
  };
}
