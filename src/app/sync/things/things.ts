import { lot as lotThing } from '#domain/things/lot.ts';
import { endpointsOf, type ThingEndpoints } from '#contract/endpoints/things.ts';
import {
  allThings,
  isThingName,
  type ThingName as AnyThing,
  thingOf,
  type ThingRows as AllRows,
} from '#domain/things/registry.ts';
import { type Op, rejected, type Subject } from '#store/op.ts';
import type { ThingRecord } from '#store/store.ts';
import { derivedRow } from './derived-rows.ts';
import { lotsOrder } from './lot-order.ts';

/** Small things of the farm that people make, change and delete on the phone by the same acts. Lots have acts of their own: they hold animals. */
export type ThingName = Exclude<AnyThing, 'lot'>;
/** Each of them as its lists show it. */
export type ThingRows = Pick<AllRows, ThingName>;

/** Whether a subject is one of these things; an act that a newer version left is on none. */
export const isThing = (subject: Subject): subject is ThingName => isThingName(subject) && subject !== lotThing.name;

/** All of them, in the order of the registry. */
export const smallThings = allThings.map(({ name }) => name).filter(isThing);

const calls = new Map(smallThings.map((name) => [name, endpointsOf(thingOf(name))]));

/** The calls that a thing goes to the server by. */
export function callsTo(name: ThingName): ThingEndpoints {
  const found = calls.get(name);
  if (!found) throw new Error(`No calls of ${name}`);
  return found;
}

/** Refused records leave lists and totals and stay in Pendientes (domain.md §1.9); everything else counts from the save on. */
export const counts = (op: Op): boolean => op.state !== rejected && op.state !== 'discarded';

/** Whether the call has a word for 'made without signal': the server forgives such a record what it could not know. */
export function maySayOffline({ subject, act, entityId, body }: Op): boolean {
  if (body === null || entityId === lotsOrder) return false;
  if (!isThing(subject)) return true;
  const { create, edit } = callsTo(subject);
  const schema = (act === 'create' ? create : edit).body;
  return schema?.safeParse({ ...body, offline: true }).success === true;
}

/** Of a thing that stands and was never on the server. */
const places = { version: 0, deleted: false };
const notOfTheThing = new Set(['cid', 'offline', 'organization_id', 'id']);
const fieldsOf = (body: Op['body']): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => !notOfTheThing.has(name)));

const optimistic = (name: ThingName, op: Op): ThingRecord => ({
  ...places,
  ...thingOf(name).blank,
  organization_id: op.organizationId,
  created_by: op.userId,
  created_at: op.recordedAt,
  ...fieldsOf(op.body),
  updated_at: op.recordedAt,
  id: op.entityId,
});

/**
 * One list with the outbox laid over it. A refused new thing stays, with its problem, for others may name it; a deleted one stays, marked,
 * for older records do.
 */
export function overThings<R extends ThingRecord>(
  name: ThingName,
  rows: readonly R[],
  ops: readonly Op[],
): readonly R[] {
  let over: readonly ThingRecord[] = rows;
  for (const op of ops) {
    if (op.subject !== name) continue;
    if (op.act === 'create') {
      // What the server knew already stands under its own id (a paper that was captured twice).
      const isThere = over.some(({ id }) => id === op.entityId || id === op.ack?.serverId);
      if (!isThere) over = [...over, optimistic(name, op)];
    } else if (counts(op)) {
      const changes = op.act === 'delete' ? { deleted: true } : fieldsOf(op.body);
      over = over.map((row) => (row.id === op.entityId ? { ...row, ...changes } : row));
    }
  }
  const derived = derivedRow(name);
  if (derived) {
    const touched = new Set(ops.filter((op) => op.subject === name).map((op) => op.entityId));
    over = over.map((row) => (touched.has(row.id) ? (derived(row) as ThingRecord) : row));
  }
  return over as readonly R[];
}
