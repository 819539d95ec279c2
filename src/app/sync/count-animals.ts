import { auditEndpoints } from '../../contract/endpoints/assets.ts';
import { farmEndpoints } from '../../contract/endpoints/farm.ts';
import { fillPath } from '../../contract/endpoint.ts';
import { offlineSentences } from '../../contract/sentences-offline.ts';
import { dayAt } from '../../domain/dates.ts';
import { type AuditForm, auditForm, auditPostings, auditSummary, countAgainst } from '../../domain/movements/audit.ts';
import type { Cell } from '../../domain/movements/ledger.ts';
import { spread } from '../../domain/movements/spread.ts';
import { roleMay } from '../../domain/people/permissions.ts';
import { failure } from '../../domain/result.ts';
import { issuesOf } from '../../domain/validation.ts';
import { saveCount } from './count.ts';
import { namesOf } from './names.ts';
import { overlay } from './overlay.ts';
import { type ActPorts, invalid, type Outcome, type Typed } from './saving.ts';

const bookOf =
  (cells: readonly Cell[], { lot_id, rodeo_id }: Pick<AuditForm, 'lot_id' | 'rodeo_id'>) =>
  (type: string): readonly Cell[] =>
    cells.filter(
      (cell) => cell.lot === lot_id && cell.category === type && (rodeo_id === undefined || cell.rodeo === rodeo_id),
    );

/** Beside each line, what this phone showed when the person counted: that difference is what is booked (offline.md §2.8). */
function withExpected(form: AuditForm, cells: readonly Cell[]): AuditForm {
  if (form.kind === 'opening') return form;
  const book = bookOf(cells, form);
  const expectedOf = (type: string): number => book(type).reduce((sum, cell) => sum + cell.head, 0);
  return {
    ...form,
    counted: form.counted.map((line) => ({ ...line, expected: line.expected ?? expectedOf(line.type) })),
  };
}

/** A count of a lot, checked and saved. */
export async function countAnimals(ports: ActPorts, typed: Typed, draftKey?: string): Promise<Outcome> {
  const { store, recorder } = ports;
  const parsed = auditForm.safeParse(typed);
  if (!parsed.success) return failure(invalid(issuesOf(parsed.error.issues)));
  const picture = await store.picture(recorder.organizationId, {});
  const { cells, lots } = overlay(picture);
  const form = withExpected(parsed.data, cells);
  const book = bookOf(cells, form);
  const role = picture.members.find((member) => member.id === recorder.userId)?.role ?? 'user';
  const audit = { ...form, counted: countAgainst(form.kind, form.counted, book), state: 'aprobado' as const };
  return saveCount(ports, draftKey, {
    type: 'AUDIT_RECORD',
    path: fillPath(auditEndpoints.createAudit.path, { org: recorder.organizationId }),
    body: { ...form, recorded_at: new Date(recorder.clock.now()).toISOString() },
    shown: {
      ...form,
      animals: form.counted.map(({ type, count }) => ({ type, count })),
      reference: auditSummary(audit, namesOf(picture, lots)),
    },
    // A hand's count waits for somebody's approval; who may approve books it at once.
    postings: roleMay(role, 'review') ? auditPostings(audit, book) : [],
  });
}

interface EditedCount {
  readonly lot_id: string;
  readonly animal_type: string;
  readonly count: number;
  readonly reason?: string;
}

const countBody = farmEndpoints.updateLotAnimal.body;

/** The count of one category in a lot: what is there, not the difference (domain.md §2.17, 'Editar cantidad'). */
export async function editCount(ports: ActPorts, typed: EditedCount, draftKey?: string): Promise<Outcome> {
  const { store, recorder } = ports;
  const picture = await store.picture(recorder.organizationId, {});
  const { cells, lots } = overlay(picture);
  const { lot_id, animal_type: category } = typed;
  const standing = cells.filter((cell) => cell.lot === lot_id && cell.category === category);
  const base_count = standing.reduce((sum, cell) => sum + cell.head, 0);
  const parsed = countBody?.safeParse({ ...typed, base_count, organization_id: recorder.organizationId });
  if (!parsed?.success) return failure(invalid(issuesOf(parsed?.error.issues ?? [])));
  const difference = typed.count - base_count;
  if (difference === 0) return failure(invalid([{ path: 'count', message: offlineSentences.sameCount }]));
  const form = { date: dayAt(recorder.clock.now()), kind: 'recount' as const, lot_id };
  const counted = [{ type: category, count: typed.count, expected: base_count, difference }];
  return saveCount(ports, draftKey, {
    type: 'AUDIT_RECORD',
    path: fillPath(farmEndpoints.updateLotAnimal.path, { id: lot_id }),
    body: parsed.data as Typed,
    shown: {
      ...form,
      animals: [{ type: category, count: Math.abs(difference) }],
      reference: auditSummary({ ...form, counted, state: 'aprobado' }, namesOf(picture, lots)),
    },
    postings: spread(standing, difference).map((line) => ({ lot: lot_id, category, ...line })),
  });
}
