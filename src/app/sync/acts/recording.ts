import type { FarmView, RecordedKind } from '#domain/movements/define.ts';
import { recordedKind } from '#domain/movements/registry.ts';
import { failure, type Result, success } from '#domain/result.ts';
import type { Issue } from '#domain/validation.ts';
import type { NewOp } from '#store/op.ts';
import type { OutboxNow } from '#store/store.ts';
import { categoriesOver, farmViewOf } from '../views/layered.ts';
import { guarded } from './guarded.ts';
import {
  type ActPorts,
  append,
  gone,
  invalid,
  movementCreation,
  type ReadyBody,
  type Recorder,
  saveIfKnown,
  withDraft,
} from './saving.ts';
import type { Outcome, Typed, FarmActs } from '../farm.ts';
import { learn } from './habit.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { dayAt } from '#domain/dates.ts';
import { childIssues, childPostings } from '#domain/movements/children.ts';
import { complete, parsePayload } from '#domain/movements/prepare.ts';

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

/** The ops, and the payload that the next form starts from. */
interface Made {
  readonly ops: readonly NewOp[];
  readonly payload: Typed;
}

function made(
  recorder: Recorder,
  kind: RecordedKind,
  typed: readonly Typed[],
  farm: FarmView,
): Result<Made, readonly Issue[]> {
  const ops: NewOp[] = [];
  let payload: Typed = {};
  for (const one of typed) {
    const ready = readyBody(recorder, kind, one, farm);
    if (!ready.ok) return ready;
    payload = ready.value.payload;
    ops.push(movementCreation(recorder, kind, ready.value));
  }
  return success({ ops, payload });
}

/** The checks need more of the farm than its categories. */
class AsksForMore extends Error {}

/** Kinds that do: their save reads the farm first. */
const askingForMore = new Set<string>();

/** The farm as the save's transaction knows it from this tab's cache; null if not cached. */
function knownFarm(organizationId: string, now: OutboxNow): FarmView | null {
  if (!now.categories) return null;
  return {
    categories: categoriesOver(organizationId, now, now.categories),
    get cells(): FarmView['cells'] {
      throw new AsksForMore();
    },
  };
}

/** The same without reading the farm first; null where that is needed. */
function madeIfKnown(
  recorder: Recorder,
  kind: RecordedKind,
  typed: readonly Typed[],
  now: OutboxNow,
): ReturnType<typeof made> | null {
  const farm = knownFarm(recorder.organizationId, now);
  try {
    return farm && made(recorder, kind, typed, farm);
  } catch (thrown) {
    if (!(thrown instanceof AsksForMore)) throw thrown;
    askingForMore.add(kind.type);
    return null;
  }
}

/** Saves records of a kind, at least one: all or none. */
async function record(
  ports: ActPorts,
  type: string,
  typed: readonly Typed[],
  draftKey: string | undefined,
): Promise<Outcome> {
  const { store, recorder } = ports;
  const kind = recordedKind(type);
  if (!kind || typed.length === 0) return failure(gone);
  // Made once, however often the transaction is retried: the keys make a second try harmless.
  let result: ReturnType<typeof made> | null = null;
  const decide = (now: OutboxNow) => {
    result ??= madeIfKnown(recorder, kind, typed, now);
    if (!result?.ok) return null;
    const { ops, payload } = result.value;
    const [first, ...others] = ops;
    if (!first) return null;
    const habits = learn(type, payload, first.entityId);
    const made = ops.map(({ entityId }) => entityId);
    return append(now, first, { ...withDraft(draftKey), habits, made }, others);
  };
  const atOnce = askingForMore.has(kind.type) ? null : await saveIfKnown(ports, decide);
  result ??= made(recorder, kind, typed, farmViewOf(await store.picture(recorder.organizationId, {})));
  if (!result.ok) return failure(invalid(result.problem));
  const others = result.value.ops.slice(1);
  const saved = atOnce ?? (await saveIfKnown(ports, decide));
  if (!saved?.ok || others.length === 0) return saved ?? failure(gone);
  return success({ ...saved.value, others: others.map((op) => op.entityId) });
}

export const recordingActs = (ports: ActPorts): Pick<FarmActs, 'recordMovement' | 'recordMovements'> => ({
  recordMovement: (type, typed, draftKey) => guarded(() => record(ports, type, [typed], draftKey)),
  recordMovements: (type, typed, draftKey) => guarded(() => record(ports, type, typed, draftKey)),
});
