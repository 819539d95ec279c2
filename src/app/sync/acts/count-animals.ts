import { auditEndpoints } from '#contract/endpoints/assets.ts';
import { fillPath } from '#contract/endpoint.ts';
import {
  type Audit,
  type AuditForm,
  auditForm,
  auditSummary,
  countAgainst,
  type CountedLine,
  openingPostings,
} from '#domain/movements/audit.ts';
import { count } from '#domain/movements/kinds/system.ts';
import type { Cell } from '#domain/movements/ledger.ts';
import type { Movement } from '#domain/movements/movement.ts';
import { roleMay } from '#domain/people/permissions.ts';
import { failure } from '#domain/result.ts';
import { issuesOf } from '#domain/validation.ts';
import { countOp, derivedCount, saveCount } from './count.ts';
import { namesOf } from '../views/names.ts';
import { overlay } from '../views/overlay.ts';
import { type ActPorts, invalid, recordedNow } from './saving.ts';
import type { Outcome, Typed } from '../farm.ts';

/** Adds what this phone showed at the count: what is known of a place that is gone when the count arrives. */
function withExpected(form: AuditForm, cells: readonly Cell[]): AuditForm {
  if (form.kind === 'opening') return form;
  const expectedOf = (type: string): number =>
    cells
      .filter((cell) => cell.lot === form.lot_id && cell.category === type)
      .filter((cell) => form.rodeo_id === undefined || cell.rodeo === form.rodeo_id)
      .reduce((sum, cell) => sum + cell.head, 0);
  return {
    ...form,
    counted: form.counted.map((line) => ({ ...line, expected: line.expected ?? expectedOf(line.type) })),
  };
}

/** The count as it waits. A hand's waits for approval; an approver's is booked at once, and the book follows it (`recounted.ts`). */
function auditOf(form: AuditForm, stood: readonly CountedLine[], mayReview: boolean, at: string): Audit {
  const counted = countAgainst(form.kind, form.counted, () => [], stood);
  return {
    kind: form.kind,
    lot_id: form.lot_id,
    ...(form.rodeo_id !== undefined && { rodeo_id: form.rodeo_id }),
    counted,
    ...(mayReview ? { state: 'aprobado', decided_at: at } : { state: 'pendiente' }),
  };
}

/** The existing count's lines; older versions wrote none. */
const linesOf = (movement: Movement | undefined): readonly CountedLine[] => {
  const counted = movement?.metadata['counted'];
  return Array.isArray(counted) ? (counted as CountedLine[]) : [];
};

/** Checks and saves a count of a lot; `corrects`: the count it replaces. */
export async function countAnimals(
  ports: ActPorts,
  typed: Typed,
  draftKey?: string,
  corrects?: string,
): Promise<Outcome> {
  const { store, recorder } = ports;
  const parsed = auditForm.safeParse(typed);
  if (!parsed.success) return failure(invalid(issuesOf(parsed.error.issues)));
  const { lot_id, date } = parsed.data;
  const picture = await store.picture(recorder.organizationId, {
    book: { lot: lot_id, from: date },
    ...(corrects !== undefined && { ids: [corrects] }),
  });
  const { cells, lots, movements } = overlay(picture);
  const form = withExpected(parsed.data, cells);
  const role = picture.members.find((member) => member.id === recorder.userId)?.role ?? 'user';
  const confirmed = corrects === undefined ? undefined : picture.byId.get(corrects);
  const isWaiting = confirmed?.metadata['state'] === 'pendiente';
  const stood = linesOf(movements.get(corrects ?? '') ?? confirmed);
  const recordedAt = recordedNow(recorder);
  const audit = auditOf(form, stood, roleMay(role, 'review') && !isWaiting, recordedAt);
  const op = countOp(recorder, {
    type: count.type,
    corrects,
    path:
      corrects === undefined
        ? fillPath(auditEndpoints.createAudit.path, { org: recorder.organizationId })
        : fillPath(auditEndpoints.updateAudit.path, { org: recorder.organizationId, id: corrects }),
    body: { ...form, recorded_at: recordedAt },
    shown: {
      ...form,
      ...audit,
      animals: form.counted.map(({ type, count }) => ({ type, count })),
      reference: auditSummary(audit, namesOf(picture, lots)),
    },
    postings: audit.kind === 'opening' && audit.state === 'aprobado' ? openingPostings(audit) : [],
  });
  return saveCount(ports, draftKey, derivedCount(op, picture, form));
}
