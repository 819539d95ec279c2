import { refusedEndpoints } from '#contract/endpoints/refused.ts';
import { offlineSentences } from '#contract/sentences-offline.ts';
import type { RecordedKind } from '#domain/movements/define.ts';
import { failure, type Payload, recordedKind, type Role, success } from '#domain';
import { useDraftOnce } from '#forms';
import { useAnswer, useFarm, useSession } from '#platform';
import { sentBy } from '#farm/sent-by.ts';
import { ask } from '#session/ask.ts';
import { Notice, Sheet, Skeleton } from '#ui';
import { RecordForm } from './record-form.tsx';
import { useFarmThings } from './use-things.ts';
import { valuesFrom } from './values.ts';

interface RefusedSheetProps {
  /** Key of the rejected record. */
  readonly id: string;
  readonly role: Role;
  readonly onClose: () => void;
}

/** What no field holds stays as the author's phone sent it: ids, when and where it was recorded. */
const besideForm = ({ fields }: RecordedKind, body: Payload): Payload =>
  Object.fromEntries(
    Object.entries(body).filter(([name]) => !(name in fields) && name !== 'detail' && name !== 'photos'),
  );

/** The office corrects a record rejected from another phone; it keeps its author (domain.md §2.18). */
export const RefusedSheet = ({ id, role, onClose }: RefusedSheetProps) => {
  const farm = useFarm();
  const { session } = useSession();
  const things = useFarmThings();
  const asked = useAnswer(refusedEndpoints.refused, { org: farm.organizationId });
  const draftKey = `rechazado ${id}`;
  const draft = useDraftOnce(draftKey);
  const record = asked.value?.refused.find((one) => one.id === id);
  const kind = recordedKind(record?.type ?? '');
  const gone = asked.failed?.message ?? (asked.value && !(record && kind) ? offlineSentences.gone : null);
  if (!record || !kind || !things || draft === undefined) {
    return (
      <Sheet open title="Corregir" onClose={onClose}>
        {gone === null ? <Skeleton rows={4} /> : <Notice tone="warn">{gone}</Notice>}
      </Sheet>
    );
  }
  const body = record.body ?? {};
  return (
    <RecordForm
      kind={kind}
      role={role}
      title={`Corregir ${kind.label.toLocaleLowerCase('es-AR')}`}
      things={things}
      start={valuesFrom(kind, body)}
      draft={draft}
      draftKey={draftKey}
      issues={record.issues}
      isNew={false}
      notice={
        <Notice tone="danger" title={`El servidor no lo aceptó · ${sentBy(record)}`}>
          {record.message}
        </Notice>
      }
      save={async (typed) => {
        const answer = await ask(session, refusedEndpoints.applyRefused, {
          params: { org: farm.organizationId, id },
          body: { body: { ...besideForm(kind, body), ...typed } },
        });
        if (!answer.ok) {
          const { issues, message } = answer.problem;
          return failure(issues.length > 0 ? { reason: 'invalid', issues } : { reason: 'gone', message });
        }
        await farm.saveDraft(draftKey, null);
        await farm.acts.sendNow();
        return success({ opId: id, entityId: id });
      }}
      onClose={onClose}
    />
  );
};
