import { sentences } from '#contract/sentences.ts';
import { formatNumber } from '#domain';
import { failedAt, failureOf, FormSheet, useDraft, useDraftOnce, useForm } from '#forms';
import { useFarm, useFarmStatus } from '#platform';
import { sayWhenSent } from './say-when-sent.ts';
import { ChipGroup, NumberField, type NumberFieldValue, Sheet, Skeleton, toastSaved, toastSuccess } from '#ui';
import type { Standing } from './standing.ts';

const title = 'Editar cantidad';

/** Reasons for a difference (domain.md §2.17), sent as they are read. */
const reasons = ['Recuento', 'Error de carga', 'Faltante', 'Aparecido', 'Otro'] as const;

interface Draft {
  readonly count: NumberFieldValue;
  readonly reason: string;
}

interface EditCountSheetProps {
  readonly lotId: string;
  readonly lotName: string;
  readonly standing: Standing;
  readonly onClose: () => void;
}

/** Corrects the count of a category; the difference is booked as a record. */
export const EditCountSheet = (props: EditCountSheetProps) => {
  const draft = useDraftOnce(draftKeyOf(props));
  return draft === undefined ? (
    <Sheet open title={title} onClose={props.onClose}>
      <Skeleton rows={2} />
    </Sheet>
  ) : (
    <Count {...props} draft={draft} />
  );
};

const draftKeyOf = ({ lotId, standing }: Pick<EditCountSheetProps, 'lotId' | 'standing'>): string =>
  `cantidad ${lotId} ${standing.category.id}`;

interface CountProps extends EditCountSheetProps {
  readonly draft: Readonly<Record<string, unknown>> | null;
}

const Count = (props: CountProps) => {
  const { lotName, standing, onClose } = props;
  const { form } = useCount(props);
  const { count } = form.values;
  const difference = typeof count === 'number' ? count - standing.heads : null;
  return (
    <FormSheet
      form={form}
      title={title}
      saveLabel="Guardar cantidad"
      fieldId={(path) => form.fieldId(path.startsWith('reason') ? 'reason' : 'count')}
      lead={
        <p>
          {standing.category.name} en {lotName}: figuran {formatNumber(standing.heads, 0)}.
        </p>
      }
      onClose={onClose}
    >
      <NumberField label="¿Cuántos contaste?" unit="cab." {...form.bind('count')} />
      <p role="status">
        {difference === null || difference === 0
          ? 'Sin diferencia.'
          : `Diferencia: ${difference > 0 ? '+' : '−'}${formatNumber(Math.abs(difference), 0)}`}
      </p>
      <ChipGroup
        label="¿Por qué?"
        options={reasons.map((reason) => ({ value: reason, label: reason }))}
        {...form.bind('reason')}
      />
    </FormSheet>
  );
};

function useCount({ lotId, standing, draft, onClose }: CountProps) {
  const farm = useFarm();
  const { reach } = useFarmStatus();
  const draftKey = draftKeyOf({ lotId, standing });
  const form = useForm<Draft>({
    start: { count: standing.heads, reason: '' },
    keeping: useDraft(draftKey, draft),
    save: async ({ count, reason }) => {
      if (typeof count !== 'number' || !Number.isInteger(count) || count < 0) {
        return failedAt('count', 'Ingresá un número entero');
      }
      if (reason === '') return failedAt('reason', 'Elegí una opción');
      const typed = { lot_id: lotId, animal_type: standing.category.id, count, reason };
      const saved = await farm.acts.editCount(typed, draftKey);
      if (!saved.ok) return failureOf(saved.problem);
      toastSaved(reach === 'reachable');
      const options = { lang: 'en', beside: 'Cantidad corregida' };
      sayWhenSent(farm, saved.value.opId, () => toastSuccess(sentences.success, options));
      onClose();
      return null;
    },
  });
  return { form };
}
