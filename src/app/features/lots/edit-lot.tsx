import { type FormEvent, useId, useState } from 'react';
import { sentences } from '../../../contract/sentences.ts';
import type { Lot } from '../../../domain/farm/places.ts';
import { useDraftOnce } from '../../frame/drafts.ts';
import { useFarm, useFarmStatus } from '../../frame/farm-context.tsx';
import { FormHead } from '../../frame/form-head.tsx';
import { failureOf, useKeptForm } from '../../frame/kept-form.ts';
import type { LotView } from '../../sync/farm.ts';
import { Button } from '../../ui/button.tsx';
import type { NumberFieldValue } from '../../ui/number-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Stack } from '../../ui/stack.tsx';
import { toastSaved } from '../../ui/toast-saved.ts';
import { toastSuccess } from '../../ui/toaster.tsx';
import { type LotDraft, lotFieldId, LotFields } from './lot-fields.tsx';

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

/** What is no number goes as none: the field's own sentence comes back. */
const numberIn = (value: NumberFieldValue): number | null => (value === 'invalid' ? Number.NaN : value);

const bodyOf = (draft: LotDraft): Readonly<Record<string, unknown>> => ({
  name: draft.name,
  hectares: typeof draft.hectares === 'number' ? draft.hectares : Number.NaN,
  campo_id: draft.campoId || null,
  use: draft.use || null,
  is_grazing: draft.isGrazing,
  receptivity_ev_ha: numberIn(draft.receptivity),
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
  const formId = useId();
  const [start] = useState(() => draftOf(view.lot));
  const draftKey = draftKeyOf(view);
  const form = useKeptForm<LotDraft>({
    draftKey,
    start,
    kept,
    save: async (draft) => {
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
  const close = (): void => {
    if (form.isDirty) toastSuccess('Borrador guardado');
    onClose();
  };
  return (
    <Sheet
      open
      title={title}
      onClose={close}
      footer={
        <Button type="submit" form={formId} variant="primary" wide busy={form.busy}>
          Guardar cambios
        </Button>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void form.submit();
        }}
      >
        <Stack>
          <FormHead form={form} fieldId={lotFieldId} />
          <LotFields draft={form.values} change={form.change} errorOf={form.errorOf} />
        </Stack>
      </form>
    </Sheet>
  );
};
