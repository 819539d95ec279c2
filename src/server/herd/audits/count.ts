import { sentences } from '../../../contract/sentences.ts';
import { dayAt } from '../../../domain/dates.ts';
import { type Audit, type AuditForm, countAgainst, type CountedLine } from '../../../domain/movements/audit.ts';
import { lateDay } from '../../../domain/movements/prepare.ts';
import { type Call, type Commit, refuse } from '../../kernel/call.ts';
import { categoryOf } from '../../rows/stored.ts';

/** A count as sent, with the names of places deleted meanwhile. */
export interface Counted {
  readonly audit: Omit<Audit, 'state'>;
  readonly was: Readonly<Record<string, string>>;
}

/**
 * Checks a count's day, place and categories. The ledger fills in the differences later
 * (`server/herd/book/recounts.ts`); where the place is gone, the phone's stay. `stood`: the lines that a correction
 * replaces.
 */
export async function countAnimals(
  call: Call<AuditForm>,
  commit: Commit,
  stood: readonly CountedLine[] = [],
): Promise<Counted> {
  const { body } = call;
  const issues = lateDay(body.date, dayAt(call.now));
  if (issues.length > 0) refuse('INVALID_BODY', { issues });
  const isField = body.offline === true;
  const lot = await placeOf(commit, 'lots', body.lot_id, isField);
  const rodeo = body.rodeo_id ? await placeOf(commit, 'rodeos', body.rodeo_id, isField) : null;
  const lines = [];
  for (const [index, line] of body.counted.entries()) {
    lines.push({ ...line, type: await categoryOf(commit, line.type, `counted.${index}.type`) });
  }
  const was = { ...(lot.was && { lot_id: lot.was }), ...(rodeo?.was && { rodeo_id: rodeo.was }) };
  const counted = countAgainst(body.kind, lines, () => [], stood);
  const isBooked = body.kind === 'recount' && Object.keys(was).length === 0;
  return {
    audit: {
      kind: body.kind,
      lot_id: lot.id,
      ...(body.rodeo_id !== undefined && { rodeo_id: rodeo?.id ?? null }),
      counted: isBooked ? counted.map((line) => ({ ...line, expected: line.count, difference: 0 })) : counted,
    },
    was,
  };
}

/** The lot or rodeo of a count; from the field only the name of one deleted meanwhile (domain.md §3.0). */
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
