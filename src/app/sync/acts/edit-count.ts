import { netHeads } from '#domain/movements/ledger.ts';
import { farmEndpoints } from '#contract/endpoints/farm.ts';
import { fillPath } from '#contract/endpoint.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import { dayAt } from '#domain/dates.ts';
import { auditSummary } from '#domain/movements/audit.ts';
import { count } from '#domain/movements/kinds/system.ts';
import { spread } from '#domain/movements/spread.ts';
import { failure } from '#domain/result.ts';
import { issuesOf } from '#domain/validation.ts';
import { countOp, saveCount } from './count.ts';
import { namesOf } from '../views/names.ts';
import { overlay } from '../views/overlay.ts';
import { type ActPorts, invalid, recordedNow } from './saving.ts';
import type { Outcome, Typed } from '../farm.ts';

interface EditedCount {
  readonly lot_id: string;
  readonly animal_type: string;
  readonly count: number;
  readonly reason?: string;
}

const countBody = farmEndpoints.updateLotAnimal.body;

/** A count of one category in a lot: the total, not the difference (domain.md §2.17, 'Editar cantidad'). */
export async function editCount(ports: ActPorts, typed: EditedCount, draftKey?: string): Promise<Outcome> {
  const { store, recorder } = ports;
  const picture = await store.picture(recorder.organizationId, {});
  const { cells, lots } = overlay(picture);
  const { lot_id, animal_type: category } = typed;
  const standing = cells.filter((cell) => cell.lot === lot_id && cell.category === category);
  const base_count = netHeads(standing);
  const parsed = countBody?.safeParse({ ...typed, base_count, organization_id: recorder.organizationId });
  if (!parsed?.success) return failure(invalid(issuesOf(parsed?.error.issues ?? [])));
  const difference = typed.count - base_count;
  if (difference === 0) return failure(invalid([{ path: 'count', message: offlineSentences.sameCount }]));
  const form = { date: dayAt(recorder.clock.now()), kind: 'recount' as const, lot_id };
  const counted = [{ type: category, count: typed.count, expected: base_count, difference }];
  const op = countOp(recorder, {
    type: count.type,
    path: fillPath(farmEndpoints.updateLotAnimal.path, { id: lot_id }),
    body: { ...(parsed.data as Typed), recorded_at: recordedNow(recorder) },
    shown: {
      ...form,
      animals: [{ type: category, count: Math.abs(difference) }],
      reference: auditSummary({ ...form, counted, state: 'aprobado' }, namesOf(picture, lots)),
    },
    postings: spread(standing, difference).map((line) => ({ lot: lot_id, category, ...line })),
  });
  return saveCount(ports, draftKey, op);
}
