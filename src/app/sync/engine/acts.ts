import { countActs } from '../acts/count-acts.ts';
import { thingActs } from '../acts/thing-acts.ts';
import { again, discarding, retrying, undoing } from '../acts/changes.ts';
import type { FarmActs } from '../farm.ts';
import { lotActs } from '../acts/lot-acts.ts';
import { movementActs } from '../acts/movement-acts.ts';
import { recordingActs } from '../acts/recording.ts';
import { handoverActs } from '../handover/handover-acts.ts';
import { withDismissed } from '../device/dismissed.ts';
import { type Decision, sendNow } from '../outbox/outbox.ts';
import type { OutboxNow } from '#store/store.ts';
import { type OpProblem, rejected } from '#store/op.ts';
import { guarded } from '../acts/guarded.ts';
import { type ActPorts } from '../acts/saving.ts';
import { correct } from '../acts/correct.ts';

/** A person's acts on a farm: each ends in one strict transaction, and says 'saved' only after it (offline.md §2.1, 1). */
export function openActs(ports: ActPorts): FarmActs {
  const { store, recorder, sendAll } = ports;
  const organizationId = recorder.organizationId;
  return {
    ...recordingActs(ports),
    ...movementActs(ports),
    ...lotActs(ports),
    ...thingActs(ports),
    ...countActs(ports),
    undo: (opId) => store.changeOutbox(organizationId, (now) => undoing(now, opId)),
    correct: (opId, typed) => guarded(() => correct(ports, opId, typed)),
    retry: (opId) => retry(ports, opId),
    discard: (opId) => discard(ports, opId),
    sendNow: async () => {
      const saved: { after: OutboxNow | null } = { after: null };
      const decide = (now: OutboxNow) => sendNow(now, recorder.clock.now(), false, true);
      await store.changeOutbox(organizationId, decide, (after) => {
        saved.after = after;
      });
      await sendAll(saved.after);
    },
    ...handoverActs(ports),
  };
}

/** Leaves Pendientes at once; the office is told now or once there is signal. */
async function discard({ store, recorder, tellDismissed }: ActPorts, opId: string): Promise<void> {
  await store.changeOutbox(recorder.organizationId, (now) =>
    withDismissed(now, discarding(now, opId), recorder.userId),
  );
  await tellDismissed();
}

/** Under a new key where the server may remember the refusal. */
async function retry({ store, recorder, sendAll }: ActPorts, opId: string): Promise<void> {
  const nowMs = recorder.clock.now();
  const fresh = { opId: recorder.random.key(), nextAt: nowMs };
  await store.changeOutbox<unknown>(recorder.organizationId, (now): Decision<unknown> => {
    const op = now.ops.find((other) => other.opId === opId);
    return op?.state === rejected && isRemembered(op.problem) ? again(now, opId, fresh) : retrying(now, opId, nowMs);
  });
  await sendAll();
}

/** The server's verdict, of any version; not what it never judged (424) nor the phone's own reasons. */
const isRemembered = (problem: OpProblem | null): boolean =>
  problem !== null && problem.status !== null && problem.status !== 424;
