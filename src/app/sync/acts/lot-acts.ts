import { lot as lotThing } from '#domain/things/lot.ts';
import { farmEndpoints } from '#contract/endpoints/farm.ts';
import { fillPath } from '#contract/endpoint.ts';
import { failure } from '#domain/result.ts';
import { rejected, wasTried } from '#store/op.ts';
import { change, deletion } from './changes.ts';
import type { FarmActs, Outcome, Typed } from '../farm.ts';
import { newLotOp, readyLot, readyLotChanges, readyWater } from './thing-bodies.ts';
import { lotsOrder } from '../things/things.ts';
import { overlay } from '../views/overlay.ts';
import { guarded } from './guarded.ts';
import { type ActPorts, append, gone, invalid, newOp, removal, save, withDraft } from './saving.ts';
import { correct } from './correct.ts';

async function create(ports: ActPorts, form: Typed, draftKey: string | undefined): Promise<Outcome> {
  const { store, recorder } = ports;
  const ready = readyLot(form, await store.picture(recorder.organizationId, {}));
  if (!ready.ok) return failure(invalid(ready.problem));
  const op = newLotOp(recorder, ready.value);
  return save(ports, (now) => append(now, op, withDraft(draftKey)));
}

async function edit(
  ports: ActPorts,
  shownId: string,
  changes: Typed,
  { path, read }: { readonly path: string; readonly read: typeof readyLotChanges },
): Promise<Outcome> {
  const { store, recorder } = ports;
  const org = recorder.organizationId;
  const id = await store.resolveId(org, shownId);
  const over = overlay(await store.picture(org, {}));
  const newest = over.opOf(id);
  if (newest?.act === 'create' && newest.state === rejected) {
    return correct(ports, newest.opId, { ...newest.body, ...changes });
  }
  if (!over.lots.some((lot) => lot.id === id && !lot.deleted)) return failure(gone);
  const ready = read(id, changes);
  if (!ready.ok) return failure(invalid(ready.problem));
  const op = newOp(recorder, {
    act: 'edit',
    subject: lotThing.name,
    movementType: null,
    method: 'PUT',
    path: fillPath(path, { org }),
    body: recorder.isLinkKnown() ? ready.value : { ...ready.value, offline: true },
    postings: [],
    entityId: id,
  });
  return save(ports, (now) => change(now, op));
}

async function remove(ports: ActPorts, shownId: string): Promise<Outcome> {
  const { store, recorder } = ports;
  const id = await store.resolveId(recorder.organizationId, shownId);
  const { lots } = overlay(await store.picture(recorder.organizationId, {}));
  if (!lots.some((lot) => lot.id === id && !lot.deleted)) return failure(gone);
  const op = removal(ports, lotThing.name, null, id, farmEndpoints.deleteLot);
  return save(ports, (now) => deletion(now, op));
}

/** An unsent order is replaced at the end of the queue: it may name lots made after it. */
function order(ports: ActPorts, ids: readonly string[]): Promise<Outcome> {
  const { recorder } = ports;
  const op = newOp(recorder, {
    act: 'edit',
    subject: lotThing.name,
    movementType: null,
    method: 'PUT',
    path: fillPath(farmEndpoints.orderLots.path, { org: recorder.organizationId }),
    body: { items: ids.map((id, index) => ({ id, order: index + 1 })) },
    postings: [],
    entityId: lotsOrder,
  });
  return save(ports, ({ ops }) => {
    const stale = ops.filter((other) => other.entityId === lotsOrder && !wasTried(other));
    return append({ ops: ops.filter((other) => !stale.includes(other)) }, op, { remove: stale });
  });
}

export const lotActs = (
  ports: ActPorts,
): Pick<FarmActs, 'createLot' | 'editLot' | 'seeWater' | 'deleteLot' | 'orderLots'> => ({
  orderLots: (ids) => guarded(() => order(ports, ids)),
  createLot: (form, draftKey) => guarded(() => create(ports, form, draftKey)),
  editLot: (id, changes) =>
    guarded(() => edit(ports, id, changes, { path: farmEndpoints.editLot.path, read: readyLotChanges })),
  seeWater: (id, seen) => guarded(() => edit(ports, id, seen, { path: farmEndpoints.lotWater.path, read: readyWater })),
  deleteLot: (id) => guarded(() => remove(ports, id)),
});
