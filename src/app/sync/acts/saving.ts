import { fillPath } from '#contract/endpoint.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { recordedKind } from '#domain/movements/registry.ts';
import { failure, success } from '#domain/result.ts';
import type { RecordedKind } from '#domain/movements/define.ts';
import type { Posting } from '#domain/movements/ledger.ts';
import type { Payload } from '#domain/movements/prepare.ts';
import type { NewOp, Op } from '#store/op.ts';
import type { FarmStore, OutboxEdit, OutboxNow } from '#store/store.ts';
import type { Outcome, SaveProblem } from '../farm.ts';
import { withDismissed } from '../device/dismissed.ts';
import { type Decision, depsOf } from '../outbox/outbox.ts';
import { type Clock, isoAt, type Random, type Signer } from '../ports.ts';

export interface Recorder {
  readonly organizationId: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly appBuild: string;
  readonly clock: Clock;
  readonly random: Random;
  /** Whether our server answered lately: only then is a record made 'at the office' (domain.md §3.0). */
  readonly isLinkKnown: () => boolean;
  /** Server clock minus this one (`heldOffset`). */
  readonly clockOffsetMs: () => number;
}

/** Now by the server's clock, so that records of several phones share one order (domain.md §3.7). */
export const recordedNow = ({ clock, clockOffsetMs }: Pick<Recorder, 'clock' | 'clockOffsetMs'>): string =>
  isoAt(clock.now() + clockOffsetMs());

/**
 * What the acts need. `afterSave` wakes the sending, `sendAll` also sends what waits after a failure, `tellDismissed` tells the office of
 * discarded rejected records. `after`: the outbox as a change left it.
 */
export interface ActPorts {
  readonly store: FarmStore;
  readonly recorder: Recorder;
  readonly afterSave: (after: OutboxNow | null) => void;
  readonly sendAll: (after?: OutboxNow | null) => Promise<void>;
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
  const saved: { after: OutboxNow | null } = { after: null };
  const done = await store.changeOutbox<Done | null>(
    recorder.organizationId,
    (now) => {
      const decision = decide(now);
      return decision ? withDismissed(now, decision, recorder.userId) : { edit: {}, result: null };
    },
    (after) => {
      saved.after = after;
    },
  );
  if (done === null) return null;
  const outcome = outcomeOf(done);
  afterSave(saved.after);
  return outcome;
}

/** The same, for what is always decidable. */
export async function save(ports: ActPorts, decide: (now: OutboxNow) => Decision<Done>): Promise<Outcome> {
  const outcome = await saveIfKnown(ports, decide);
  if (outcome === null) throw new Error('What is always decided was not');
  return outcome;
}

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

type Bare = Pick<
  NewOp,
  'act' | 'subject' | 'movementType' | 'method' | 'path' | 'body' | 'shown' | 'postings' | 'entityId'
>;

/** A new operation, without deps. */
export function newOp(recorder: Recorder, bare: Bare): NewOp {
  const now = recorder.clock.now();
  return {
    ...bare,
    opId: recorder.random.key(),
    deviceId: recorder.deviceId,
    userId: recorder.userId,
    organizationId: recorder.organizationId,
    v: 1,
    deps: [],
    recordedAt: isoAt(now),
    appBuild: recorder.appBuild,
    state: 'pending',
    attempts: 0,
    firstSentAt: null,
    nextAt: now,
    parkedAt: null,
    ackedAt: null,
    ack: null,
    problem: null,
  };
}

export interface ReadyBody {
  readonly payload: Payload;
  readonly postings: readonly Posting[];
}

/** Records a movement. Its id is made here and becomes the server's row id (wire.md, `cid`). */
export function movementCreation(recorder: Recorder, kind: RecordedKind, ready: ReadyBody): NewOp {
  const entityId = recorder.random.entityId();
  return newOp(recorder, {
    act: 'create',
    subject: 'movement',
    movementType: kind.type,
    method: 'POST',
    path: fillPath(kind.routes.create, { org: recorder.organizationId }),
    body: { ...ready.payload, cid: entityId, recorded_at: recordedNow(recorder) },
    postings: ready.postings,
    entityId,
  });
}

/** Edits a movement. `version`: of the confirmed row it was based on, if nothing else waits on it. */
export function movementEdit(
  recorder: Recorder,
  kind: RecordedKind,
  id: string,
  ready: ReadyBody,
  version: number | null,
): NewOp {
  return newOp(recorder, {
    act: 'edit',
    subject: 'movement',
    movementType: kind.type,
    method: 'PUT',
    path: fillPath(kind.routes.edit, { org: recorder.organizationId, id }),
    body: {
      ...ready.payload,
      recorded_at: recordedNow(recorder),
      ...(version !== null && { base_version: version }),
    },
    postings: ready.postings,
    entityId: id,
  });
}
