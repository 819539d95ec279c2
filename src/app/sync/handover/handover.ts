import { isOfNewerApp, packageSchema, type RecordsPackage } from '#contract/records-package.ts';
import type { OperationSeal } from '#contract/seal.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { failure, type Result, success } from '#domain/result.ts';
import { type CarriedName, isThingName, thingOf } from '#domain/things/registry.ts';
import { type NewOp, type Op, wasTried } from '#store/op.ts';
import type { OutboxNow } from '#store/store.ts';
import { type Decision, dependentsOf, replacing } from '../outbox/outbox.ts';
import { isoAt } from '../ports.ts';
import { maySayOffline } from '../things/things.ts';

/** A record that left the phone keeps its body, as if sent: it may arrive another way first. */
function sealed<T extends Op>(op: T, nowMs: number): T {
  if (wasTried(op)) return op;
  const body = maySayOffline(op) ? { ...op.body, offline: true } : op.body;
  return { ...op, body, attempts: op.attempts + 1, firstSentAt: isoAt(nowMs) };
}

/** What may leave by another phone. */
type Leaving = Op & { readonly subject: 'movement' | CarriedName };

/** Invoices tell the farm's money to whoever holds a file: they, and records naming one, leave only from this phone (decision 0035). */
function staying(ops: readonly Op[]): ReadonlySet<Op> {
  const own = ops.filter((op) => isThingName(op.subject) && !thingOf(op.subject).carried);
  return new Set(own.flatMap((op) => [op, ...dependentsOf(op.opId, ops)]));
}

/** Marks the unsent ops that may leave as sent, and gives them in order. */
export function handing({ ops }: OutboxNow, nowMs: number): Decision<readonly Leaving[]> {
  const waiting = ops.filter((op) => op.state !== 'acked');
  const stays = staying(waiting);
  const leaving = waiting.filter((op): op is Leaving => !stays.has(op)).map((op) => sealed(op, nowMs));
  return { edit: replacing(ops, leaving), result: leaving };
}

/** The package, without photos and signature. */
export function packed(
  ops: readonly [Leaving, ...Leaving[]],
  author: RecordsPackage['author'],
  nowMs: number,
): Omit<RecordsPackage, 'seal' | 'blobs'> {
  const [first] = ops;
  return {
    format: 'tranquera-records',
    v: 1,
    organization_id: first.organizationId,
    author,
    made_at: isoAt(nowMs),
    operations: ops.map((op) => ({
      op_id: op.opId,
      device_id: op.deviceId,
      act: op.act,
      subject: op.subject,
      type: op.movementType,
      method: op.method,
      path: op.path,
      body: op.body,
      ...(op.shown && { shown: op.shown }),
      postings: [...op.postings],
      deps: [...op.deps],
      entity_id: op.entityId,
      recorded_at: op.recordedAt,
    })),
  };
}

/** Reads a package from anywhere; the failure is a sentence for the person. */
export function unpacked(text: string, organizationId: string): Result<RecordsPackage, string> {
  const said = parsed(text);
  const read = packageSchema.safeParse(said);
  if (!read.success) return failure(isOfNewerApp(said) ? offlineSentences.newerRecords : offlineSentences.notRecords);
  return read.data.organization_id === organizationId ? success(read.data) : failure(offlineSentences.otherFarm);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

export interface FilesToHandOver {
  readonly photos: number;
  readonly voices: number;
  readonly bytes: number;
  /** How many do not fit into one file. */
  readonly left: number;
}

/** Records leaving this phone, with the files that go, or would go, with them. */
export interface HandedOver {
  readonly text: string;
  readonly files: FilesToHandOver;
  /** Whether the server can verify who gave them: it knows this device's key. */
  readonly isSealed: boolean;
}

/** A package's signature: by a member's device; by an unknown device; none; or not matching. */
export type SealStanding = 'verified' | 'unknown' | 'unsigned' | 'broken';

export interface LookedInto {
  readonly author: string;
  readonly count: number;
  readonly files: number;
  readonly seal: SealStanding;
}

const withSeal = (seal: OperationSeal | undefined): Pick<NewOp, 'seal'> => (seal ? { seal } : {});

/** Records added and already known; files taken and not taken. */
export interface TakenIn {
  readonly added: number;
  readonly known: number;
  readonly files: number;
  readonly filesLeft: number;
}

interface TakingIn {
  readonly nowMs: number;
  readonly appBuild: string;
  readonly sent: ReadonlySet<string>;
  readonly seals: ReadonlyMap<string, OperationSeal>;
}

/** Adds a package's records to the outbox, except known ones. */
export function takingIn(
  { ops }: OutboxNow,
  { operations, author, organization_id }: RecordsPackage,
  { nowMs, appBuild, seals, sent }: TakingIn,
): Decision<Pick<TakenIn, 'added' | 'known'>> {
  const here = new Set([...ops.map((op) => op.opId), ...sent]);
  const news = operations.filter((operation) => !here.has(operation.op_id));
  const reachable = new Set([...here, ...news.map((operation) => operation.op_id)]);
  const add = news.map((operation): NewOp => ({
    ...withSeal(seals.get(operation.op_id)),
    opId: operation.op_id,
    deviceId: operation.device_id,
    userId: author.id,
    organizationId: organization_id,
    v: 1,
    act: operation.act,
    subject: operation.subject,
    movementType: operation.type,
    method: operation.method,
    path: operation.path,
    body: operation.body,
    ...(operation.shown && { shown: operation.shown }),
    postings: operation.postings,
    deps: operation.deps.filter((dep) => reachable.has(dep)),
    entityId: operation.entity_id,
    recordedAt: operation.recorded_at,
    appBuild,
    state: 'pending',
    // Its author's phone may have sent it: it must not change.
    attempts: 1,
    firstSentAt: isoAt(nowMs),
    nextAt: nowMs,
    parkedAt: null,
    ackedAt: null,
    ack: null,
    problem: null,
  }));
  return { edit: { add }, result: { added: add.length, known: operations.length - add.length } };
}
