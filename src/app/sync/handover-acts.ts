import { offlineSentences } from '../../contract/sentences-offline.ts';
import { failure, type Result, success } from '../../domain/result.ts';
import type { FarmActs } from './farm.ts';
import { isForeign } from './foreign.ts';
import { handing, packed, type TakenIn, takingIn, unpacked } from './handover.ts';
import { authorOf } from './names.ts';
import type { ActPorts } from './saving.ts';

/** What is not on the server, sealed, under the name of who recorded it. */
async function handOver({ store, recorder }: ActPorts): Promise<string | null> {
  const { organizationId, userId, clock } = recorder;
  const { members } = await store.picture(organizationId, {});
  const ops = await store.changeOutbox(organizationId, (now) => handing(now, clock.now()));
  // What this phone carries for others goes on under their name from the phone that it came from.
  const own = ops.filter((op) => op.userId === userId);
  return packed(own, { id: userId, name: authorOf({ members }, userId) ?? '' }, clock.now());
}

async function takeIn({ store, recorder, sendAll }: ActPorts, text: string): Promise<Result<TakenIn, string>> {
  const { organizationId, clock, appBuild } = recorder;
  const read = unpacked(text, organizationId);
  if (!read.ok) return read;
  const { sync } = await store.outbox(organizationId);
  if (isForeign(sync)) return failure(offlineSentences.cannotCarry);
  const done = await store.changeOutbox(organizationId, (now) =>
    takingIn(now, read.value, { nowMs: clock.now(), appBuild }),
  );
  void sendAll();
  return success(done);
}

/** Records that leave this phone for another, and those of another that enter it. */
export const handoverActs = (ports: ActPorts): Pick<FarmActs, 'exportPending' | 'lookInto' | 'takeIn'> => ({
  exportPending: () => handOver(ports),
  lookInto: async (text) => {
    const read = unpacked(text, ports.recorder.organizationId);
    return read.ok ? success({ author: read.value.author.name, count: read.value.operations.length }) : read;
  },
  takeIn: (text) => takeIn(ports, text),
});
