import { isProblemCode, problems } from '#contract/problems.ts';
import { sentences } from '#contract/sentences.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { recategorization } from '#domain/movements/kinds/moves.ts';
import { labelOf, recordedKind } from '#domain/movements/registry.ts';
import { byId } from '#domain/rows.ts';
import { isThingName, thingOf, things } from '#domain/things/registry.ts';
import { type Op, rejected, subjectTables, wasTried } from '#store/op.ts';
import type { Picture, ThingRecord } from '#store/store.ts';
import type { PendingView, SendState } from '../farm.ts';
import { maybeSent } from '../outbox/send.ts';
import { isThing, lotsOrder, nameOfThing } from '../things/things.ts';
import { authorOf, summaryOf } from './names.ts';
import { optimisticMovement } from './optimistic.ts';
import { overlay } from './overlay.ts';

const states: Readonly<Record<Op['state'], SendState>> = {
  pending: 'pendiente',
  parked: 'pendiente',
  blocked: 'pendiente',
  inflight: 'enviando',
  acked: 'enviado',
  discarded: 'con_error',
  attention: 'con_error',
  auth: 'espera_sesion',
};

/** The badge of an operation (ux.md §1.2). */
export const sendStateOf = (op: Op): SendState => states[op.state];

/** The phone's own reasons; the server's codes are in contract/problems. */
const ownReasons: Readonly<Record<string, string>> = {
  DEPENDS_ON_DISCARDED: offlineSentences.dependsOnDiscarded,
  DEPENDENCY_MISSING: offlineSentences.waitsTooLong,
  [maybeSent]: offlineSentences.maybeSent,
};

/** product.md §8's defaults for lots and animals, if the server gave no message. */
function defaultOf({ subject, act, movementType }: Op): string {
  if (subject === things.lot.name && act === 'create') return sentences.lotCreateFailed;
  if (subject === things.lot.name && act === 'delete') return sentences.lotDeleteFailed;
  if (act === 'create' && movementType === recategorization.type) return sentences.animalTransferFailed;
  return offlineSentences.refused;
}

/** Why it needs a person, in Spanish: the server's sentence if given. */
function reasonOf(op: Op): PendingView['problem'] {
  const { problem } = op;
  if (!problem) return null;
  const { code, issues } = problem;
  const known = isProblemCode(code) ? problems[code].message : defaultOf(op);
  return { code, message: problem.message ?? ownReasons[code] ?? known, issues };
}

/** Why the newest op was rejected, in one sentence; null if not. */
export const refusalOf = (op: Op | undefined): string | null =>
  op?.state === rejected ? (reasonOf(op)?.message ?? null) : null;

function titleOf(op: Op): string {
  if (op.entityId === lotsOrder) return offlineSentences.lotsOrdered;
  if (isThingName(op.subject)) return thingOf(op.subject).titles[op.act];
  const label = labelOf(op.movementType ?? '', op.shown ?? op.body ?? {});
  return op.act === 'delete' ? offlineSentences.movementDeleted(label) : label;
}

/** An op's thing, if the picture has its list. */
const rowOf = (picture: Picture, op: Op): ThingRecord | undefined =>
  byId(picture.things.get(subjectTables[op.subject]), op.entityId);

/** Lists that Pendientes takes names from. */
export const listsOf = (ops: readonly Op[]) => [
  ...new Set(ops.filter((op) => isThing(op.subject)).map((op) => subjectTables[op.subject])),
];

export function pendingViews(picture: Picture, ops: readonly Op[], ownId: string): PendingView[] {
  const over = overlay(picture);
  const { names } = over;
  const byKey = new Map(picture.ops.map((op) => [op.opId, op]));
  const summary = (op: Op): string => {
    if (op.subject === things.lot.name) {
      const lot = byId(over.lots, op.entityId);
      const typed = op.body?.name;
      return lot?.name ?? (typeof typed === 'string' ? typed : '');
    }
    if (isThing(op.subject)) return nameOfThing(op.subject, rowOf(picture, op) ?? op.body ?? {});
    const movement = op.body ? optimisticMovement(op) : picture.byId.get(op.entityId);
    return movement ? summaryOf(movement, names) : '';
  };
  /** Refused, and its thing is gone, or the server says that he may not: no form of it opens. */
  const isShut = (op: Op): boolean => {
    if (op.state !== rejected) return false;
    const row = isThing(op.subject) ? rowOf(picture, op) : byId(over.lots, op.entityId);
    const isMadeHere = picture.ops.some(({ entityId, act }) => entityId === op.entityId && act === 'create');
    return op.problem?.code === 'FORBIDDEN' || (!isMadeHere && (!row || row.deleted === true));
  };
  return ops.map((op) => {
    const awaited = op.deps.map((dep) => byKey.get(dep)).find((other) => other && other.state !== 'acked');
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
          : op.entityId !== lotsOrder && !isShut(op)),
    };
  });
}
