import type { Endpoint } from '#contract/endpoint.ts';
import { failure, type Result, success } from '#domain/result.ts';
import { thingOf } from '#domain/things/registry.ts';
import { type Issue, issuesOf } from '#domain/validation.ts';
import type { Op } from '#store/op.ts';
import type { Recorder } from './record.ts';
import { callsTo, type ThingName } from '../things/things.ts';

type Body = Readonly<Record<string, unknown>>;

/** A form's fields: for the call, and kept with the op on this phone. */
export interface SaidOfThing {
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
  const ready = readyThing(recorder, act === 'create' ? create : edit, { ...before, ...typed });
  if (!ready.ok) return ready;
  const made = Object.fromEntries(Object.entries({ offline, cid }).filter(([, value]) => value !== undefined));
  return success({ ...ready.value, ...made });
}
