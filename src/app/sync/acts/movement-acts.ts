import { movementEndpoints } from '#contract/endpoints/movements.ts';
import { recordedKind } from '#domain/movements/registry.ts';
import { isDeleted } from '#domain/movements/movement.ts';
import { failure, type Result, success } from '#domain/result.ts';
import { rejected } from '#store/op.ts';
import { change, deletion } from './changes.ts';
import { correct } from './correct.ts';
import { deletions, undeletions } from './deletions.ts';
import type { Deletion, FarmActs, SaveProblem } from '../farm.ts';
import { overlay } from '../views/overlay.ts';
import { farmViewOf, movementEdit, readyBody } from './record.ts';
import { guarded } from './guarded.ts';
import { type ActPorts, gone, invalid, type Outcome, removal, save, type Typed, withDraft } from './saving.ts';

async function edit(ports: ActPorts, shownId: string, typed: Typed, draftKey: string | undefined): Promise<Outcome> {
  const { store, recorder } = ports;
  const id = await store.resolveId(recorder.organizationId, shownId);
  const picture = await store.picture(recorder.organizationId, { ids: [id] });
  const { movements, opOf } = overlay(picture);
  const newest = opOf.get(id);
  if (newest?.act === 'create' && newest.state === rejected) return correct(ports, newest.opId, typed);
  const confirmed = picture.byId.get(id);
  const movement = movements.get(id) ?? confirmed;
  const kind = movement && recordedKind(movement.type);
  if (!kind) return failure(gone);
  const ready = readyBody(recorder, kind, typed, farmViewOf(picture));
  if (!ready.ok) return failure(invalid(ready.problem));
  const version = confirmed && !newest ? confirmed.version : null;
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
  afterSave();
  const onItsWay = new Set(deleted.added.map((op) => op.entityId));
  return success({
    count: deleted.ids.length,
    kept: shownIds.length - deleted.ids.length,
    opIds: deleted.added.map((op) => op.opId),
    unsent: deleted.ids.filter((id) => !onItsWay.has(id)).length,
    undo: async () => {
      const back = await store.changeOutbox(organizationId, (now) => undeletions(now, deleted));
      afterSave();
      return back.size;
    },
  });
}

/** Acts on existing movements. */
export const movementActs = (
  ports: ActPorts,
): Pick<FarmActs, 'editMovement' | 'deleteMovement' | 'deleteMovements'> => ({
  editMovement: (id, typed, draftKey) => guarded(() => edit(ports, id, typed, draftKey)),
  deleteMovement: (id) => guarded(() => remove(ports, id)),
  deleteMovements: (ids) => guarded(() => removeAll(ports, ids)),
});
