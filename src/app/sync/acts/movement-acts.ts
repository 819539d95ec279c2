import { farmViewOf } from '../views/layered.ts';
import { movementEndpoints } from '#contract/endpoints/movements.ts';
import { recordedKind } from '#domain/movements/registry.ts';
import { isDeleted } from '#domain/movements/movement.ts';
import { failure, type Result, success } from '#domain/result.ts';
import { type NewOp, type Op, rejected, wasTried } from '#store/op.ts';
import { change, deletion } from './changes.ts';
import { correct } from './correct.ts';
import type { Deletion, FarmActs, SaveProblem, Outcome, Typed } from '../farm.ts';
import { overlay } from '../views/overlay.ts';
import { readyBody } from './recording.ts';
import { guarded } from './guarded.ts';
import { type ActPorts, gone, invalid, movementEdit, removal, save, withDraft } from './saving.ts';
import type { OutboxNow } from '#store/store.ts';
import type { Decision } from '../outbox/outbox.ts';

/** Deletions made together, with what undoing them needs. */
interface Deleted {
  readonly ids: readonly string[];
  /** Deletions to be sent. */
  readonly added: readonly Pick<Op, 'opId' | 'entityId'>[];
  /** Removed ops that were never sent, unchanged. */
  readonly taken: readonly Op[];
}

/** Deletes several things in one transaction, each as if alone. What others need stays. */
function deletions(now: OutboxNow, ops: readonly NewOp[]): Decision<Deleted> {
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
function undeletions({ ops }: OutboxNow, { added, taken }: Deleted): Decision<ReadonlySet<string>> {
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

/** `base_version` of what was typed: the version that the form began with, where nothing waited. */
async function edit(ports: ActPorts, shownId: string, form: Typed, draftKey: string | undefined): Promise<Outcome> {
  const { base_version: seen, ...typed } = form;
  const { store, recorder } = ports;
  const id = await store.resolveId(recorder.organizationId, shownId);
  const picture = await store.picture(recorder.organizationId, { ids: [id] });
  const { movements, opOf } = overlay(picture);
  const newest = opOf(id);
  if (newest?.act === 'create' && newest.state === rejected) return correct(ports, newest.opId, typed);
  const confirmed = picture.byId.get(id);
  const movement = movements.get(id) ?? confirmed;
  const kind = movement && recordedKind(movement.type);
  if (!kind) return failure(gone);
  const ready = readyBody(recorder, kind, typed, farmViewOf(picture, movement));
  if (!ready.ok) return failure(invalid(ready.problem));
  const version = confirmed && !newest ? Number(seen ?? confirmed.version) : null;
  const op = movementEdit(recorder, kind, id, ready.value, version);
  return save(ports, (now) => change(now, op, withDraft(draftKey)));
}

async function remove(ports: ActPorts, shownId: string): Promise<Outcome> {
  const { store, recorder } = ports;
  const id = await store.resolveId(recorder.organizationId, shownId);
  const picture = await store.picture(recorder.organizationId, { ids: [id] });
  const movement = overlay(picture).movements.get(id) ?? picture.byId.get(id);
  const isOnlyRefused = picture.ops.some((op) => op.entityId === id && op.act === 'create');
  if (!movement && !isOnlyRefused) return failure(gone);
  const op = removal(ports, 'movement', movement?.type ?? null, id, movementEndpoints.deleteMovement);
  return save(ports, (now) => deletion(now, op));
}

async function removeAll(ports: ActPorts, shownIds: readonly string[]): Promise<Result<Deletion, SaveProblem>> {
  const { store, recorder, afterSave } = ports;
  const { organizationId } = recorder;
  const ids = await Promise.all(shownIds.map((id) => store.resolveId(organizationId, id)));
  const picture = await store.picture(organizationId, { ids });
  const { movements } = overlay(picture);
  const ops = [...new Set(ids)].flatMap((id) => {
    const movement = movements.get(id) ?? picture.byId.get(id);
    return movement && !isDeleted(movement)
      ? [removal(ports, 'movement', movement.type, id, movementEndpoints.deleteMovement)]
      : [];
  });
  const deleted = await store.changeOutbox(organizationId, (now) => deletions(now, ops));
  afterSave(null);
  const onItsWay = new Set(deleted.added.map((op) => op.entityId));
  return success({
    count: deleted.ids.length,
    kept: shownIds.length - deleted.ids.length,
    opIds: deleted.added.map((op) => op.opId),
    unsent: deleted.ids.filter((id) => !onItsWay.has(id)).length,
    undo: async () => {
      const back = await store.changeOutbox(organizationId, (now) => undeletions(now, deleted));
      afterSave(null);
      return back.size;
    },
  });
}

export const movementActs = (
  ports: ActPorts,
): Pick<FarmActs, 'editMovement' | 'deleteMovement' | 'deleteMovements'> => ({
  editMovement: (id, typed, draftKey) => guarded(() => edit(ports, id, typed, draftKey)),
  deleteMovement: (id) => guarded(() => remove(ports, id)),
  deleteMovements: (ids) => guarded(() => removeAll(ports, ids)),
});
