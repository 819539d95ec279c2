import { offlineSentences } from '#contract/sentences-offline.ts';
import { recordedKind, type Role } from '#domain';
import { Notice, Sheet, Skeleton } from '#ui';
import { useDraftOnce } from '#forms';
import { useFarm, useLive } from '#platform';
import { CorrectLot } from './correct-lot.tsx';
import { RecordForm } from './record-form.tsx';
import { useFarmThings } from './use-things.ts';
import { carriedBy, valuesFrom } from './values.ts';

interface CorrectSheetProps {
  readonly opId: string;
  readonly role: Role;
  readonly onClose: () => void;
}

/** Corrects a rejected record in its own form; saved, it goes as a new request. */
export const CorrectSheet = ({ opId, role, onClose }: CorrectSheetProps) => {
  const farm = useFarm();
  const things = useFarmThings();
  const found = useLive(
    async (views) => {
      const [pending, payload] = await Promise.all([views.pending(), views.pendingPayload(opId)]);
      const item = pending.find((one) => one.opId === opId);
      return item && payload ? { item, payload } : null;
    },
    [opId],
  );
  const draftKey = `correccion ${opId}`;
  const draft = useDraftOnce(draftKey);
  if (found === null) {
    return (
      <Sheet open title="Corregir" onClose={onClose}>
        <Notice tone="warn">{offlineSentences.gone}</Notice>
      </Sheet>
    );
  }
  if (!found || !things || draft === undefined) {
    return (
      <Sheet open title="Corregir" onClose={onClose}>
        <Skeleton rows={4} />
      </Sheet>
    );
  }
  const { item, payload } = found;
  const kind = recordedKind(item.movementType ?? '');
  if (!kind) return <CorrectLot {...{ item, payload, draftKey, draft, onClose }} />;
  return (
    <RecordForm
      kind={kind}
      role={role}
      title={`Corregir ${kind.label.toLocaleLowerCase('es-AR')}`}
      things={things}
      start={valuesFrom(kind, payload)}
      draft={draft}
      draftKey={draftKey}
      recordId={item.entityId}
      issues={item.problem?.issues ?? []}
      isNew={false}
      notice={
        item.problem ? (
          <Notice tone="danger" title="El servidor no lo aceptó">
            {item.problem.message}
          </Notice>
        ) : null
      }
      save={async (typed) => {
        const saved = await farm.acts.correct(opId, { ...typed, ...carriedBy(payload) });
        if (saved.ok) await farm.saveDraft(draftKey, null);
        return saved;
      }}
      onClose={onClose}
    />
  );
};
