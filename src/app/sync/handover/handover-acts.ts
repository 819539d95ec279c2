import { offlineSentences } from '#contract/sentences-offline.ts';
import { failure, type Result, success } from '#domain/result.ts';
import { StorageFailure } from '#store/store.ts';
import { names, owedBlobs, type SweepPorts } from '../blobs/blobs.ts';
import type { FarmActs } from '../farm.ts';
import { backendOf } from '../backend-of.ts';
import {
  type FilesToHandOver,
  type HandedOver,
  handing,
  packed,
  type TakenIn,
  takingIn,
  unpacked,
} from './handover.ts';
import { authorOf } from '../views/names.ts';
import type { ActPorts } from '../acts/saving.ts';
import { judged, keysOf, sealOf } from './sealing.ts';
import type { RecordsPackage } from '#contract/records-package.ts';
import { attachmentTypeOf } from '#domain/attachments.ts';
import type { BlobState } from '#store/blobs.ts';
import type { Op } from '#store/op.ts';
import { digestOf, fresh, keepWithFreeSpace } from '../blobs/farm-blobs.ts';

/** A size any phone opens: a hundred photos. The rest goes from its own phone. */
const mostBytes = 25 * 1024 * 1024;

/** Owed blobs of these records, oldest first, up to a file's limit. */
async function toCarry(
  ports: SweepPorts,
  ops: readonly Op[],
): Promise<{ readonly go: BlobState[]; readonly left: number }> {
  const owed = (await owedBlobs(ports)).map(({ blob }) => blob);
  const named = owed.filter(({ digest }) => ops.some((op) => names(op, digest)));
  const go: BlobState[] = [];
  let bytes = 0;
  for (const blob of named.toSorted((a, b) => (a.addedAt < b.addedAt ? -1 : 1))) {
    bytes += blob.size;
    if (bytes > mostBytes) break;
    go.push(blob);
  }
  return { go, left: named.length - go.length };
}

async function sizeOfFiles(ports: SweepPorts, ops: readonly Op[]): Promise<FilesToHandOver> {
  const { go, left } = await toCarry(ports, ops);
  const photos = go.filter(({ type }) => type.startsWith('image/')).length;
  // Base64: four letters per three bytes.
  const bytes = go.reduce((sum, { size }) => sum + Math.ceil(size / 3) * 4, 0);
  return { photos, voices: go.length - photos, bytes, left };
}

async function packedBlobs(ports: SweepPorts, ops: readonly Op[]): Promise<RecordsPackage['blobs'] & object> {
  const { go } = await toCarry(ports, ops);
  const blobs: { digest: string; data: string }[] = [];
  for (const { digest } of go) {
    const held = await ports.store.blobBytes(ports.organizationId, digest);
    if (held) blobs.push({ digest, data: toText(held.bytes) });
  }
  return blobs;
}

/** Arguments that a call takes in every browser. */
const atOnce = 8192;

function toText(bytes: Uint8Array): string {
  let signs = '';
  for (let at = 0; at < bytes.length; at += atOnce) signs += String.fromCharCode(...bytes.subarray(at, at + atOnce));
  return btoa(signs);
}

function toBytes(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  } catch {
    return null;
  }
}

/**
 * Keeps a package's photos and voice notes under their digests. Broken ones, or without room, are counted. `nowMs`: before the records came
 * in, to find them among what was sent since.
 */
async function takeBlobs(
  ports: SweepPorts,
  { blobs = [] }: RecordsPackage,
  nowMs: number,
): Promise<Pick<TakenIn, 'files' | 'filesLeft'>> {
  let files = 0;
  for (const { digest, data } of blobs) if (await takeOne(ports, digest, toBytes(data), nowMs)) files += 1;
  return { files, filesLeft: blobs.length - files };
}

async function takeOne(
  ports: SweepPorts,
  digest: string,
  bytes: Uint8Array<ArrayBuffer> | null,
  nowMs: number,
): Promise<boolean> {
  if (bytes === null || attachmentTypeOf(bytes) === null || (await digestOf(bytes)) !== digest) return false;
  try {
    await keepWithFreeSpace(ports, fresh(digest, bytes, 'kept', nowMs), bytes);
    return true;
  } catch (thrown) {
    if (!(thrown instanceof StorageFailure)) throw thrown;
    return false;
  }
}

/** More than a phone sends in the archive's 90 days. */
const mostArchived = 50_000;

const blobPorts = ({ store, recorder: { clock, organizationId } }: ActPorts): SweepPorts => ({
  store,
  clock,
  organizationId,
});

/** The sentence for a disk failure; rethrows bugs. */
function sentenceFor(thrown: unknown, full: string, away: string): string {
  if (!(thrown instanceof StorageFailure)) throw thrown;
  return thrown.isFull ? full : away;
}

/** The unsent records, sealed, in their author's name. */
async function handOver(ports: ActPorts, withFiles: boolean): Promise<Result<HandedOver | null, string>> {
  const { store, recorder } = ports;
  const { organizationId, userId, clock } = recorder;
  try {
    const { members } = await store.picture(organizationId, {});
    const ops = await store.changeOutbox(organizationId, (now) => handing(now, clock.now()));
    // Records carried for others leave from their own phone.
    const own = ops.filter((op) => op.userId === userId);
    const [first, ...rest] = own;
    if (!first) return success(null);
    const author = { id: userId, name: authorOf({ members }, userId) ?? '' };
    const whole = packed([first, ...rest], author, clock.now());
    const signer = await ports.signer();
    const seal = signer && (await sealOf(signer, whole));
    const blobs = withFiles ? await packedBlobs(blobPorts(ports), own) : [];
    const text = JSON.stringify({ ...whole, ...(seal && { seal }), ...(blobs.length > 0 && { blobs }) });
    const isSealed = keysOf(members, userId).some(({ id }) => id === seal?.device_key);
    return success({ text, files: await sizeOfFiles(blobPorts(ports), own), isSealed });
  } catch (thrown) {
    return failure(sentenceFor(thrown, offlineSentences.noSpaceToGive, offlineSentences.notGiven));
  }
}

async function takeIn(ports: ActPorts, text: string): Promise<Result<TakenIn, string>> {
  const { store, recorder, sendAll } = ports;
  const { organizationId, clock, appBuild } = recorder;
  const read = unpacked(text, organizationId);
  if (!read.ok) return read;
  const { sync } = await store.outbox(organizationId);
  if (!backendOf(sync).has('carried-records')) return failure(offlineSentences.cannotCarry);
  const nowMs = clock.now();
  const { members } = await store.picture(organizationId, {});
  const archived = await store.archived(organizationId, '', mostArchived);
  // What was discarded here may be wanted after all.
  const sent = new Set(archived.filter(({ state }) => state !== 'discarded').map(({ opId }) => opId));
  const { seals } = await judged(read.value, members);
  try {
    // Records first: they matter more where room is short.
    const done = await store.changeOutbox(organizationId, (now) =>
      takingIn(now, read.value, { nowMs, appBuild, seals, sent }),
    );
    const files = await takeBlobs(blobPorts(ports), read.value, nowMs);
    void sendAll();
    return success({ ...done, ...files });
  } catch (thrown) {
    return failure(sentenceFor(thrown, offlineSentences.noSpaceToTake, offlineSentences.notTaken));
  }
}

/** Records leaving for another phone, and arriving from one. */
export const handoverActs = (ports: ActPorts): Pick<FarmActs, 'exportPending' | 'lookInto' | 'takeIn'> => ({
  exportPending: (withFiles) => handOver(ports, withFiles),
  lookInto: async (text) => {
    const read = unpacked(text, ports.recorder.organizationId);
    if (!read.ok) return read;
    const { author, operations, blobs = [] } = read.value;
    const { members } = await ports.store.picture(ports.recorder.organizationId, {});
    const { standing } = await judged(read.value, members);
    // The name the farm knows: the file's is free text.
    const name = authorOf({ members }, author.id) ?? author.name;
    return success({ author: name, count: operations.length, files: blobs.length, seal: standing });
  },
  takeIn: (text) => takeIn(ports, text),
});
