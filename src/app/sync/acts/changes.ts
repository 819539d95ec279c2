import type { Said } from '#domain/things/describe.ts';
import { invoice as invoiceThing } from '#domain/things/invoice.ts';
import { joinedEdits, standing } from '#domain/things/lists.ts';
import { isOnlyHere, type NewOp, type Op, rejected, wasTried } from '#store/op.ts';
import type { OutboxEdit, OutboxNow } from '#store/store.ts';
import { append, type Done } from './saving.ts';
import { joinedShown } from './thing-bodies.ts';
import { callsTo, isThing } from '../things/things.ts';
import { type Decision, dependentsOf, depsOf, replacing, withDep } from '../outbox/outbox.ts';

const about = (ops: readonly Op[], entityId: string): readonly Op[] => ops.filter((op) => op.entityId === entityId);

/**
 * An edit. An untried op is changed in place; one that the server may have seen keeps its body (another under the same key is a 422), and
 * the edit follows it (offline.md §2.3, F18).
 */
export function change({ ops }: OutboxNow, edit: NewOp, rest: OutboxEdit = {}): Decision<Done> {
  const untried = about(ops, edit.entityId).findLast((op) => op.act !== 'delete' && !wasTried(op));
  // A creation absorbs any edit; an edit only one by the same call.
  const isSameCall = untried && (untried.act === 'create' || untried.path === edit.path);
  const staysWhole = untried && isSameCall && (untried.act === 'edit' || takesIn(untried, edit));
  if (!untried || untried.state === rejected || !staysWhole) return append({ ops }, edit, rest);
  const changed: Op = {
    ...untried,
    body: mergedBody(untried, edit),
    postings: newPostings(untried, edit),
    ...shownOf(untried, edit),
    nextAt: edit.nextAt,
  };
  return { edit: { ...rest, put: [withDeps(changed, ops)] }, result: { op: changed } };
}

/** What the creating call cannot express (a task done already) follows as an edit. */
function takesIn(made: Op, { body }: NewOp): boolean {
  if (!isThing(made.subject)) return true;
  return callsTo(made.subject).create.body?.safeParse(madeWith(made.body, body)).success === true;
}

/** A creation with an edit of what it makes. */
const madeWith = (made: Op['body'], edit: NewOp['body']): Said => ({
  ...made,
  ...standing(made ?? {}, without(edit, 'id')),
});

const ofFirstSave: ReadonlySet<string> = new Set(['cid', 'recorded_at', 'adds_to']);

/** What a body has from the record's first save: it stays through every edit and every correction. */
export const fromFirstSave = (body: Op['body']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => ofFirstSave.has(name)));

/** A movement's body is replaced, except what is of its first save and the version that it knew; a lot's changes are merged. */
function mergedBody(op: Op, edit: NewOp): Op['body'] {
  if (op.subject === 'movement') {
    const { base_version } = op.body ?? {};
    const known = base_version === undefined ? {} : { base_version };
    return { ...without(edit.body, 'base_version'), ...fromFirstSave(op.body), ...known };
  }
  return op.act === 'create' ? madeWith(op.body, edit.body) : joinedEdits(op.body ?? {}, edit.body ?? {});
}

/** A count is replaced whole; what an op keeps of a thing accumulates. */
function shownOf(op: Op, edit: NewOp): Pick<Op, 'shown'> {
  const shown = isThing(op.subject) ? joinedShown(op.shown, edit.shown) : edit.shown;
  return shown ? { shown } : {};
}

const without = (body: NewOp['body'], name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([field]) => field !== name));

const newPostings = (op: Op, edit: NewOp) => (op.subject === 'movement' ? edit.postings : op.postings);

const withDeps = (op: Op, ops: readonly Op[]): Op => ({
  ...op,
  deps: depsOf(
    op,
    ops.filter((other) => other.n < op.n),
  ),
});

/** Removes unsent ops, unless others need them. */
function takeOut(ops: readonly Op[], gone: readonly Op[], rest: OutboxEdit): Decision<Done> {
  const numbers = new Set(gone.map((op) => op.n));
  const needed = gone.some((op) => dependentsOf(op.opId, ops).some((other) => !numbers.has(other.n)));
  const [first] = gone;
  if (needed || !first) return { edit: {}, result: { refused: needed ? 'depend' : 'gone' } };
  return {
    edit: { ...rest, remove: gone.filter((op) => !wasTried(op)), archive: gone.filter(wasTried).map(discarded) },
    result: { op: first },
  };
}

const discarded = (op: Op): Op => ({ ...op, state: 'discarded' });

/** A deletion. An unsent thing is removed without a call or trace; a rejected one leaves the queue (product.md §4). */
export function deletion({ ops }: OutboxNow, op: NewOp): Decision<Done> {
  const mine = about(ops, op.entityId);
  const creation = mine.find((other) => other.act === 'create');
  if (creation && isOnlyHere(creation)) return takeOut(ops, mine, {});
  const standing = mine.find((other) => other.act === 'delete' && other.state !== rejected);
  if (standing) return { edit: {}, result: { op: standing } };
  const untriedEdits = mine.filter((other) => other.act === 'edit' && !wasTried(other));
  const left = ops.filter((other) => !untriedEdits.includes(other));
  return append({ ops: left }, op, { remove: untriedEdits });
}

/** Undoes an untried act, and what was done to its result. */
export function undoing({ ops }: OutboxNow, opId: string): Decision<boolean> {
  const op = ops.find((other) => other.opId === opId);
  if (!op || wasTried(op)) return { edit: {}, result: false };
  const gone = op.act === 'create' ? about(ops, op.entityId) : [op];
  const { edit, result } = takeOut(ops, gone, {});
  return { edit, result: 'op' in result };
}

const unsealed = ({ seal: _, ...op }: Op): Op => op;

/** Resends a rejected op under a new key in its old place; its dependents follow. */
export function again(
  { ops }: OutboxNow,
  opId: string,
  fresh: Pick<NewOp, 'opId' | 'nextAt'> & Partial<Pick<NewOp, 'body' | 'postings' | 'shown'>>,
): Decision<Done> {
  const op = ops.find((other) => other.opId === opId);
  if (!op || op.state !== rejected) return { edit: {}, result: { refused: op ? 'sent' : 'gone' } };
  // Under a new key, or changed, its author's device no longer vouches for it.
  const renewed = withDeps(
    { ...unsealed(op), ...fresh, state: 'pending', attempts: 0, firstSentAt: null, parkedAt: null, problem: null },
    ops,
  );
  const followers = ops.filter((other) => other.deps.includes(opId)).map((other) => withDep(other, opId, fresh.opId));
  const byNumber = new Map([renewed, ...followers].map((row) => [row.n, row]));
  const after = ops.map((row) => byNumber.get(row.n) ?? row);
  return { edit: replacing(after, [...byNumber.values()]), result: { op: renewed } };
}

/** Resends an op unchanged: its key was not used up. Its waits restart. */
export function retrying({ ops }: OutboxNow, opId: string, nowMs: number): Decision<null> {
  const op = ops.find((other) => other.opId === opId);
  if (!op || op.state === 'acked' || op.state === 'inflight') return { edit: {}, result: null };
  const renewed: Op = { ...op, state: 'pending', nextAt: nowMs, parkedAt: null, problem: null };
  return { edit: replacing(ops, [renewed]), result: null };
}

/** A record whose thing was discarded needs another from a person; one whose invoice was discarded does not (decision 0028). */
const withoutIt = (subject: Op['subject']): Pick<Op, 'state' | 'problem'> =>
  subject === invoiceThing.name
    ? { state: 'pending', problem: null }
    : { state: rejected, problem: { code: 'DEPENDS_ON_DISCARDED', status: null, message: null, issues: [] } };

/**
 * Archives an op as discarded, unless it is inflight. Acts on the same thing go along; records about it (a death in a discarded lot) wait
 * for a person.
 */
export function discarding({ ops }: OutboxNow, opId: string): Decision<null> {
  const op = ops.find((other) => other.opId === opId);
  if (!op || op.state === 'acked' || op.state === 'inflight') return { edit: {}, result: null };
  const waiting = dependentsOf(opId, ops);
  const gone = [op, ...waiting.filter((other) => other.entityId === op.entityId)];
  const left = ops.filter((other) => !gone.includes(other));
  const orphans = waiting
    .filter((other) => !gone.includes(other) && other.deps.some((dep) => gone.some((row) => row.opId === dep)))
    .map((other): Op => ({
      ...other,
      ...withoutIt(op.subject),
      deps: other.deps.filter((dep) => gone.every((row) => row.opId !== dep)),
    }));
  return { edit: { ...replacing(left, orphans), archive: gone.map(discarded) }, result: null };
}
