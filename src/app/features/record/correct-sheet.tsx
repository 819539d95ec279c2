import { offlineSentences } from '../../../contract/sentences-offline.ts';
import { recordedKind } from '../../../domain/movements/registry.ts';
import type { Role } from '../../../domain/people/roles.ts';
import { Notice } from '../../ui/notice.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDraftOnce } from '../../forms/drafts.ts';
import { useFarm, useLive } from '../../platform/farm-context.tsx';
import { CorrectLot } from './correct-lot.tsx';
import { RecordForm } from './record-form.tsx';
import { useFarmThings } from './use-things.ts';
import { carriedBy, valuesFrom } from './values.ts';

interface CorrectSheetProps {
  readonly opId: string;
  readonly role: Role;
  readonly onClose: () => void;
}

/** A record that the server refused, with what it said, in its own form: saved again it goes as a new request. */
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
  const kept = useDraftOnce(draftKey);
  if (found === null) {
    return (
      <Sheet open title="Corregir" onClose={onClose}>
        <Notice tone="warn">{offlineSentences.gone}</Notice>
      </Sheet>
    );
  }
  if (!found || !things || kept === undefined) {
    return (
      <Sheet open title="Corregir" onClose={onClose}>
        <Skeleton rows={4} />
      </Sheet>
    );
  }
  const { item, payload } = found;
  const kind = recordedKind(item.movementType ?? '');
  if (!kind) return <CorrectLot {...{ item, payload, draftKey, kept, onClose }} />;
  return (
    <RecordForm
      kind={kind}
      role={role}
      title={`Corregir ${kind.label.toLocaleLowerCase('es-AR')}`}
      things={things}
      start={valuesFrom(kind, payload)}
      kept={kept}
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
