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
import { invoiceNumber } from '#domain/office/invoice-rules.ts';
import { paymentState, shownSums, sumsOf } from '#domain/office/invoice-sums.ts';
import { storedOf } from '#domain/office/invoices.ts';
import type { Said } from '#domain/things/describe.ts';
import { standing } from '#domain/things/lists.ts';
import { task as taskThing } from '#domain/things/task.ts';
import { taskEdit } from '#domain/office/tasks.ts';

/** The entity id of the order of all lots. */
export const lotsOrder = 'lots-order';

/** Places by lot, from an order's body. */
export function orderIn(body: Op['body']): ReadonlyMap<string, number> {
  const items = Array.isArray(body?.items) ? (body.items as { id: string; order: number }[]) : [];
  return new Map(items.map(({ id, order }) => [id, order]));
}

const notOfTheLot = new Set(['cid', 'offline', 'animals', 'id', 'recorded_at']);
/** What an op makes of a lot's fields. */
export const lotFields = (body: Op['body'], row: Said = {}): Partial<AllRows['lot']> =>
  Object.fromEntries(Object.entries(standing(row, body ?? {})).filter(([name]) => !notOfTheLot.has(name)));

/** An invoice's name in Pendientes: other party and number. */
function invoiceName(row: Said): string {
  const kept = storedOf(row);
  const party = kept.direction === 'emitida' ? kept.recipient : kept.issuer;
  return [party?.name, invoiceNumber(kept)].filter(Boolean).join(' · ');
}

/** An invoice with its derived fields, as the server will show it (domain.md §2.8). */
function shownInvoice(row: Said): Said {
  const kept = storedOf(row);
  const isOpen = row.state !== 'borrador' && row.state !== 'anulada';
  return {
    ...row,
    ...shownSums(kept),
    full_number: invoiceNumber(kept),
    state: isOpen ? paymentState(sumsOf(kept)) : row.state,
    // The server checked another text.
    checks: null,
  };
}

/** What declarations leave to compute, since the first load does not need the rules. */
interface Reckoned {
  readonly nameOf: (row: Said) => string;
  /** Derived fields of a row changed by an op. */
  readonly derived: (row: Said) => Said;
}
const reckoned: Readonly<Partial<Record<ThingName, Reckoned>>> = {
  invoice: { nameOf: invoiceName, derived: shownInvoice },
};

/** A thing's name in lists and Pendientes. */
export const nameOfThing = (name: ThingName, row: Said): string => (reckoned[name] ?? thingOf(name)).nameOf(row);

const derivedRow = (name: ThingName): Reckoned['derived'] | null => reckoned[name]?.derived ?? null;

/** Small things that people make, change and delete by the same acts. Lots have their own: they hold animals. */
export type ThingName = Exclude<AnyThing, 'lot'>;
export type ThingRows = Pick<AllRows, ThingName>;

/** Whether a subject is one of these; a newer version's is not. */
export const isThing = (subject: Subject): subject is ThingName => isThingName(subject) && subject !== lotThing.name;

export const smallThings = allThings.map(({ name }) => name).filter(isThing);

const calls = new Map(smallThings.map((name) => [name, endpointsOf(thingOf(name))]));

export function callsTo(name: ThingName): ThingEndpoints {
  const found = calls.get(name);
  if (!found) throw new Error(`No calls of ${name}`);
  return found;
}

/** Rejected records leave lists and totals and stay in Pendientes (domain.md §1.9); all others count from the save on. */
export const counts = (op: Op): boolean => op.state !== rejected && op.state !== 'discarded';

/** Whether the call has a field for 'made offline': the server forgives such a record what it could not know. */
export function maySayOffline({ subject, act, entityId, body }: Op): boolean {
  if (body === null || entityId === lotsOrder) return false;
  if (!isThing(subject)) return true;
  const { create, edit } = callsTo(subject);
  const schema = (act === 'create' ? create : edit).body;
  return schema?.safeParse({ ...body, offline: true }).success === true;
}

/** Of a thing never on the server. */
const places = { version: 0, deleted: false };
const notOfTheThing = new Set(['cid', 'offline', 'organization_id', 'id']);
function fieldsOf({ body, subject, userId }: Op, row: Said = {}): Said {
  const said = standing(row, body ?? {});
  const edit = subject === taskThing.name ? taskEdit(row, said, { by: userId, at: null }) : said;
  return Object.fromEntries(Object.entries(edit).filter(([name]) => !notOfTheThing.has(name)));
}

const optimistic = (name: ThingName, op: Op): ThingRecord => ({
  ...places,
  ...thingOf(name).blank,
  organization_id: op.organizationId,
  created_by: op.userId,
  created_at: op.recordedAt,
  ...fieldsOf(op),
  updated_at: op.recordedAt,
  id: op.entityId,
});

/**
 * A list with the outbox laid over it. A rejected new thing stays, with its problem, for others may name it; a deleted one stays, marked,
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
      // What the server knew already has its own id (a paper captured twice).
      const isThere = over.some(({ id }) => id === op.entityId || id === op.ack?.serverId);
      if (!isThere) over = [...over, optimistic(name, op)];
    } else if (counts(op)) {
      const changed = (row: Said): Said => (op.act === 'delete' ? { deleted: true } : fieldsOf(op, row));
      over = over.map((row) => (row.id === op.entityId ? { ...row, ...changed(row) } : row));
    }
  }
  const derived = derivedRow(name);
  if (derived) {
    const touched = new Set(ops.filter((op) => op.subject === name).map((op) => op.entityId));
    over = over.map((row) => (touched.has(row.id) ? (derived(row) as ThingRecord) : row));
  }
  return over as readonly R[];
}
