import { lot as lotThing } from '../../../domain/things/lot.ts';
import { fillPath } from '../../../contract/endpoint.ts';
import { offlineSentences } from '../../../contract/sentences-offline.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import { failure, type Result, success } from '../../../domain/result.ts';
import type { FarmStore, OutboxEdit, OutboxNow } from '../../store/store.ts';
import { again, type Done } from './changes.ts';
import type { Saved, SaveProblem } from '../farm.ts';
import { newLotOp, readyLot, readyLotChanges } from './lots.ts';
import { withDismissed } from '../device/dismissed.ts';
import type { Decision } from '../outbox/outbox.ts';
import { farmViewOf, newOp, readyBody, type Recorder } from './record.ts';
import { correctedThing, joinedShown, partsOf } from './thing-bodies.ts';
import type { Signer } from '../ports.ts';
import { isThing } from '../things/things.ts';

export type Outcome = Result<Saved, SaveProblem>;
export type Typed = Readonly<Record<string, unknown>>;

/**
 * What the acts are made of; `afterSave` wakes the sending, `sendAll` sends whatever waits after a failure too, `tellDismissed` tells the office of
 * refused records that are not wanted any more.
 */
export interface ActPorts {
  readonly store: FarmStore;
  readonly recorder: Recorder;
  readonly afterSave: () => void;
  readonly sendAll: () => Promise<void>;
  readonly tellDismissed: () => Promise<void>;
  /** This device's key; null where it cannot have one. */
  readonly signer: () => Promise<Signer | null>;
}

export const gone: SaveProblem = { reason: 'gone', message: offlineSentences.gone };

/** What the form must show. */
export const invalid = (issues: Extract<SaveProblem, { reason: 'invalid' }>['issues']): SaveProblem => ({
  reason: 'invalid',
  issues,
});

/** The draft that goes in the save's own transaction. */
export const withDraft = (draftKey: string | undefined): OutboxEdit =>
  draftKey === undefined ? {} : { dropDraft: draftKey };

function outcomeOf(done: Done): Outcome {
  if ('op' in done) return success({ opId: done.op.opId, entityId: done.op.entityId });
  if (done.refused === 'depend') return failure(invalid([{ path: '', message: offlineSentences.othersDepend }]));
  return failure(done.refused === 'sent' ? { reason: 'gone', message: offlineSentences.sent } : gone);
}

/** Decides and writes in one strict transaction; 'saved' is said after it. */
export async function save(
  { store, recorder, afterSave }: ActPorts,
  decide: (now: OutboxNow) => Decision<Done>,
): Promise<Outcome> {
  const outcome = outcomeOf(
    await store.changeOutbox(recorder.organizationId, (now) => withDismissed(now, decide(now), recorder.userId)),
  );
  afterSave();
  return outcome;
}

/** The operation that deletes a thing. */
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

/** A refused record with a new body. It was never applied, so the thing keeps its id and what waits for it stays true. */
export async function correct(ports: ActPorts, opId: string, typed: Typed): Promise<Outcome> {
  const { store, recorder } = ports;
  const picture = await store.picture(recorder.organizationId, {});
  const op = picture.ops.find((other) => other.opId === opId);
  if (!op) return failure(gone);
  const fresh = { opId: recorder.random.key(), nextAt: recorder.clock.now() };
  if (op.subject === lotThing.name) {
    const ready = op.act === 'create' ? readyLot(typed, picture) : readyLotChanges(op.entityId, typed);
    if (!ready.ok) return failure(invalid(ready.problem));
    const postings = op.act === 'create' ? newLotOp(recorder, ready.value, op.entityId).postings : [];
    return save(ports, (now) =>
      again(now, opId, { ...fresh, body: { ...ready.value, ...madeWith(op.body) }, postings }),
    );
  }
  if (isThing(op.subject)) {
    const { body, shown } = partsOf(op.subject, typed);
    const ready = op.act === 'delete' ? null : correctedThing(recorder, op.subject, op, body);
    if (!ready) return failure(gone);
    if (!ready.ok) return failure(invalid(ready.problem));
    const kept = joinedShown(op.shown, shown ?? undefined);
    return save(ports, (now) => again(now, opId, { ...fresh, body: ready.value, ...(kept && { shown: kept }) }));
  }
  const kind = recordedKind(op.movementType ?? '');
  const ready = kind && op.act !== 'delete' ? readyBody(recorder, kind, typed, farmViewOf(picture)) : null;
  if (!ready) return failure(gone);
  if (!ready.ok) return failure(invalid(ready.problem));
  const { payload, postings } = ready.value;
  return save(ports, (now) => again(now, opId, { ...fresh, body: { ...payload, ...madeWith(op.body) }, postings }));
}

/** What was made with the record and stays its own through every correction. */
const madeWith = (body: Readonly<Record<string, unknown>> | null): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name === 'cid' || name === 'recorded_at'));
