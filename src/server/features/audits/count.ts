import { sentences } from '../../../contract/sentences.ts';
import { dayAt } from '../../../domain/dates.ts';
import { type Audit, type AuditForm, countAgainst } from '../../../domain/movements/audit.ts';
import { lateDay } from '../../../domain/movements/prepare.ts';
import { type Call, type Commit, refuse } from '../../frame/call.ts';
import { categoryOf } from '../../frame/stored.ts';

/** A count against the book, and the names of places that were gone when it came. */
export interface Counted {
  readonly audit: Omit<Audit, 'state'>;
  readonly was: Readonly<Record<string, string>>;
}

type Book = (category: string) => readonly { readonly rodeo: string | null; readonly head: number }[];

/** What the book holds in the counted place at the end of the day, by category and rodeo; without the lines of the count itself. */
export async function bookOf(
  { trx, organizationId }: Commit,
  place: Pick<Audit, 'lot_id' | 'rodeo_id'>,
  day: string,
  ownId: string | null,
): Promise<Book> {
  let query = trx
    .selectFrom('postings')
    .select((select) => ['rodeo_id as rodeo', 'category_id', select.fn.sum<number>('head').as('head')])
    .where('organization_id', '=', organizationId)
    .where('lot_id', place.lot_id === null ? 'is' : '=', place.lot_id)
    .where('date', '<=', day)
    .groupBy(['rodeo_id', 'category_id']);
  if (ownId !== null) query = query.where('movement_id', '!=', ownId);
  if (place.rodeo_id !== undefined) {
    query = query.where('rodeo_id', place.rodeo_id === null ? 'is' : '=', place.rodeo_id);
  }
  const rows = await query.execute();
  return (category) => rows.filter((row) => row.category_id === category);
}

/** Reads a count: its day, its place, its categories, and each line against the book. */
export async function countAnimals(call: Call<AuditForm>, commit: Commit, ownId: string | null): Promise<Counted> {
  const { body } = call;
  const issues = lateDay(body.date, dayAt(call.now));
  if (issues.length > 0) refuse('INVALID_BODY', { issues });
  const isField = body.offline === true;
  const lot = await placeOf(commit, 'lots', body.lot_id, isField);
  const rodeo = body.rodeo_id ? await placeOf(commit, 'rodeos', body.rodeo_id, isField) : null;
  const place = {
    lot_id: lot.id,
    ...(body.rodeo_id !== undefined && { rodeo_id: rodeo?.id ?? null }),
  };
  const lines = [];
  for (const [index, line] of body.counted.entries()) {
    lines.push({ ...line, type: await categoryOf(commit, line.type, `counted.${index}.type`) });
  }
  const counted = countAgainst(body.kind, lines, await bookOf(commit, place, body.date, ownId));
  return {
    audit: { kind: body.kind, ...place, counted },
    was: { ...(lot.was && { lot_id: lot.was }), ...(rodeo?.was && { rodeo_id: rodeo.was }) },
  };
}

/** The lot or rodeo of a count: of one that was deleted meanwhile the name, where the count comes from the field (domain.md §3.0). */
async function placeOf(
  { trx, organizationId }: Commit,
  table: 'lots' | 'rodeos',
  id: string,
  isField: boolean,
): Promise<{ readonly id: string | null; readonly was?: string }> {
  const row = await trx
    .selectFrom(table)
    .select(['name', 'deleted'])
    .where('id', '=', id)
    .where('organization_id', '=', organizationId)
    .executeTakeFirst();
  if (!row && isField) refuse('DEPENDENCY_MISSING');
  if (!row || (row.deleted === 1 && !isField))
    refuse('NOT_FOUND', table === 'lots' ? { message: sentences.lotNotFound } : {});
  return row.deleted === 1 ? { id: null, was: row.name } : { id };
}
