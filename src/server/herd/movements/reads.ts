import type { SelectQueryBuilder } from 'kysely';
import { serverSentences } from '../../../contract/sentences-server.ts';
import { constants } from '../../../contract/constants.ts';
import { dailyGain, type HerdFlow, weighedIn } from '../../../domain/farm/weight-gain.ts';
import { kiloTypes } from '../../../domain/movements/types-that.ts';
import { type MovementRow, rowsWhere, type Tables, type Trx } from '../../database/tables.ts';
import { type Answer, type Call, farmOf, idOf, type Read, read, refuseAt } from '../../kernel/call.ts';
import { InParts } from '../../kernel/in-parts.ts';
import {
  historyAlone,
  type MovementPlace,
  olderThan,
  presentMovements,
  shown,
  visibilityOf,
} from '../present/present-movement.ts';

type Query = SelectQueryBuilder<Tables, 'movements', MovementRow>;
const most = 500;

const ofFarm = (db: Trx, call: Call): Query =>
  rowsWhere(db, 'movements', { organization_id: farmOf(call) })
    .selectAll()
    .orderBy('date', 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');

async function answer(db: Trx, call: Call, query: Query): Promise<Record<string, unknown>[]> {
  const visibility = await visibilityOf(db, farmOf(call), call.role);
  return await presentMovements(db, await query.execute(), visibility);
}

async function* answerInParts(db: Trx, call: Call, query: Query): AsyncGenerator<readonly unknown[], void> {
  const visibility = await visibilityOf(db, farmOf(call), call.role);
  for (let last: MovementPlace | undefined, isMore = true; isMore;) {
    const rows = await (last ? olderThan(query, last) : query).limit(most).execute();
    yield await presentMovements(db, rows, visibility);
    last = rows.at(-1);
    isMore = rows.length === most;
  }
}

/** The whole list as the spec's client expects, or a page if a limit or cursor is given (wire.md §Everywhere). */
async function all(call: Call, db: Trx): Promise<Answer> {
  let query = filtered(ofFarm(db, call), call.query);
  const limit = limitOf(call.query.limit ?? (call.query.cursor ? String(most) : undefined));
  const after = cursorOf(call.query.cursor);
  if (after) query = olderThan(query, after);
  if (limit === null) return { movements: new InParts(answerInParts(db, call, query)) };
  const movements = await answer(db, call, query.limit(limit + 1));
  const page = movements.slice(0, limit);
  const last = page.at(-1);
  return { movements: page, ...(movements.length > limit && last && { next_cursor: cursorText(last) }) };
}

function filtered(query: Query, asked: Readonly<Record<string, string>>): Query {
  let result = query;
  if (asked.type) result = result.where('type', 'in', asked.type.split(','));
  if (asked.from) result = result.where('date', '>=', asked.from);
  if (asked.to) result = result.where('date', '<=', asked.to);
  if (asked.lot_id) result = result.where('lot_id', '=', asked.lot_id);
  if (asked.rodeo_id) result = result.where('rodeo_id', '=', asked.rodeo_id);
  return result;
}

/** Its format was checked with the call (`contract/queries.ts`). */
const limitOf = (text: string | undefined): number | null => (text ? Math.min(Number(text), most) : null);

interface Cursor {
  readonly date: string;
  readonly created_at: string;
  readonly id: string;
}

const cursorText = (movement: Record<string, unknown>): string =>
  Buffer.from([movement.date, movement.created_at, movement.id].join('|')).toString('base64url');

function cursorOf(text: string | undefined): Cursor | null {
  if (!text) return null;
  const [date, created_at, id] = Buffer.from(text, 'base64url').toString().split('|');
  return date && created_at && id
    ? { date, created_at, id }
    : refuseAt('INVALID_BODY', 'cursor', serverSentences.badFormat);
}

const where =
  (narrow: (query: Query, call: Call) => Query): Read =>
  async (call, db) => ({ movements: await answer(db as Trx, call, narrow(ofFarm(db as Trx, call), call)) });

/** Reads of movements (product.md §7). */
export const movementReads = {
  movements: read((call, db) => all(call, db as Trx)),
  lastMovements: read(where((query) => query.where('deleted', '=', 0).limit(constants.lastMovements))),
  rodeoMovements: read(where((query, call) => query.where('rodeo_id', '=', call.params.rodeoId ?? ''))),
  cycleMovements: read(where((query, call) => query.where('cycle_id', '=', call.params.cycleId ?? ''))),
  dailyWeightGain: read(async (call, db) => ({
    points: await gainOf(db as Trx, farmOf(call), call.params.rodeoId ?? ''),
  })),
  movement: read((call, db) => shown(call, { trx: db as Trx, organizationId: farmOf(call) }, idOf(call), historyAlone)),
};

/** Mean weight and daily gain of a rodeo by its weighings, and openings with kilos (domain.md §4.6). */
async function gainOf(db: Trx, organizationId: string, rodeoId: string): Promise<ReturnType<typeof dailyGain>> {
  const rows = await rowsWhere(db, 'movements', { organization_id: organizationId, rodeo_id: rodeoId, deleted: 0 })
    .select(['type', 'date', 'animals', 'payload'])
    .where('type', 'in', kiloTypes)
    .orderBy('date')
    .execute();
  const lines = rows.flatMap(({ type, date, animals, payload }) =>
    weighedIn({
      type,
      date,
      animals: JSON.parse(animals) as { type: string; count: number; total_kg?: number }[],
      said: JSON.parse(payload) as Record<string, unknown>,
    }),
  );
  return dailyGain(lines, lines.length > 0 ? await flowsOf(db, organizationId, rodeoId) : []);
}

/** Net change of the rodeo per movement; a change of lot nets to zero. */
async function flowsOf(db: Trx, organizationId: string, rodeoId: string): Promise<HerdFlow[]> {
  const rows = await rowsWhere(db, 'postings', { organization_id: organizationId, rodeo_id: rodeoId })
    .select((select) => ['date', 'category_id as category', 'movement_id', select.fn.sum<number>('head').as('head')])
    .groupBy(['date', 'category_id', 'movement_id'])
    .execute();
  return rows.map(({ date, category, head }) => ({ date, category, head }));
}
