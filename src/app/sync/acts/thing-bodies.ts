import { type Endpoint, fillPath } from '#contract/endpoint.ts';
import { failure, type Result, success } from '#domain/result.ts';
import { joinedEdits, standing } from '#domain/things/lists.ts';
import { thingOf } from '#domain/things/registry.ts';
import { type Issue, issuesOf } from '#domain/validation.ts';
import type { Op, NewOp } from '#store/op.ts';
import { newOp, recordedNow, type Recorder } from './saving.ts';
import { callsTo, type ThingName } from '../things/things.ts';
import { lot as lotThing } from '#domain/things/lot.ts';
import { farmEndpoints } from '#contract/endpoints/farm.ts';
import { lotChanges, lotWater, newLotForm } from '#domain/farm/places.ts';
import { putIn } from '#domain/movements/postings.ts';
import type { Payload } from '#domain/movements/prepare.ts';
import { searchable } from '#domain/text.ts';
import type { Picture } from '#store/store.ts';

type Body = Readonly<Record<string, unknown>>;

/** A form's fields: for the call, and kept with the op on this phone. */
interface SaidOfThing {
  readonly body: Body;
  readonly shown: Body | null;
}

/** Splits off what is not for the server (`Thing.beside`). */
export function partsOf(subject: ThingName, typed: Body): SaidOfThing {
  const beside = new Set(thingOf(subject).beside);
  const entries = Object.entries(typed);
  const apart = entries.filter(([name]) => beside.has(name));
  return {
    body: Object.fromEntries(entries.filter(([name]) => !beside.has(name))),
    shown: apart.length > 0 ? Object.fromEntries(apart) : null,
  };
}

/** Merges `shown` of two ops on a thing: lists append, the rest is replaced. */
export function joinedShown(before: Op['shown'], added: Op['shown']): Op['shown'] {
  if (!before || !added) return added ?? before;
  const grown = Object.entries(added).map(([name, value]) => {
    const there = before[name];
    return [
      name,
      Array.isArray(there) && Array.isArray(value) ? [...(there as unknown[]), ...(value as unknown[])] : value,
    ];
  });
  return { ...before, ...(Object.fromEntries(grown) as Body) };
}

/** A body as its call takes it: with the farm's id and 'made offline' where the call has them. */
export function readyThing(recorder: Recorder, { body, farm }: Endpoint, typed: Body): Result<Body, readonly Issue[]> {
  const whole = farm === 'body' ? { ...typed, organization_id: recorder.organizationId } : typed;
  const parsed = body?.safeParse(whole);
  if (!parsed?.success) return failure(issuesOf(parsed?.error.issues ?? []));
  const said = Object.fromEntries(Object.entries(parsed.data as Body).filter(([, value]) => value !== undefined));
  const marked = { ...said, offline: true };
  return success(!recorder.isLinkKnown() && body?.safeParse(marked).success ? marked : said);
}

/** A rejected op's body with what was typed laid over it; what was made with the thing stays. */
export function correctedThing(
  recorder: Recorder,
  subject: ThingName,
  { act, body }: Pick<Op, 'act' | 'body'>,
  typed: Body,
): Result<Body, readonly Issue[]> {
  const { cid, offline, ...before } = body ?? {};
  const { create, edit } = callsTo(subject);
  const ready =
    act === 'create'
      ? readyThing(recorder, create, { ...before, ...standing(before, typed) })
      : readyThing(recorder, edit, joinedEdits(before, typed));
  if (!ready.ok) return ready;
  const made = Object.fromEntries(Object.entries({ offline, cid }).filter(([, value]) => value !== undefined));
  return success({ ...ready.value, ...made });
}

const withoutGaps = (body: Readonly<Record<string, unknown>>): Payload =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

interface Line {
  readonly type: string;
  readonly count: number;
  readonly rodeo_id?: string | null;
}

const linesOf = (body: Payload): readonly Line[] => (body.animals as readonly Line[] | undefined) ?? [];

/** A new lot as typed, with its animals' categories as ids. */
export function readyLot(
  form: Readonly<Record<string, unknown>>,
  { categories }: Pick<Picture, 'categories'>,
): Result<Payload, readonly Issue[]> {
  const parsed = newLotForm.safeParse(form);
  if (!parsed.success) return failure(issuesOf(parsed.error.issues));
  const body = withoutGaps(parsed.data);
  const animals = linesOf(body).map((line) => {
    const byName = categories.find((category) => searchable(category.name) === searchable(line.type));
    const isId = categories.some((category) => category.id === line.type);
    return { ...line, type: isId ? line.type : (byName?.id ?? line.type) };
  });
  return success(animals.length > 0 ? { ...body, animals } : body);
}

export function readyLotChanges(
  id: string,
  changes: Readonly<Record<string, unknown>>,
): Result<Payload, readonly Issue[]> {
  const parsed = lotChanges.safeParse({ ...changes, id });
  return parsed.success ? success(withoutGaps(parsed.data)) : failure(issuesOf(parsed.error.issues));
}

export function readyWater(id: string, seen: Readonly<Record<string, unknown>>): Result<Payload, readonly Issue[]> {
  const parsed = lotWater.safeParse({ ...seen, id });
  return parsed.success ? success(withoutGaps(parsed.data)) : failure(issuesOf(parsed.error.issues));
}

/** Creates a lot with its present animals. */
export function newLotOp(recorder: Recorder, body: Payload, entityId = recorder.random.entityId()): NewOp {
  const lines = linesOf(body).filter((line) => line.count > 0);
  return newOp(recorder, {
    act: 'create',
    subject: lotThing.name,
    movementType: null,
    method: 'POST',
    path: fillPath(farmEndpoints.createLot.path, { org: recorder.organizationId }),
    body: {
      ...body,
      cid: entityId,
      // Its animals count from now, not from its arrival at the server.
      ...(lines.length > 0 && { recorded_at: recordedNow(recorder) }),
      ...(!recorder.isLinkKnown() && { offline: true }),
    },
    postings: lines.flatMap((line) => putIn([line], entityId, line.rodeo_id)),
    entityId,
  });
}
