import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { migrate } from '../../src/server/database/migrate.ts';
import { openSqlite } from '../../src/server/database/sqlite.ts';
import type { Tables } from '../../src/server/database/tables.ts';
import { seedDemo } from '../../src/server/demo.ts';
import type { FileStore } from '../../src/server/files/store.ts';
import { timeMachine } from '../../src/server/time-machine.ts';
import type { Movement } from '../../src/domain/movements/movement.ts';
import type { Cycle } from '../../src/domain/office/cycles.ts';
import type { Invoice } from '../../src/domain/office/invoices.ts';
import type { Asset } from '../../src/domain/supplies/asset.ts';

interface Entry {
  readonly date: string;
  readonly kind: string;
  readonly delta: number;
  readonly balance: number;
}
interface Dated {
  readonly created_at: string;
  readonly due_on?: string | null;
  readonly state?: string;
}
interface Gain {
  readonly date: string;
  readonly average_kg: number;
  readonly daily_gain: number | null;
  readonly group_changed: boolean;
}

/** The demonstration as the calls of its owner tell it on one day, newest records first turned to oldest first. */
export interface DemoStory {
  readonly day: string;
  readonly db: Kysely<Tables>;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly movements: readonly Movement[];
  readonly assets: readonly (Asset & { readonly entries: readonly Entry[] })[];
  readonly cycles: readonly (Cycle & { readonly totals: Readonly<Record<string, number>> })[];
  readonly invoices: readonly Invoice[];
  readonly tasks: readonly Dated[];
  readonly notes: readonly Dated[];
  readonly gains: readonly Gain[];
  readonly nameOf: (id: string | null) => string;
}

function filesInMemory(kept: Map<string, Uint8Array>): FileStore {
  return {
    write: async (id, bytes) => void kept.set(id, bytes),
    settle: async () => undefined,
    read: async (id) => kept.get(id) ?? new Uint8Array(),
    remove: async (id) => void kept.delete(id),
  };
}

/** Seeds the demonstration as the program does on a day, and reads it all. */
export async function tellDemo(day: string): Promise<DemoStory> {
  const nowMs = Date.parse(`${day}T15:00:00Z`);
  const db = openSqlite(':memory:');
  await migrate(db);
  const files = new Map<string, Uint8Array>();
  await seedDemo(db, nowMs, filesInMemory(files));
  const { call } = await timeMachine(db, filesInMemory(files));
  const read = async <T>(path: string, part: string): Promise<readonly T[]> =>
    (await call('owner', nowMs, 'GET', path, undefined))[part] as readonly T[];
  const [{ organization } = { organization: { id: randomUUID() } }] = await read<{ organization: { id: string } }>(
    '/api/organization/my-organizations',
    'organizations',
  );
  const of = <T>(path: string, part: string) => read<T>(`${path}/${organization.id}`, part);
  const things = [
    ...(await of<{ id: string; name: string }>('/api/animal-categories', 'categories')),
    ...(await of<{ id: string; name: string }>('/api/campo', 'campos')),
    ...(await of<{ id: string; name: string }>('/api/lot/info', 'lots')),
  ];
  const rodeos = await of<{ id: string; name: string }>('/api/rodeo', 'rodeos');
  const names = new Map([...things, ...rodeos].map(({ id, name }) => [id, name]));
  const assets = [];
  for (const asset of await of<Asset>('/api/asset', 'assets')) {
    assets.push({ ...asset, entries: await read<Entry>(`/api/asset/detail/${asset.id}`, 'entries') });
  }
  const gains = [];
  for (const { id } of rodeos) {
    gains.push(...(await read<Gain>(`/api/movement/daily-weight-gain/${organization.id}/${id}`, 'points')));
  }
  return {
    day,
    db,
    files,
    movements: (await of<Movement>('/api/movement/all', 'movements')).toReversed(),
    assets,
    cycles: await of('/api/reproductive-cycle', 'cycles'),
    invoices: await of('/api/invoice', 'invoices'),
    tasks: await of('/api/task', 'tasks'),
    notes: await of('/api/note/all', 'notes'),
    gains,
    nameOf: (id) => names.get(id ?? '') ?? '',
  };
}
