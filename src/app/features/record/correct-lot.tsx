import { useState } from 'react';
import { limits } from '../../../domain/limits.ts';
import { useFarm } from '../../platform/farm-context.tsx';
import { useDraft } from '../../forms/drafts.ts';
import { FormSheet } from '../../forms/form-sheet.tsx';
import { failureOf, useForm } from '../../forms/use-form.ts';
import type { PendingView } from '../../sync/farm.ts';
import { Notice } from '../../ui/notice.tsx';
import { NumberField, type NumberFieldValue } from '../../ui/number-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toastSuccess } from '../../ui/toaster.tsx';

interface CorrectLotProps {
  readonly item: PendingView;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly draftKey: string;
  /** What an earlier visit left half-typed. */
  readonly kept: Readonly<Record<string, unknown>> | null;
  readonly onClose: () => void;
}

interface LotWords {
  readonly name: string;
  readonly hectares: NumberFieldValue;
}

/** A lot that the server refused (its name is taken, say): its name and its hectares can be set right; the rest goes as it was. */
export const CorrectLot = ({ item, payload, draftKey, kept, onClose }: CorrectLotProps) => {
  const farm = useFarm();
  const [refusal, setRefusal] = useState(item.problem);
  const form = useForm<LotWords>({
    keeping: useDraft(draftKey, kept),
    start: {
      name: typeof payload['name'] === 'string' ? payload['name'] : '',
      hectares: typeof payload['hectares'] === 'number' ? payload['hectares'] : null,
    },
    save: async ({ name, hectares }) => {
      // Left empty or no number: the field's own sentence comes back.
      const number = typeof hectares === 'number' ? hectares : Number.NaN;
      const saved = await farm.acts.correct(item.opId, { ...payload, name, hectares: number });
      setRefusal(null);
      if (!saved.ok) return failureOf(saved.problem);
      await farm.saveDraft(draftKey, null);
      toastSuccess('Guardado en este celular');
      onClose();
      return null;
    },
  });
  const refused = (name: string) => {
    const error = refusal?.issues.find((issue) => issue.path === name)?.message;
    return error === undefined ? {} : { error };
  };
  return (
    <FormSheet
      form={form}
      title="Corregir lote"
      saveLabel="Guardar cambios"

      onClose={onClose}
      lead={
        item.problem ? (
          <Notice tone="danger" title="El servidor no lo aceptó">
            {item.problem.message}
          </Notice>
        ) : null
      }
    >
      <TextField
        label="Nombre del lote"
        maxLength={limits.placeNameMaxLength}
        {...form.bind('name')}
        {...refused('name')}
      />
      <NumberField label="Hectáreas" unit="ha" {...form.bind('hectares')} {...refused('hectares')} />
    </FormSheet>
  );
};
