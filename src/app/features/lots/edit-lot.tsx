import { useState } from 'react';
import { sentences } from '#contract/sentences.ts';
import type { Lot } from '#domain';
import { failureOf, FormSheet, useDraft, useDraftOnce, useForm } from '#forms';
import { useFarm, useFarmStatus } from '#platform';
import type { LotView } from '#sync/farm.ts';
import { Sheet, Skeleton, toastSaved, typedNumber } from '#ui';
import { type LotDraft, LotFields } from './lot-fields.tsx';
import { takenNameIssues } from './taken-name.ts';

const title = 'Editar lote';

interface EditLotProps {
  readonly view: LotView;
  readonly onClose: () => void;
}

/** Edits a lot; its animals change only by movements (domain.md §3.0). */
export const EditLot = (props: EditLotProps) => {
  const draft = useDraftOnce(draftKeyOf(props.view));
  return draft === undefined ? (
    <Sheet open title={title} onClose={props.onClose}>
      <Skeleton rows={4} />
    </Sheet>
  ) : (
    <Edit {...props} draft={draft} />
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

const bodyOf = (typed: LotDraft): Readonly<Record<string, unknown>> => ({
  name: typed.name,
  hectares: typeof typed.hectares === 'number' ? typed.hectares : Number.NaN,
  campo_id: typed.campoId || null,
  use: typed.use || null,
  is_grazing: typed.isGrazing,
  receptivity_ev_ha: typedNumber(typed.receptivity),
  notes: typed.notes.trim(),
});

/** Only changed fields, so that two phones do not overwrite each other's. */
const changesIn = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => !Object.is(value, before[name])));

interface EditProps extends EditLotProps {
  readonly draft: Readonly<Record<string, unknown>> | null;
}

const Edit = ({ view, draft, onClose }: EditProps) => {
  const farm = useFarm();
  const { reach } = useFarmStatus();
  const [start] = useState(() => draftOf(view.lot));
  const draftKey = draftKeyOf(view);
  const form = useForm({
    start,
    keeping: useDraft(draftKey, draft),
    save: async (typed) => {
      const issues = takenNameIssues(typed.name, await farm.views.lots(), view.lot.id);
      if (issues.length > 0) return { message: null, issues };
      const saved = await farm.acts.editLot(view.lot.id, changesIn(bodyOf(start), bodyOf(typed)));
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
