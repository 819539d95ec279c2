import type { BlobState } from '../../src/app/store/blobs.ts';
import { openDexieDisk } from '../../src/app/store/dexie-disk.ts';
import type { Disk } from '../../src/app/store/disk.ts';
import { openFarmStore } from '../../src/app/store/farm-store.ts';
import type { Request } from '../../src/app/net/reply.ts';
import { HandClock, Phone } from './field.ts';
import { type FieldServer, startFieldServer } from './field-server.ts';
import { aloneHere, versioned } from './versioned.ts';
import { organizationId } from './sim/farm-rows.ts';

type Row = Readonly<Record<string, unknown>>;

interface KeptStore {
  readonly name: string;
  readonly keyPath: string;
  readonly indexes: readonly { readonly name: string; readonly keyPath: string; readonly multiEntry: boolean }[];
  readonly rows: readonly Row[];
}

/** Keys that a server had answered for good, each with the method, path and body of its call. */
interface Answered {
  readonly ledger: readonly (readonly [key: string, call: { readonly print: string }])[];
}

/** A phone's database as it lay on the disk, and the server that it had spoken with. */
export interface KeptDatabase {
  /** The number of the layout, as `version()` in app/store/dexie-disk counts them. */
  readonly layout: number;
  /** The phone's clock when the database was left. */
  readonly at: number;
  readonly stores: readonly KeptStore[];
  readonly server: Answered;
}

/** IndexedDB counts in tenths of the library's versions. */
const tenths = 10;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });

/** The number of the layout that the app of today makes. */
export async function presentLayout(name: string): Promise<number> {
  const store = openFarmStore(versioned(openDexieDisk(name), undefined, aloneHere));
  await store.keepOnce('layout', 'asked');
  store.close();
  const found = (await indexedDB.databases()).find((database) => database.name === name);
  return (found?.version ?? 0) / tenths;
}

/** Bytes have no place in JSON. */
const packed = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(packed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, packed(part)]));
};
const unpacked = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(unpacked);
  if (typeof value !== 'object' || value === null) return value;
  const { bytes, ...rest } = value as { readonly bytes?: unknown };
  if (typeof bytes === 'string' && Object.keys(rest).length === 0) return new Uint8Array(Buffer.from(bytes, 'base64'));
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, unpacked(part)]));
};

async function storesIn(name: string): Promise<Pick<KeptDatabase, 'layout' | 'stores'>> {
  const database = await done(indexedDB.open(name));
  const stores: KeptStore[] = [];
  for (const storeName of database.objectStoreNames) {
    const store = database.transaction(storeName).objectStore(storeName);
    const indexes = [...store.indexNames].map((index) => {
      const { keyPath, multiEntry } = store.index(index);
      return { name: index, keyPath: String(keyPath), multiEntry };
    });
    const rows = (await done(store.getAll())) as readonly Row[];
    stores.push({ name: storeName, keyPath: String(store.keyPath), indexes, rows: packed(rows) as readonly Row[] });
  }
  const { version } = database;
  database.close();
  return { layout: version / tenths, stores };
}

/** Puts a kept database back as it was, without a line of today's app. */
async function putBack(name: string, { layout, stores }: KeptDatabase): Promise<void> {
  const asked = indexedDB.open(name, layout * tenths);
  asked.addEventListener('upgradeneeded', () => {
    for (const { name: store, keyPath, indexes } of stores) {
      const made = asked.result.createObjectStore(store, { keyPath });
      for (const { name: index, keyPath: path, multiEntry } of indexes) made.createIndex(index, path, { multiEntry });
    }
  });
  const database = await done(asked);
  for (const { name: store, rows } of stores) {
    const target = database.transaction(store, 'readwrite').objectStore(store);
    for (const row of rows) await done(target.put(unpacked(row)));
  }
  database.close();
}

/** The server of today, having answered what the database had sent to the one of its time: the same calls under the same keys. */
async function serverOf({ server }: KeptDatabase, clock: HandClock): Promise<FieldServer> {
  const now = await startFieldServer(clock);
  for (const [key, { print }] of server.ledger) {
    const [method, path, body] = JSON.parse(print) as [Request['method'], string, unknown];
    const reply = await now.call({ method, path, body, idempotencyKey: key }, 'ana');
    if (reply.outcome !== 'answer') throw new Error(`${print}: ${JSON.stringify(reply)}`);
  }
  return now;
}

const birth = { date: '2026-11-21', lot_id: 'ombu', rodeo_id: 'cria', animals: [{ type: 'ternero', count: 2 }] };
const rain = { date: '2026-11-21', campo_id: 'sur', mm: 12 };

const photoBytes = new Uint8Array([255, 216, 255, 224, 0, 16]);

/** A photo that was taken for a record which is not on the server yet. */
const photo: BlobState = {
  digest: 'b1'.repeat(32),
  type: 'image/jpeg',
  size: photoBytes.length,
  state: 'kept',
  addedAt: '2026-11-21T12:00:00.000Z',
  sentAt: null,
  epoch: null,
  attempts: 0,
  nextAt: 0,
  problem: null,
};

/**
 * The database of a phone in the middle of its work: records that arrived, that were refused, that wait for one another, one on its way
 * when the battery went flat, and a form half typed.
 */
export async function keepDatabase(name: string): Promise<KeptDatabase> {
  const clock = new HandClock();
  const server = await startFieldServer(clock);
  const store = openFarmStore(versioned(openDexieDisk(name), undefined, aloneHere));
  const phone = await new Phone(server, clock, 'ana', store).start();
  const { acts } = phone.farm;
  await store.keepOnce('deviceId', 'device-ana');
  const arrived = await acts.recordMovement('BIRTH', birth);
  await clock.pass(60_000);
  server.refuseNext.push({ path: 'rain', code: 'PERIOD_CLOSED' });
  await acts.recordMovement('RAIN', rain);
  await clock.pass(60_000);
  phone.fault = 'no-signal';
  await phone.farm.saveDraft('record/DEATH', { date: '2026-11-21', detail: 'a medio escribir' });
  const lot = await acts.createLot({ name: 'El Fondo', hectares: 30 });
  if (!lot.ok || !arrived.ok) throw new Error('Not saved');
  await acts.recordMovement('BIRTH', { ...birth, lot_id: lot.value.entityId });
  await acts.recordMovement('SELL', { ...birth, animals: [{ type: 'vaca', count: 3 }] });
  await acts.editMovement(arrived.value.entityId, { ...birth, animals: [{ type: 'ternero', count: 5 }] });
  await clock.pass(60_000);
  await store.keepBlob(organizationId, photo, photoBytes);
  phone.fault = 'writes-hang';
  phone.hint('online');
  await clock.pass(2_000);
  phone.farm.stop();
  const at = clock.now();
  const ledger = (await server.applied()).map((key) => [key, { print: printOf(key, server) }] as const);
  store.close();
  await server.close();
  return { ...(await storesIn(name)), at, server: { ledger } };
}

/** The call that brought a key, alone or in a batch. */
function printOf(key: string, { calls }: FieldServer): string {
  for (const { method, path, body, idempotencyKey } of calls) {
    if (idempotencyKey === key) return JSON.stringify([method, path, body]);
    const { operations = [] } = (body ?? {}) as {
      operations?: readonly (Pick<Request, 'method' | 'path' | 'body'> & { key: string })[];
    };
    const one = operations.find((operation) => operation.key === key);
    if (one) return JSON.stringify([one.method, one.path, one.body]);
  }
  throw new Error(`no call brought ${key}`);
}

/** A phone of today over a database that was put back, at a moment after it was left. */
export async function openKept(
  name: string,
  kept: KeptDatabase,
): Promise<{ phone: Phone; clock: HandClock; server: FieldServer }> {
  await putBack(name, kept);
  const clock = new HandClock();
  const server = await serverOf(kept, clock);
  await clock.pass(kept.at - clock.now() + 60_000);
  const disk = openDexieDisk(name);
  // Not in memory: waited for like a call.
  const waited: Disk = { ...disk, transact: (...given) => clock.during(disk.transact(...given)) };
  return {
    phone: new Phone(server, clock, 'ana', openFarmStore(versioned(waited, undefined, aloneHere))),
    clock,
    server,
  };
}
