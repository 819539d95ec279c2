import { useState } from 'react';
import { sentences } from '../../../contract/sentences.ts';
import type { Lot } from '../../../domain/farm/places.ts';
import { useDraft, useDraftOnce } from '../../forms/drafts.ts';
import { useFarm, useFarmStatus } from '../../platform/farm-context.tsx';
import { FormSheet } from '../../forms/form-sheet.tsx';
import { failureOf, useForm } from '../../forms/use-form.ts';
import type { LotView } from '../../sync/farm.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toastSaved } from '../../ui/toast-saved.ts';
import { type LotDraft, LotFields } from './lot-fields.tsx';
import { takenNameIssues } from './taken-name.ts';
import { typedNumber } from '../../ui/number-text.ts';

const title = 'Editar lote';

interface EditLotProps {
  readonly view: LotView;
  readonly onClose: () => void;
}

/** What a lot is and what it bears; its animals change by movements alone (domain.md §3.0). */
export const EditLot = (props: EditLotProps) => {
  const kept = useDraftOnce(draftKeyOf(props.view));
  return kept === undefined ? (
    <Sheet open title={title} onClose={props.onClose}>
      <Skeleton rows={4} />
    </Sheet>
  ) : (
    <Edit {...props} kept={kept} />
  );
};

const draftKeyOf = ({ lot }: LotView): string => `lote ${lot.id}`;

const draftOf = (lot: Lot): LotDraft => ({
  name: lot.name,
  hectares: lot.hectares,
  campoId: lot.campo_id ?? '',
  use: lot.use ?? '',
  isGrazing: lot.is_grazing,
  receptivity: lot.receptivity_ev_ha,
  notes: lot.notes ?? '',
});

const bodyOf = (draft: LotDraft): Readonly<Record<string, unknown>> => ({
  name: draft.name,
  hectares: typeof draft.hectares === 'number' ? draft.hectares : Number.NaN,
  campo_id: draft.campoId || null,
  use: draft.use || null,
  is_grazing: draft.isGrazing,
  receptivity_ev_ha: typedNumber(draft.receptivity),
  notes: draft.notes.trim(),
});

/** Only what the person changed: two phones that change different fields do not undo each other's. */
const changesIn = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => !Object.is(value, before[name])));

interface EditProps extends EditLotProps {
  readonly kept: Readonly<Record<string, unknown>> | null;
}

const Edit = ({ view, kept, onClose }: EditProps) => {
  const farm = useFarm();
  const { reach } = useFarmStatus();
  const [start] = useState(() => draftOf(view.lot));
  const draftKey = draftKeyOf(view);
  const form = useForm({
    start,
    keeping: useDraft(draftKey, kept),
    save: async (draft) => {
      const issues = takenNameIssues(draft.name, await farm.views.lots(), view.lot.id);
      if (issues.length > 0) return { message: null, issues };
      const saved = await farm.acts.editLot(view.lot.id, changesIn(bodyOf(start), bodyOf(draft)));
      if (!saved.ok) {
        const failure = failureOf(saved.problem);
        return failure.issues.length > 0
          ? failure
          : { ...failure, message: failure.message || sentences.lotCreateFailed };
      }
      await farm.saveDraft(draftKey, null);
      toastSaved(reach === 'reachable');
      onClose();
      return null;
    },
  });
  return (
    <FormSheet form={form} title={title} saveLabel="Guardar cambios" onClose={onClose}>
      <LotFields form={form} />
    </FormSheet>
  );
};
