import { farmViewOf } from '../views/layered.ts';
import { lot as lotThing } from '#domain/things/lot.ts';
import { recordedKind } from '#domain/movements/registry.ts';
import { failure } from '#domain/result.ts';
import { again, fromFirstSave } from './changes.ts';
import { correctedThing, joinedShown, newLotOp, partsOf, readyLot, readyLotChanges } from './thing-bodies.ts';
import { readyBody } from './recording.ts';
import { isThing } from '../things/things.ts';
import { type ActPorts, gone, invalid, save } from './saving.ts';
import type { Outcome, Typed } from '../farm.ts';

/** Resends a rejected record with a new body. It was never applied, so its id and its dependents stay valid. */
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
      again(now, opId, { ...fresh, body: { ...ready.value, ...fromFirstSave(op.body) }, postings }),
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
  return save(ports, (now) =>
    again(now, opId, { ...fresh, body: { ...payload, ...fromFirstSave(op.body) }, postings }),
  );
}
