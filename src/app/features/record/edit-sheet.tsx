import { offlineSentences } from '#contract/sentences-offline.ts';
import { Suspense } from 'react';
import { isOpening, readBy, recordedKind, type Role } from '#domain';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Notice, Sheet, Skeleton } from '#ui';
import { useDraftOnce } from '#forms';
import { useFarm, useLive } from '#platform';
import { withSource } from './culls.ts';
import { RecordForm } from './record-form.tsx';
import { useFarmThings } from './use-things.ts';
import { carriedBy, valuesFrom } from './values.ts';

const OpeningSheet = lazyPart(async () => (await import('./opening-sheet.tsx')).OpeningSheet);

interface EditSheetProps {
  readonly id: string;
  readonly role: Role;
  readonly onClose: () => void;
}

/** Edits a movement in its own form. An unsent one changes in the outbox, without a second request. */
export const EditSheet = ({ id, role, onClose }: EditSheetProps) => {
  const farm = useFarm();
  const things = useFarmThings();
  const view = useLive((views) => views.movement(id), [id]);
  const draftKey = `edicion ${id}`;
  const draft = useDraftOnce(draftKey);
  const kind = view ? recordedKind(view.movement.type) : null;
  if (view && isOpening(view.movement)) {
    return (
      <Suspense>
        <OpeningSheet view={view} lotId={null} onClose={onClose} />
      </Suspense>
    );
  }
  if (view === null || (view && !kind)) {
    return (
      <Sheet open title="Editar" onClose={onClose}>
        <Notice tone="warn">{offlineSentences.gone}</Notice>
      </Sheet>
    );
  }
  if (!view || !kind || !things || draft === undefined) {
    return (
      <Sheet open title="Editar" onClose={onClose}>
        <Skeleton rows={4} />
      </Sheet>
    );
  }
  const payload = readBy(kind, view.movement);
  return (
    <RecordForm
      kind={kind}
      role={role}
      title={`Editar ${kind.label.toLocaleLowerCase('es-AR')}`}
      things={things}
      start={valuesFrom(kind, payload)}
      draft={draft}
      draftKey={draftKey}
      recordId={view.movement.id}
      isNew={false}
      save={(typed) => {
        const whole = withSource(kind, { ...typed, ...carriedBy(payload) }, things);
        return farm.acts.editMovement(view.movement.id, whole, draftKey);
      }}
      onClose={onClose}
    />
  );
};
