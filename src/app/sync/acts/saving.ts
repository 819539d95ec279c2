import { fillPath } from '#contract/endpoint.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { recordedKind } from '#domain/movements/registry.ts';
import { failure, type Result, success } from '#domain/result.ts';
import type { NewOp, Op } from '#store/op.ts';
import type { FarmStore, OutboxEdit, OutboxNow } from '#store/store.ts';
import type { Saved, SaveProblem } from '../farm.ts';
import { withDismissed } from '../device/dismissed.ts';
import { depsOf } from '../outbox/deps.ts';
import type { Decision } from '../outbox/outbox.ts';
import { newOp, type Recorder } from './record.ts';
import type { Signer } from '../ports.ts';

export type Outcome = Result<Saved, SaveProblem>;
export type Typed = Readonly<Record<string, unknown>>;

/**
 * What the acts need. `afterSave` wakes the sending, `sendAll` also sends what waits after a failure, `tellDismissed` tells the office of
 * discarded rejected records.
 */
export interface ActPorts {
  readonly store: FarmStore;
  readonly recorder: Recorder;
  readonly afterSave: () => void;
  readonly sendAll: () => Promise<void>;
  readonly tellDismissed: () => Promise<void>;
  /** This device's key; null if it cannot have one. */
  readonly signer: () => Promise<Signer | null>;
}

export const gone: SaveProblem = { reason: 'gone', message: offlineSentences.gone };

export const invalid = (issues: Extract<SaveProblem, { reason: 'invalid' }>['issues']): SaveProblem => ({
  reason: 'invalid',
  issues,
});

/** The draft, deleted in the save's own transaction. */
export const withDraft = (draftKey: string | undefined): OutboxEdit =>
  draftKey === undefined ? {} : { dropDraft: draftKey };

/** What an outbox decision came to: its operation, or why it was refused. */
export type Done = { readonly op: Pick<Op, 'opId' | 'entityId'> } | { readonly refused: 'sent' | 'depend' | 'gone' };

/** Adds an op with its deps, and independent others. */
export function append(
  { ops }: Pick<OutboxNow, 'ops'>,
  op: NewOp,
  rest: OutboxEdit = {},
  others: readonly NewOp[] = [],
): Decision<Done> {
  const add = [op, ...others].map((one) => ({ ...one, deps: depsOf(one, ops) }));
  return { edit: { ...rest, add }, result: { op } };
}

function outcomeOf(done: Done): Outcome {
  if ('op' in done) return success({ opId: done.op.opId, entityId: done.op.entityId });
  if (done.refused === 'depend') return failure(invalid([{ path: '', message: offlineSentences.othersDepend }]));
  return failure(done.refused === 'sent' ? { reason: 'gone', message: offlineSentences.sent } : gone);
}

/** Decides and writes in one strict transaction; 'saved' is said after it. Null: undecidable, nothing written. */
export async function saveIfKnown(
  { store, recorder, afterSave }: ActPorts,
  decide: (now: OutboxNow) => Decision<Done> | null,
): Promise<Outcome | null> {
  const done = await store.changeOutbox<Done | null>(recorder.organizationId, (now) => {
    const decision = decide(now);
    return decision ? withDismissed(now, decision, recorder.userId) : { edit: {}, result: null };
  });
  if (done === null) return null;
  const outcome = outcomeOf(done);
  afterSave();
  return outcome;
}

/** The same, for what is always decidable. */
export async function save(ports: ActPorts, decide: (now: OutboxNow) => Decision<Done>): Promise<Outcome> {
  const outcome = await saveIfKnown(ports, decide);
  if (outcome === null) throw new Error('What is always decided was not');
  return outcome;
}

/** Deletes a thing. */
export const removal = (
  { recorder }: ActPorts,
  subject: 'movement' | 'lot',
  type: string | null,
  id: string,
  endpoint: { readonly path: string },
) =>
  newOp(recorder, {
    act: 'delete',
    subject,
    movementType: type === null ? null : (recordedKind(type)?.type ?? null),
    method: 'DELETE',
    path: fillPath(endpoint.path, { org: recorder.organizationId, id }),
    body: null,
    postings: [],
    entityId: id,
  });
