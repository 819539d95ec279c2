import { type Call, farmOf, type KeptAnswer, type Reading, refuse } from '../kernel/call.ts';
import { pack } from '../kernel/packed.ts';
import {
  type MovementPlace,
  olderThan,
  presentMovements,
  upTo,
  type Visibility,
  visibilityOf,
} from '../herd/present/present-movement.ts';
import { rowsWhere, type Tables, type Trx } from '../database/tables.ts';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markAt } from '../database/commit.ts';
import type { FarmHead } from '../database/scope.ts';

type Segment = Tables['history_segments'];

export interface Made {
  readonly kind: 'made';
  readonly sight: Scope['sight'];
  readonly tag: string;
  readonly rows: number;
  readonly ids: Uint8Array;
  /** The newest commit it may show. */
  readonly seen: Point;
}

interface Packed {
  readonly packed: Uint8Array;
  readonly keep: Made;
}

/** Segments in the making or just made and maybe not stored, so that many phones make one once. By farm, visibility and tag. */
const recent = new Map<string, Promise<Packed>>();
const mostRecent = 32;

/** A segment as its caller may see it, cached or made now. Refused where its tag is gone or of another visibility. */
export async function segment(call: Call, reading: Reading): Promise<KeptAnswer> {
  const { scope, found } = await reading(async (db) => {
    const own = await scopeOf(db, call);
    return { scope: own, found: await segmentIn(db, own, call.params.tag ?? '') };
  });
  if (found === null) return refuse('RESYNC');
  if (found.body !== null) return { packed: found.body, keep: null };
  const name = `${scope.farm} ${scope.sight} ${found.tag}`;
  const under = await recent.get(name);
  // The database may have been restored since, the tag with it: what came after the copy is in no history.
  if (under && (await reading((db) => isInHistory(db, scope.farm, under.keep.seen)))) return { ...under, keep: null };
  const made = makeSegment(scope, found, reading);
  recent.set(name, made);
  made.catch(() => recent.delete(name));
  for (const oldest of recent.keys()) {
    if (recent.size <= mostRecent) break;
    recent.delete(oldest);
  }
  return await made;
}

async function segmentIn(db: Trx, scope: Scope, tag: string): Promise<Segment | null> {
  if ((await baseOf(db, scope)) === null) return null;
  const row = await rowsWhere(db, 'history_segments', { organization_id: scope.farm, sight: scope.sight, tag })
    .selectAll()
    .executeTakeFirst();
  return row ?? null;
}

async function makeSegment(scope: Scope, found: Segment, reading: Reading): Promise<Packed> {
  const { farm, sight: visibility } = scope;
  const { ids, last, answer } = await reading(async (db) => {
    const last = await rowsWhere(db, 'organizations', { id: farm }).select(['seq', 'mark']).executeTakeFirstOrThrow();
    const rows = await presentMovements(db, await rowsIn(db, farm, found), visibility);
    const changes = rows.map((row) => ({ table: 'movements' as const, id: String(row.id), row }));
    return { ids: changes.map(({ id }) => id), last, answer: { seen: last, changes } };
  });
  const keep: Made = {
    kind: 'made',
    sight: visibility,
    tag: found.tag,
    rows: ids.length,
    ids: shortIds(ids),
    seen: last,
  };
  return { packed: pack(answer), keep };
}

const placeIn = (text: string): MovementPlace => JSON.parse(text) as MovementPlace;

const rowsIn = (db: Trx, farm: string, { month, begins_after, ends_at }: Segment) =>
  rowsWhere(db, 'movements', { organization_id: farm })
    .selectAll()
    .where('date', '>=', `${month}-01`)
    .where('date', '<=', `${month}-31`)
    .$if(begins_after !== null, (query) => olderThan(query, placeIn(begins_after ?? '')))
    .$if(ends_at !== null, (query) => upTo(query, placeIn(ends_at ?? '')))
    .orderBy('date', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** A farm's history by field visibility, never by role. */
export interface Scope {
  readonly farm: string;
  readonly sight: Visibility;
}

export type Point = Pick<FarmHead, 'seq' | 'mark'>;

/** The feed brings so many commits in a page or two; beyond, the cached history is updated. */
export const mostBehind = 500;

export const scopeOf = async (db: Trx, { organizationId, role }: Call): Promise<Scope> => {
  const farm = organizationId ?? '';
  return { farm, sight: await visibilityOf(db, farm, role) };
};

/** The stored base, whichever program made it. */
export const storedBase = (db: Trx, { farm, sight: visibility }: Scope) =>
  rowsWhere(db, 'history_bases', { organization_id: farm, sight: visibility })
    .select(['seq', 'mark', 'made_by'])
    .executeTakeFirst();

/** The commit of the cached history; null if missing, made by another program, or not in this farm's history. */
export async function baseOf(db: Trx, scope: Scope): Promise<Point | null> {
  const stored = await storedBase(db, scope);
  if (!stored || stored.made_by !== madeBy()) return null;
  const { seq, mark } = stored;
  return (await isInHistory(db, scope.farm, stored)) ? { seq, mark } : null;
}

/** Whether a farm's history holds a commit: a restored copy may not. */
export const isInHistory = async (db: Trx, farm: string, { seq, mark }: Point): Promise<boolean> =>
  (await markAt(db, farm, seq)) === mark;

/** Where the feed continues after the cached history: its commit, if near the head. */
export async function feedFrom(db: Trx, scope: Scope, head: Point): Promise<Point> {
  const base = await baseOf(db, scope);
  return base !== null && base.seq <= head.seq && head.seq - base.seq <= mostBehind ? base : head;
}

/** The farm's head in the snapshot. */
export const headOf = (db: Trx, call: Call): Promise<FarmHead> =>
  rowsWhere(db, 'organizations', { id: farmOf(call) })
    .select(['seq', 'mark', 'epoch'])
    .executeTakeFirstOrThrow();

/** What decides field visibility: prices by role and the owner's setting, addresses by role. */
export const readerOf = async (db: Trx, call: Call): Promise<string> =>
  `${call.role ?? 'nobody'} ${await visibilityOf(db, farmOf(call), call.role)}`;

const bytesEach = 6;

/** A collision of hashes only remakes a segment needlessly. */
const shortOf = (id: string): number => createHash('sha256').update(id).digest().readUIntBE(0, bytesEach);

/** Concatenated short hashes of ids. */
function shortIds(ids: readonly string[]): Uint8Array {
  const bytes = Buffer.alloc(ids.length * bytesEach);
  for (const [index, id] of ids.entries()) bytes.writeUIntBE(shortOf(id), index * bytesEach, bytesEach);
  return new Uint8Array(bytes);
}

/** Tests whether short hashes include one of some ids. */
export function holdsOneOf(ids: readonly string[]): (short: Uint8Array) => boolean {
  const sought = new Set(ids.map(shortOf));
  return (short) => {
    const bytes = Buffer.from(short.buffer, short.byteOffset, short.byteLength);
    for (let at = 0; at < bytes.length; at += bytesEach) if (sought.has(bytes.readUIntBE(at, bytesEach))) return true;
    return false;
  };
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Everything that shapes a record on its way to a phone. */
const parts = ['contract', 'domain', 'server'];

let known: string | null = null;

/** The program version: a digest of its files. Another may present or hide otherwise, and must not serve this one's cache. */
export function madeBy(): string {
  if (known !== null) return known;
  const hash = createHash('sha256');
  for (const part of parts) {
    const files = readdirSync(join(root, part), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(js|ts)$/.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name));
    for (const file of files.toSorted()) hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  known = hash.digest('base64url').slice(0, 22);
  return known;
}
