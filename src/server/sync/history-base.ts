import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { markAt } from '../database/commit.ts';
import type { FarmHead } from '../database/scope.ts';
import { rowsWhere, type Trx } from '../database/tables.ts';
import { type Call, farmOf } from '../kernel/call.ts';
import { type Visibility, visibilityOf } from '../herd/present/present-movement.ts';

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
export function shortIds(ids: readonly string[]): Uint8Array {
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
