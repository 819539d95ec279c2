import { useState } from 'react';
import { limits } from '#domain';
import { useFarm } from '#platform';
import { failureOf, FormSheet, useDraft, useForm } from '#forms';
import type { PendingView } from '#sync/farm.ts';
import { Notice, NumberField, type NumberFieldValue, TextField, toastSuccess } from '#ui';

interface CorrectLotProps {
  readonly item: PendingView;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly draftKey: string;
  /** Draft of an earlier visit. */
  readonly draft: Readonly<Record<string, unknown>> | null;
  readonly onClose: () => void;
}

interface LotWords {
  readonly name: string;
  readonly hectares: NumberFieldValue;
}

/** Corrects a rejected lot (a taken name, say): name and hectares; the rest is sent unchanged. */
export const CorrectLot = ({ item, payload, draftKey, draft, onClose }: CorrectLotProps) => {
  const farm = useFarm();
  const [refusal, setRefusal] = useState(item.problem);
  const form = useForm<LotWords>({
    keeping: useDraft(draftKey, draft),
    start: {
      name: typeof payload['name'] === 'string' ? payload['name'] : '',
      hectares: typeof payload['hectares'] === 'number' ? payload['hectares'] : null,
    },
    save: async ({ name, hectares }) => {
      // NaN makes the schema reject it with the field's message.
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
