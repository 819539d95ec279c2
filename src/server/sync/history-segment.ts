import type { Call, KeptAnswer, Reading } from '../kernel/call.ts';
import { refuse } from '../kernel/call.ts';
import { pack } from '../kernel/packed.ts';
import { type MovementPlace, olderThan, presentMovements, upTo } from '../herd/present/present-movement.ts';
import { rowsWhere, type Tables, type Trx } from '../database/tables.ts';
import { baseOf, isInHistory, type Point, type Scope, scopeOf, shortIds } from './history-base.ts';

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
