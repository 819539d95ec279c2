import { fillPath } from '#contract/endpoint.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { dayAt } from '#domain/dates.ts';
import type { FarmView, RecordedKind } from '#domain/movements/define.ts';
import type { Posting } from '#domain/movements/ledger.ts';
import { childIssues, childPostings } from '#domain/movements/children.ts';
import { complete, parsePayload, type Payload } from '#domain/movements/prepare.ts';
import { failure, type Result, success } from '#domain/result.ts';
import type { Issue } from '#domain/validation.ts';
import type { NewOp } from '#store/op.ts';
import type { Picture } from '#store/store.ts';
import { overlay } from '../views/overlay.ts';
import { type Random, type Clock, isoAt } from '../ports.ts';

/** Who records, on which device, for which farm. */
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

/** A valid body, and its ledger lines. */
export interface ReadyBody {
  readonly payload: Payload;
  readonly postings: readonly Posting[];
}

/** The farm for the rules, pending acts included. Few kinds ask for cells, which need the whole outbox. */
export function farmViewOf(picture: Picture): FarmView {
  let cells: FarmView['cells'] | null = null;
  return {
    categories: picture.categories,
    get cells() {
      cells ??= overlay(picture).cells;
      return cells;
    },
  };
}

/** The server's checks, run on the phone: shape, day, names, place (domain/movements/prepare). */
export function readyBody(
  recorder: Recorder,
  kind: RecordedKind,
  typed: unknown,
  farm: FarmView,
): Result<ReadyBody, readonly Issue[]> {
  const today = dayAt(recorder.clock.now());
  const parsed = parsePayload(kind, typed, today);
  if (!parsed.ok) return parsed;
  const whole = complete(kind, parsed.value, farm);
  if (!whole.ok) return whole;
  const { payload, postings, unresolved, doubts } = whole.value;
  if (doubts.length > 0) return failure(doubts);
  const isOffice = recorder.isLinkKnown();
  if (unresolved.length > 0 && isOffice) {
    return failure(unresolved.map((path) => ({ path, message: offlineSentences.chooseOne })));
  }
  const lacking = childIssues(kind.type, payload, today);
  if (lacking.length > 0) return failure(lacking);
  // An unresolved place is left out, so that the server takes it as missing and marks it (wire.md §Movements).
  const said = Object.fromEntries(
    Object.entries(payload).filter(([name, value]) => value !== undefined && !unresolved.includes(name)),
  );
  const booked = [...postings, ...childPostings(kind.type, payload)];
  return success({ payload: isOffice ? said : { ...said, offline: true }, postings: booked });
}

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
