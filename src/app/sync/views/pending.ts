import { byId } from '#domain/rows.ts';
import { lot as lotThing } from '#domain/things/lot.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { kindOf, recordedKind } from '#domain/movements/registry.ts';
import { isThingName, thingOf } from '#domain/things/registry.ts';
import type { SyncTable } from '#contract/endpoints/sync.ts';
import { type Op, rejected, subjectTables, wasTried } from '#store/op.ts';
import type { Picture, ThingRecord } from '#store/store.ts';
import type { PendingView } from '../farm.ts';
import { isThing, lotsOrder, nameOfThing } from '../things/things.ts';
import { authorOf } from './names.ts';
import { sceneOf, sendStateOf, summaryOf } from './movement-views.ts';
import { optimisticMovement } from './optimistic.ts';
import { reasonOf } from './reasons.ts';

function titleOf(op: Op): string {
  if (op.entityId === lotsOrder) return offlineSentences.lotsOrdered;
  if (isThingName(op.subject)) return thingOf(op.subject).titles[op.act];
  const { label } = kindOf(op.movementType ?? '');
  return op.act === 'delete' ? offlineSentences.movementDeleted(label) : label;
}

/** An op's thing, if the picture has its list. */
const rowOf = (picture: Picture, op: Op): ThingRecord | undefined =>
  byId(picture.things.get(subjectTables[op.subject]), op.entityId);

/** Lists that Pendientes takes names from. */
export const listsOf = (ops: readonly Op[]): readonly SyncTable[] => [
  ...new Set(ops.filter((op) => isThing(op.subject)).map((op) => subjectTables[op.subject])),
];

export function pendingViews(picture: Picture, ops: readonly Op[], ownId: string): PendingView[] {
  const { over, names } = sceneOf(picture);
  const summary = (op: Op): string => {
    if (op.subject === lotThing.name) {
      const lot = byId(over.lots, op.entityId);
      const typed = op.body?.name;
      return lot?.name ?? (typeof typed === 'string' ? typed : '');
    }
    if (isThing(op.subject)) return nameOfThing(op.subject, rowOf(picture, op) ?? op.body ?? {});
    const movement = op.body ? optimisticMovement(op) : picture.byId.get(op.entityId);
    return movement ? summaryOf(movement, names) : '';
  };
  return ops.map((op) => {
    const awaited = op.deps
      .map((dep) => picture.ops.find((other) => other.opId === dep))
      .find((other) => other && other.state !== 'acked');
    return {
      opId: op.opId,
      title: titleOf(op),
      summary: summary(op),
      state: sendStateOf(op),
      recordedAt: op.recordedAt,
      attempts: wasTried(op) ? op.attempts : 0,
      problem: op.state === rejected ? reasonOf(op) : null,
      waitsFor: awaited ? `${titleOf(awaited)} · ${summary(awaited)}` : null,
      author: op.userId === ownId ? null : (authorOf(picture, op.userId) ?? ''),
      subject: op.subject,
      movementType: op.movementType,
      entityId: op.entityId,
      act: op.act,
      canCorrect:
        (op.state === rejected || op.userId === ownId) &&
        op.act !== 'delete' &&
        (op.subject === 'movement'
          ? op.shown === undefined && recordedKind(op.movementType ?? '') !== null
          : op.entityId !== lotsOrder),
    };
  });
}
