import type { FarmStore, Picture } from '../../../src/app/store/store.ts';
import { type Op, rejected } from '../../../src/app/store/op.ts';
import { dependentsOf } from '../../../src/app/sync/outbox/outbox.ts';
import { overlay } from '../../../src/app/sync/views/overlay.ts';
import { postingsOf } from '../../../src/app/sync/views/optimistic.ts';
import { type Cell, cellId, type Posting, sumByCell } from '../../../src/domain/movements/ledger.ts';
import { isDeleted, type Movement } from '../../../src/domain/movements/movement.ts';
import { recordedKind } from '../../../src/domain/movements/registry.ts';
import type { SimFarm, Truth } from './sim-farm.ts';

/** An act that the person was told is saved. */
export interface Acknowledged {
  readonly opId: string;
  readonly entityId: string;
  readonly act: 'create' | 'edit' | 'delete';
  readonly subject: 'movement' | 'lot';
}

/** An act as some device holds it: what it was about, and what it did. */
type RecordedAct = Pick<Op, 'entityId' | 'act'>;

/** What a device is known to have shown, to hold it to. */
export interface Watched {
  readonly store: FarmStore;
  readonly farm: SimFarm;
  readonly saved: Acknowledged[];
  /** Things that somebody has begun to delete on this device. */
  readonly deleted: Set<string>;
  cursor: number;
  epoch: string | null;
  readonly confirmed: Set<string>;
  /** Acts that databases which are gone held. */
  readonly known: Map<string, RecordedAct>;
}

export class Violation extends Error {}

const fail = (invariant: string, detail: string): never => {
  throw new Violation(`${invariant}: ${detail}`);
};

/** Balances as text that can be compared. */
const canonicalCells = (cells: Iterable<Posting>): string =>
  JSON.stringify(
    sumByCell(cells)
      .map((cell) => [cellId(cell), cell.head] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

const wholePicture = ({ store, farm }: Watched): Promise<Picture> =>
  store.picture(farm.organizationId, { movements: { limit: 10_000 } });

/** I4, I5, I6: what must hold on every device after every step. */
export async function checkStep(watched: Watched): Promise<void> {
  const picture = await wholePicture(watched);
  if (picture.sync.cursor === null) return;
  if (picture.sync.epoch !== watched.epoch) {
    // The server went back in time: sequence and confirmed rows begin anew, what a person recorded does not.
    [watched.epoch, watched.cursor] = [picture.sync.epoch, -1];
    watched.confirmed.clear();
  }
  if (picture.sync.cursor < watched.cursor) fail('I6 monotonic', `cursor ${picture.sync.cursor} < ${watched.cursor}`);
  watched.cursor = picture.sync.cursor;
  const over = overlay(picture);
  const base = new Map(picture.movements.map((movement) => [movement.id, movement]));
  for (const id of watched.confirmed) if (!base.has(id)) fail('I6 monotonic', `confirmed ${id} vanished`);
  for (const id of base.keys()) watched.confirmed.add(id);
  checkOwn(watched, picture, base, over.movements, new Set(over.lots.map((lot) => lot.id)));
  checkSums(picture, base, over.movements, over.cells);
}

/** I4: each own record that was not refused is there, with no gap between waiting and confirmed. */
function checkOwn(
  { saved, deleted }: Watched,
  picture: Picture,
  base: ReadonlyMap<string, Movement>,
  mine: ReadonlyMap<string, Movement>,
  lots: ReadonlySet<string>,
): void {
  const refused = new Set(picture.ops.filter((op) => op.state === rejected).map((op) => op.entityId));
  for (const { entityId, act, subject } of saved) {
    if (refused.has(entityId) || act === 'edit') continue;
    const movement = mine.get(entityId) ?? base.get(entityId);
    if (subject === 'lot') {
      if (act === 'create' && !lots.has(entityId)) fail('I4 read your writes', `lot ${entityId} is not shown`);
    } else if (!movement) {
      if (act === 'create' && !deleted.has(entityId)) fail('I4 read your writes', `movement ${entityId} is not shown`);
    } else if (act === 'delete' && !isDeleted(movement)) fail('I4 read your writes', `${entityId} came back`);
  }
}

/** I5: the totals are exactly what the movements on the screen add up to. */
function checkSums(
  picture: Picture,
  base: ReadonlyMap<string, Movement>,
  mine: ReadonlyMap<string, Movement>,
  shown: readonly Cell[],
): void {
  const seen = new Map([...base, ...mine]);
  const counted = [...seen.values()].filter((movement) => !isDeleted(movement)).flatMap(postingsOf);
  const audits = [...base.values()].filter((movement) => movement.type === 'AUDIT_RECORD');
  const opened = new Set(audits.map((movement) => movement.metadata.lot_id));
  const isOpen = (op: Op): boolean =>
    op.subject === 'lot' && op.act === 'create' && op.state !== rejected && !opened.has(op.entityId);
  const openings = picture.ops.filter(isOpen).flatMap((op) => op.postings);
  const [expected, actual] = [canonicalCells([...counted, ...openings]), canonicalCells(shown)];
  if (expected !== actual) fail('I5 conservation', `movements add up to ${expected}, the screen says ${actual}`);
}

/** I1, I2, I3, I7, I9, I10: what must hold when everything has healed and come to rest. */
export async function checkRest(farm: SimFarm, devices: readonly Watched[]): Promise<void> {
  const server = await farm.truth();
  for (const device of devices) {
    await checkStep(device);
    const picture = await wholePicture(device);
    // Refused, or parked: made in one tab about a thing that the other tab took back in the same moment. They wait for a person.
    const stuck = picture.ops.filter((op) => op.state === 'parked' || op.state === rejected);
    const held = new Set(stuck.flatMap((op) => [op, ...dependentsOf(op.opId, picture.ops)]));
    const waiting = picture.ops.filter((op) => !held.has(op));
    if (waiting.length > 0) fail('I8 liveness', waiting.map((op) => `${op.opId} ${op.state} ${op.attempts}`).join());
    const digest = (await device.store.digest(farm.organizationId))?.tables ?? {};
    const strange = Object.keys(server.digests).filter((table) => server.digests[table] !== digest[table]);
    if (strange.length > 0) fail('I10 base purity', `the digests of ${strange.join()} differ`);
    checkLoss(server, device, picture);
    checkBase(server, picture);
  }
  checkServer(farm, server, devices, await everRecorded(devices));
}

/** What devices hold acts of, by their keys: also those whose tab died before it could say 'saved'. */
async function everRecorded(devices: readonly Watched[]): Promise<ReadonlyMap<string, RecordedAct>> {
  const known = new Map<string, RecordedAct>();
  for (const device of devices) {
    for (const act of await heldBy(device)) known.set(act.opId, act);
    for (const act of device.saved) known.set(act.opId, act);
    for (const [key, act] of device.known) known.set(key, act);
  }
  return known;
}

const heldBy = async ({ store, farm }: Watched): Promise<readonly Op[]> => [
  ...(await store.outbox(farm.organizationId)).ops,
  ...(await store.archived(farm.organizationId, '', 10_000)),
];

/** I1: under its key, in the tray, or as what it was to bring about: a refused record that was corrected stands under another key. */
function checkLoss(server: Truth, { saved, deleted }: Watched, picture: Picture): void {
  const inTray = new Set(picture.ops.flatMap((op) => [op.opId, ...(op.act === 'create' ? [op.entityId] : [])]));
  const things = [...server.movements, ...server.lots];
  const there = new Set(things.map(idIn));
  const living = new Set(things.filter((row) => row['deleted'] !== true).map(idIn));
  for (const { opId, act, entityId } of saved) {
    if (act !== 'delete' && deleted.has(entityId)) continue;
    if (server.keys.has(opId) || inTray.has(opId)) continue;
    const isDone =
      (act === 'create' && (there.has(entityId) || inTray.has(entityId))) ||
      (act === 'delete' && !living.has(entityId));
    if (!isDone) fail('I1 no loss', `${act} ${entityId} (${opId}) is nowhere`);
  }
}

/** I3, I10: base tables are the server's, at exactly the cursor. */
function checkBase(server: Truth, picture: Picture): void {
  if (picture.sync.cursor !== server.seq) fail('I10 base', `cursor ${picture.sync.cursor}, server ${server.seq}`);
  if (alike(picture.movements) !== alike(server.movements))
    fail('I3 convergence', differenceOf(picture.movements, server.movements));
  if (alike(picture.lots) !== alike(server.lots)) fail('I3 convergence', differenceOf(picture.lots, server.lots));
  if (canonicalCells(picture.cells) !== canonicalCells(server.cells)) fail('I3 convergence', 'cells differ');
}

type Row = Readonly<Record<string, unknown>>;

const idIn = (row: Row): string => String(row['id']);

/** Rows in one order of rows and fields. A lot's animals are left out: screens read them off the cells. */
const alike = (rows: readonly Row[]): string =>
  JSON.stringify(
    rows
      .toSorted((a, b) => (idIn(a) < idIn(b) ? -1 : 1))
      .map((row) => ordered('hectares' in row ? { ...row, animals: [] } : row)),
  );

function differenceOf(here: readonly Row[], there: readonly Row[]): string {
  const wrong = there.find((row) => alike(here.filter((other) => idIn(other) === idIn(row))) !== alike([row]));
  const mine = here.filter((row) => wrong === undefined || idIn(row) === idIn(wrong));
  return `phone ${alike(mine)}, server ${alike(wrong ? [wrong] : there)}`;
}

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, ordered(inner)]));
}

/** I2, I5, I7 on the server: every effect once, sums that fit, causes before effects. */
function checkServer(
  farm: SimFarm,
  server: Truth,
  devices: readonly Watched[],
  known: ReadonlyMap<string, RecordedAct>,
): void {
  if (new Set(server.applied).size !== server.applied.length) fail('I2 no duplication', 'a key was applied twice');
  const unknown = server.applied.filter((key) => !known.has(key));
  if (unknown.length > 0) fail('I2 no duplication', `nobody recorded anything under ${unknown.join()}`);
  const { movements, lots } = server;
  const recorded = new Set([...known.values()].map(({ entityId }) => entityId));
  checkEdits(movements, known);
  for (const row of [...movements.filter((row) => recordedKind(String(row['type'])) !== null), ...lots]) {
    const id = idIn(row);
    if (!recorded.has(id) && !farm.before.has(id)) fail('I2 no duplication', `${id} was never recorded`);
  }
  const counted = movements
    .filter((row) => row['deleted'] !== true)
    .flatMap((row) => postingsOf(row as unknown as Movement));
  if (canonicalCells(counted) !== canonicalCells(server.cells)) fail('I5 conservation', 'server');
  for (const { saved: mine } of devices) {
    const place = new Map(server.applied.map((key, index) => [key, index]));
    for (const act of mine) {
      const made = mine.find((other) => other.act === 'create' && other.entityId === act.entityId);
      const [cause, effect] = [made && place.get(made.opId), place.get(act.opId)];
      if (cause !== undefined && effect !== undefined && cause > effect) fail('I7 causality', act.entityId);
    }
  }
}

/** I2 of edits: what a movement's history tells happened no more often than somebody did it. */
function checkEdits(movements: readonly Row[], known: ReadonlyMap<string, RecordedAct>): void {
  const made = new Map<string, number>();
  for (const { entityId, act } of known.values()) if (act === 'edit') made.set(entityId, (made.get(entityId) ?? 0) + 1);
  for (const row of movements) {
    const { editHistory = [] } = (row['metadata'] ?? {}) as { readonly editHistory?: readonly unknown[] };
    const [told, done] = [editHistory.length, made.get(idIn(row)) ?? 0];
    if (told > done) fail('I2 no duplication', `${idIn(row)} was edited ${done} times and tells of ${told}`);
  }
}

/** The database is gone: what it showed of the server begins anew, what a person was told is saved does not. */
export async function forgetShown(watched: Watched): Promise<void> {
  const { known, confirmed } = watched;
  for (const act of await heldBy(watched)) known.set(act.opId, act);
  watched.cursor = -1;
  confirmed.clear();
}
