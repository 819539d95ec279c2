import { lot as lotThing } from '#domain/things/lot.ts';
import { farmEndpoints } from '#contract/endpoints/farm.ts';
import { fillPath } from '#contract/endpoint.ts';
import { lotChanges, lotWater, newLotForm } from '#domain/farm/places.ts';
import { putIn } from '#domain/movements/postings.ts';
import type { Payload } from '#domain/movements/prepare.ts';
import { failure, type Result, success } from '#domain/result.ts';
import { searchable } from '#domain/text.ts';
import { type Issue, issuesOf } from '#domain/validation.ts';
import type { NewOp } from '#store/op.ts';
import type { Picture } from '#store/store.ts';
import { newOp, recordedNow, type Recorder } from './record.ts';

const withoutGaps = (body: Readonly<Record<string, unknown>>): Payload =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));

interface Line {
  readonly type: string;
  readonly count: number;
  readonly rodeo_id?: string | null;
}

const linesOf = (body: Payload): readonly Line[] => (body['animals'] as readonly Line[] | undefined) ?? [];

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

/** Edits of a lot, as typed. */
export function readyLotChanges(
  id: string,
  changes: Readonly<Record<string, unknown>>,
): Result<Payload, readonly Issue[]> {
  const parsed = lotChanges.safeParse({ ...changes, id });
  return parsed.success ? success(withoutGaps(parsed.data)) : failure(issuesOf(parsed.error.issues));
}

/** A water check of a lot. */
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
