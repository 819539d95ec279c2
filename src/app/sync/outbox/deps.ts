import { type NewOp, type Op, rejected } from '#store/op.ts';
import type { OutboxEdit } from '#store/store.ts';

function strings(value: unknown, found: Set<string>): void {
  if (typeof value === 'string') found.add(value);
  else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) strings(part, found);
}

/**
 * Ops that must reach the server first: those that make what its body or path names, and earlier ones on the same thing. Ids are UUIDs, so
 * a text search finds every reference.
 */
export function depsOf(op: Pick<NewOp, 'body' | 'path' | 'entityId'>, earlier: readonly Op[]): string[] {
  const named = new Set(op.path.split('/').map(decodeURIComponent));
  strings(op.body, named);
  return earlier
    .filter((other) => other.state !== 'acked')
    .filter((other) => other.entityId === op.entityId || (other.act === 'create' && named.has(other.entityId)))
    .map((other) => other.opId);
}

export function dependentsOf(opId: string, ops: readonly Op[]): Op[] {
  const waiting = new Set([opId]);
  const found: Op[] = [];
  for (const op of ops) {
    if (!op.deps.some((dep) => waiting.has(dep))) continue;
    waiting.add(op.opId);
    found.push(op);
  }
  return found;
}

/** Renames a dep to a corrected op's new key. */
export const withDep = (op: Op, before: string, after: string): Op => ({
  ...op,
  deps: op.deps.map((dep) => (dep === before ? after : dep)),
});

/** Blocks only the descendants of ops that need a person (offline.md §2.3). Gives the changed rows. */
function reblocked(ops: readonly Op[]): Op[] {
  const stuck = new Set(ops.filter((op) => op.state === rejected).map((op) => op.opId));
  const changed: Op[] = [];
  for (const op of ops) {
    const isStuck = op.deps.some((dep) => stuck.has(dep));
    if (isStuck && op.state !== rejected) stuck.add(op.opId);
    if (isStuck && (op.state === 'pending' || op.state === 'parked')) changed.push({ ...op, state: 'blocked' });
    if (!isStuck && op.state === 'blocked') changed.push({ ...op, state: 'pending' });
  }
  return changed;
}

/** Replaces rows and updates their dependents. */
export function replacing(ops: readonly Op[], changed: readonly Op[]): OutboxEdit {
  const byNumber = new Map(changed.map((op) => [op.n, op]));
  const after = ops.map((op) => byNumber.get(op.n) ?? op);
  for (const op of reblocked(after)) byNumber.set(op.n, op);
  return { put: [...byNumber.values()] };
}
