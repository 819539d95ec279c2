import { farmEndpoints } from '../../contract/endpoints/farm.ts';
import { movementEndpoints } from '../../contract/endpoints/movements.ts';
import { fillPath } from '../../contract/endpoint.ts';
import { isProblemCode, problems } from '../../contract/problems.ts';
import { offlineSentences } from '../../contract/sentences-offline.ts';
import { recordedKind } from '../../domain/movements/registry.ts';
import { failure, type Result, success } from '../../domain/result.ts';
import type { FarmStore, OutboxEdit, OutboxNow } from '../store/store.ts';
import { StorageFailure } from '../store/store.ts';
import { again, append, change, deletion, discarding, type Done, retrying, undoing } from './changes.ts';
import type { FarmActs, Saved, SaveProblem } from './farm.ts';
import { learn } from './habit.ts';
import { newLotOp, readyLot, readyLotChanges } from './lots.ts';
import { type Decision, hurry } from './outbox.ts';
import { overlay } from './overlay.ts';
import { farmViewOf, movementCreation, movementEdit, newOp, readyBody, type Recorder } from './record.ts';

type Outcome = Result<Saved, SaveProblem>;

/** What the acts are made of; `afterSave` wakes the sending, `sendAll` sends without the hold. */
export interface ActPorts {
  readonly store: FarmStore;
  readonly recorder: Recorder;
  readonly afterSave: () => void;
  readonly sendAll: () => Promise<void>;
}

const gone: SaveProblem = { reason: 'gone', message: offlineSentences.gone };
const invalid = (issues: Extract<SaveProblem, { reason: 'invalid' }>['issues']): SaveProblem => ({
  reason: 'invalid',
  issues,
});

function outcomeOf(done: Done): Outcome {
  if ('op' in done) return success({ opId: done.op.opId, entityId: done.op.entityId });
  if (done.refused === 'depend') return failure(invalid([{ path: '', message: offlineSentences.othersDepend }]));
  return failure(done.refused === 'sent' ? { reason: 'gone', message: offlineSentences.sent } : gone);
}

/** The acts of a person on a farm: each ends in one strict transaction, and says 'saved' only after it (offline.md §2.1, 1). */
export function openActs(ports: ActPorts): FarmActs {
  const { store, recorder, afterSave } = ports;
  const organizationId = recorder.organizationId;

  /** A disk that failed twice is told; the form keeps what was typed. */
  const guarded = async (task: () => Promise<Outcome>): Promise<Outcome> => {
    try {
      return await task();
    } catch (thrown) {
      if (!(thrown instanceof StorageFailure)) throw thrown;
      return failure({ reason: 'storage', message: offlineSentences.notSaved });
    }
  };
  const save = async (decide: (now: OutboxNow) => Decision<Done>): Promise<Outcome> => {
    const outcome = outcomeOf(await store.changeOutbox(organizationId, decide));
    afterSave();
    return outcome;
  };
  const withDraft = (draftKey: string | undefined): OutboxEdit =>
    draftKey === undefined ? {} : { dropDraft: draftKey };
  const pathOf = (endpoint: { readonly path: string }, id: string): string =>
    fillPath(endpoint.path, { org: organizationId, id });
  const remove = (subject: 'movement' | 'lot', movementType: string | null, id: string, path: string) =>
    newOp(recorder, {
      act: 'delete',
      subject,
      movementType: movementType === null ? null : (recordedKind(movementType)?.type ?? null),
      method: 'DELETE',
      path,
      body: null,
      postings: [],
      entityId: id,
    });

  return {
    recordMovement: (type, typed, draftKey) =>
      guarded(async () => {
        const kind = recordedKind(type);
        if (!kind) return failure(gone);
        const picture = await store.picture(organizationId, {});
        const ready = readyBody(recorder, kind, typed, farmViewOf(picture));
        if (!ready.ok) return failure(invalid(ready.problem));
        const op = movementCreation(recorder, kind, ready.value);
        return save((now) => append(now, op, { ...withDraft(draftKey), habits: learn(type, ready.value.payload) }));
      }),

    editMovement: (shownId, typed, draftKey) =>
      guarded(async () => {
        const id = await store.resolveId(organizationId, shownId);
        const picture = await store.picture(organizationId, { ids: [id] });
        const { movements, opOf } = overlay(picture);
        const refusedOp = opOf.get(id);
        if (refusedOp?.act === 'create' && refusedOp.state === 'attention') {
          return correct(ports, refusedOp.opId, typed, save);
        }
        const confirmed = picture.byId.get(id);
        const movement = movements.get(id) ?? confirmed;
        const kind = movement && recordedKind(movement.type);
        if (!kind) return failure(gone);
        const ready = readyBody(recorder, kind, typed, farmViewOf(picture));
        if (!ready.ok) return failure(invalid(ready.problem));
        const version = confirmed && !opOf.has(id) ? confirmed.version : null;
        const op = movementEdit(recorder, kind, id, ready.value, version);
        return save((now) => change(now, op, withDraft(draftKey)));
      }),

    deleteMovement: (shownId) =>
      guarded(async () => {
        const id = await store.resolveId(organizationId, shownId);
        const picture = await store.picture(organizationId, { ids: [id] });
        const movement = overlay(picture).movements.get(id) ?? picture.byId.get(id);
        const isOnlyRefused = picture.ops.some((op) => op.entityId === id && op.act === 'create');
        if (!movement && !isOnlyRefused) return failure(gone);
        const path = pathOf(movementEndpoints.deleteMovement, id);
        return save((now) => deletion(now, remove('movement', movement?.type ?? null, id, path)));
      }),

    createLot: (form, draftKey) =>
      guarded(async () => {
        const ready = readyLot(form, await store.picture(organizationId, {}));
        if (!ready.ok) return failure(invalid(ready.problem));
        const op = newLotOp(recorder, ready.value);
        return save((now) => append(now, op, withDraft(draftKey)));
      }),

    editLot: (shownId, changes) =>
      guarded(async () => {
        const id = await store.resolveId(organizationId, shownId);
        const picture = await store.picture(organizationId, {});
        const refusedOp = overlay(picture).opOf.get(id);
        if (refusedOp?.act === 'create' && refusedOp.state === 'attention') {
          return correct(ports, refusedOp.opId, { ...refusedOp.body, ...changes }, save);
        }
        const isKnown = overlay(picture).lots.some((lot) => lot.id === id && !lot.deleted);
        if (!isKnown) return failure(gone);
        const ready = readyLotChanges(id, changes);
        if (!ready.ok) return failure(invalid(ready.problem));
        const op = newOp(recorder, {
          act: 'edit',
          subject: 'lot',
          movementType: null,
          method: 'PUT',
          path: pathOf(farmEndpoints.editLot, id),
          body: recorder.isLinkKnown() ? ready.value : { ...ready.value, offline: true },
          postings: [],
          entityId: id,
        });
        return save((now) => change(now, op));
      }),

    deleteLot: (shownId) =>
      guarded(async () => {
        const id = await store.resolveId(organizationId, shownId);
        const { lots } = overlay(await store.picture(organizationId, {}));
        if (!lots.some((lot) => lot.id === id && !lot.deleted)) return failure(gone);
        return save((now) => deletion(now, remove('lot', null, id, pathOf(farmEndpoints.deleteLot, id))));
      }),

    undo: (opId) => store.changeOutbox(organizationId, (now) => undoing(now, opId)),
    correct: (opId, typed) => guarded(() => correct(ports, opId, typed, save)),
    retry: (opId) => retry(ports, opId),
    discard: async (opId) => {
      await store.changeOutbox(organizationId, (now) => discarding(now, opId));
    },
    sendNow: async () => {
      await store.changeOutbox(organizationId, (now) => hurry(now, false, true));
      await ports.sendAll();
    },
    exportPending: async () => {
      const { ops } = await store.outbox(organizationId);
      return JSON.stringify({ format: 'tranquera-pending', v: 1, organizationId, operations: ops }, null, 2);
    },
  };
}

/** A refused record with a new body. It was never applied, so the thing keeps its id and what waits for it stays true. */
async function correct(
  { store, recorder }: ActPorts,
  opId: string,
  typed: Readonly<Record<string, unknown>>,
  save: (decide: (now: OutboxNow) => Decision<Done>) => Promise<Outcome>,
): Promise<Outcome> {
  const picture = await store.picture(recorder.organizationId, {});
  const op = picture.ops.find((other) => other.opId === opId);
  if (!op) return failure(gone);
  const fresh = { opId: recorder.chance.key(), nextAt: recorder.clock.now() };
  if (op.subject === 'lot') {
    const ready = op.act === 'create' ? readyLot(typed, picture) : readyLotChanges(op.entityId, typed);
    if (!ready.ok) return failure(invalid(ready.problem));
    const postings = op.act === 'create' ? newLotOp(recorder, ready.value, op.entityId).postings : [];
    return save((now) => again(now, opId, { ...fresh, body: { ...ready.value, ...madeWith(op.body) }, postings }));
  }
  const kind = recordedKind(op.movementType ?? '');
  const ready = kind && op.act !== 'delete' ? readyBody(recorder, kind, typed, farmViewOf(picture)) : null;
  if (!ready) return failure(gone);
  if (!ready.ok) return failure(invalid(ready.problem));
  const { payload, postings } = ready.value;
  return save((now) => again(now, opId, { ...fresh, body: { ...payload, ...madeWith(op.body) }, postings }));
}

/** What was made with the record and stays its own through every correction. */
const madeWith = (body: Readonly<Record<string, unknown>> | null): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name === 'cid' || name === 'recorded_at'));

/** A refusal of ours is remembered under its key for good: to be judged anew the record goes under another. */
async function retry({ store, recorder, sendAll }: ActPorts, opId: string): Promise<void> {
  const fresh = { opId: recorder.chance.key(), nextAt: 0 };
  await store.changeOutbox<unknown>(recorder.organizationId, (now): Decision<unknown> => {
    const op = now.ops.find((other) => other.opId === opId);
    const code = op?.problem?.code;
    const isFinal = op?.state === 'attention' && isProblemCode(code) && problems[code].retry === 'never';
    return isFinal ? again(now, opId, fresh) : retrying(now, opId);
  });
  await sendAll();
}
