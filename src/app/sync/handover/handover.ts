import { isOfNewerApp, packageSchema, type RecordsPackage } from '#contract/records-package.ts';
import type { OperationSeal } from '#contract/seal.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { failure, type Result, success } from '#domain/result.ts';
import { type CarriedName, isThingName, thingOf } from '#domain/things/registry.ts';
import { type NewOp, type Op, wasTried } from '#store/op.ts';
import type { OutboxNow } from '#store/store.ts';
import { dependentsOf, replacing } from '../outbox/deps.ts';
import type { Decision } from '../outbox/outbox.ts';
import { isoAt } from '../ports.ts';
import { maySayOffline } from '../things/things.ts';

/** A record that left the phone keeps its body, as if sent: another road may be faster. */
function sealed<T extends Op>(op: T, nowMs: number): T {
  if (wasTried(op)) return op;
  const body = maySayOffline(op) ? { ...op.body, offline: true } : op.body;
  return { ...op, body, attempts: op.attempts + 1, firstSentAt: isoAt(nowMs) };
}

/** What may leave a phone by another road than its own. */
type Leaving = Op & { readonly subject: 'movement' | CarriedName };

/** Invoices tell the farm's money to whoever holds a file: they, and records that name one, leave from this phone alone (decision 0035). */
function staying(ops: readonly Op[]): ReadonlySet<Op> {
  const own = ops.filter((op) => isThingName(op.subject) && !thingOf(op.subject).carried);
  return new Set(own.flatMap((op) => [op, ...dependentsOf(op.opId, ops)]));
}

/** Seals what is not on the server yet and may leave by another road, and gives it in the order of the acts. */
export function handing({ ops }: OutboxNow, nowMs: number): Decision<readonly Leaving[]> {
  const waiting = ops.filter((op) => op.state !== 'acked');
  const stays = staying(waiting);
  const leaving = waiting.filter((op): op is Leaving => !stays.has(op)).map((op) => sealed(op, nowMs));
  return { edit: replacing(ops, leaving), result: leaving };
}

/** What is handed over, of which there is at least one; without its photos and its seal. */
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

/** Reads a package that came from anywhere; the failure is a sentence for the person who brought it. */
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

/** Photos and voice notes of records that are handed over. */
export interface FilesToHandOver {
  readonly photos: number;
  readonly voices: number;
  readonly bytes: number;
  /** How many do not fit into one file. */
  readonly left: number;
}

/** Records on their way out of this phone, with the photos and voice notes that go with them, or would. */
export interface HandedOver {
  readonly text: string;
  readonly files: FilesToHandOver;
  /** Whether the server will know by itself who gave them: this device has a key, and the server knows it. */
  readonly isSealed: boolean;
}

/**
 * What this phone can say of the signature of a package: a member's device made it; a device that it does not know; none; or it is not
 * what was signed.
 */
export type SealStanding = 'verified' | 'unknown' | 'unsigned' | 'broken';

/** What a text of another phone brings. */
export interface LookedInto {
  readonly author: string;
  readonly count: number;
  /** Photos and voice notes. */
  readonly files: number;
  readonly seal: SealStanding;
}

const withSeal = (seal: OperationSeal | undefined): Pick<NewOp, 'seal'> => (seal ? { seal } : {});

/** How many records came in, and how many were here already; how many photos and voice notes came with them, and how many could not. */
export interface TakenIn {
  readonly added: number;
  readonly known: number;
  readonly files: number;
  readonly filesLeft: number;
}

interface TakingIn {
  readonly nowMs: number;
  readonly appBuild: string;
  /** Those that went on from here before. */
  readonly sent: ReadonlySet<string>;
  /** What vouches for them, by their keys. */
  readonly seals: ReadonlyMap<string, OperationSeal>;
}

/** Puts the records of a package behind what waits here; one that came by another road before is left out. */
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
    // Its author's phone may have sent it: nothing of it changes any more.
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
