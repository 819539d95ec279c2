import { dayAt } from '../../../domain/dates.ts';
import { type Audit, auditSummary, countAgainst, openingPostings } from '../../../domain/movements/audit.ts';
import { count } from '../../../domain/movements/kinds/system.ts';
import { lateDay } from '../../../domain/movements/prepare.ts';
import { type Call, type Commit, refuse } from '../../kernel/call.ts';
import { namesOf } from '../present/names.ts';
import { categoryOf, rowOf } from '../../rows/stored.ts';
import { writeMovement } from '../book/write-movement.ts';

/** Animals in a new lot, and their rodeo. */
export interface OpeningLine {
  readonly type: string;
  readonly count: number;
  readonly rodeo_id?: string | null;
  readonly average_kg?: number;
}

interface Opening {
  readonly lot: string;
  readonly animals: readonly OpeningLine[];
  /** The day of the count; default: today. */
  readonly since: string | undefined;
  readonly isField: boolean;
  /** From `recordedAt`. */
  readonly recorded: { readonly recordedAt?: string };
}

/** One opening count per rodeo, so that the stock equation closes (domain.md §2.2), editable like any count. */
export async function openLot(call: Call, commit: Commit, opening: Opening, newId: () => string): Promise<void> {
  const { recordedAt } = opening.recorded;
  const date = opening.since ?? dayAt(recordedAt === undefined ? call.now : Date.parse(recordedAt));
  const late = lateDay(date, dayAt(call.now)).map((issue) => ({ ...issue, path: 'animals_on' }));
  if (late.length > 0) refuse('INVALID_BODY', { issues: late });
  const byRodeo = new Map<string | null, Omit<OpeningLine, 'rodeo_id'>[]>();
  const gone: Record<string, string> = {};
  for (const [index, { type, count, rodeo_id, average_kg }] of opening.animals.entries()) {
    if (count === 0) continue;
    const rodeo = await rodeoOf(commit, rodeo_id ?? null, opening.isField, gone);
    const category = await categoryOf(commit, type, `animals.${index}.type`);
    byRodeo.set(rodeo, [
      ...(byRodeo.get(rodeo) ?? []),
      { type: category, count, ...(average_kg !== undefined && { average_kg }) },
    ]);
  }
  const names = await namesOf(commit.trx, commit.organizationId);
  for (const [rodeo, lines] of byRodeo) {
    const counted = countAgainst('opening', lines, () => []);
    const audit: Audit = { kind: 'opening', lot_id: opening.lot, rodeo_id: rodeo, counted, state: 'aprobado' };
    const isGone = rodeo === null && Object.keys(gone).length > 0;
    await writeMovement(call, commit, {
      id: newId(),
      type: count.type,
      date,
      lot: opening.lot,
      rodeo,
      payload: { ...audit },
      animals: counted.map(({ type, count }) => ({ type, count })),
      postings: openingPostings(audit),
      reference: auditSummary(audit, names),
      ...opening.recorded,
      ...(isGone && { was: gone, review: { reasons: ['missing_reference'] } }),
    });
  }
}

/** A rodeo deleted meanwhile: from the field the animals go without one (domain.md §3.0). */
async function rodeoOf(
  commit: Commit,
  id: string | null,
  isField: boolean,
  gone: Record<string, string>,
): Promise<string | null> {
  if (id === null) return null;
  const { deleted, name } = await rowOf(commit, 'rodeos', id);
  if (deleted === 0) return id;
  if (!isField) return refuse('NOT_FOUND');
  gone.rodeo_id = name;
  return null;
}
