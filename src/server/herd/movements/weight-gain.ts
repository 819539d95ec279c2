import type { Transaction } from 'kysely';
import { dailyGain, type HerdFlow, weighedIn } from '../../../domain/farm/weight-gain.ts';
import { kiloTypes } from '../../../domain/movements/types-that.ts';
import type { Tables } from '../../database/tables.ts';

type Db = Transaction<Tables>;

/** Mean weight and daily gain of a rodeo by its weighings, and openings with kilos (domain.md §4.6). */
export async function gainOf(db: Db, organizationId: string, rodeoId: string): Promise<ReturnType<typeof dailyGain>> {
  const rows = await db
    .selectFrom('movements')
    .select(['type', 'date', 'animals', 'payload'])
    .where('organization_id', '=', organizationId)
    .where('rodeo_id', '=', rodeoId)
    .where('type', 'in', kiloTypes)
    .where('deleted', '=', 0)
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
async function flowsOf(db: Db, organizationId: string, rodeoId: string): Promise<HerdFlow[]> {
  const rows = await db
    .selectFrom('postings')
    .select((select) => ['date', 'category_id as category', 'movement_id', select.fn.sum<number>('head').as('head')])
    .where('organization_id', '=', organizationId)
    .where('rodeo_id', '=', rodeoId)
    .groupBy(['date', 'category_id', 'movement_id'])
    .execute();
  return rows.map(({ date, category, head }) => ({ date, category, head }));
}
