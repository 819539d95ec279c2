import { sentences } from '#contract/sentences.ts';
import { type Category, formatNumber, headsOf, limits } from '#domain';
import { recategorization } from '#domain/movements/kinds/moves.ts';
import { failedAt, failureOf, FormSheet, useDraft, useDraftOnce, useForm } from '#forms';
import { useFarm, useFarmStatus, useLive, useToday } from '#platform';
import { sayWhenSent } from './say-when-sent.ts';
import type { RodeoView } from '#sync/farm.ts';
import { Button, ChipGroup, SelectField, Sheet, Skeleton, Stepper, toastSaved, toastSuccess } from '#ui';
import type { Standing } from './standing.ts';

const title = 'Transferir categoría';

interface Draft {
  readonly rodeo: string;
  readonly to: string;
  readonly count: number;
}

interface ChangeCategorySheetProps {
  readonly lotId: string;
  readonly lotName: string;
  readonly standing: Standing;
  readonly onClose: () => void;
}

interface TransferProps extends ChangeCategorySheetProps {
  readonly categories: readonly Category[];
  readonly rodeos: readonly RodeoView[];
  readonly draft: Readonly<Record<string, unknown>> | null;
}

/** Moves animals of a lot to another category (domain.md §1.2): an ordinary record, so it works offline. */
export const ChangeCategorySheet = (props: ChangeCategorySheetProps) => {
  const draft = useDraftOnce(draftKeyOf(props));
  const around = useLive(async (views) => {
    const [categories, rodeos] = await Promise.all([views.categories(), views.rodeos()]);
    return { categories, rodeos };
  });
  return draft === undefined || !around ? (
    <Sheet open title={title} onClose={props.onClose}>
      <Skeleton rows={3} />
    </Sheet>
  ) : (
    <Transfer {...props} {...around} draft={draft} />
  );
};

const draftKeyOf = ({ lotId, standing }: Pick<ChangeCategorySheetProps, 'lotId' | 'standing'>): string =>
  `transferir ${lotId} ${standing.category.id}`;

const Transfer = (props: TransferProps) => {
  const { lotName, standing, categories, rodeos, onClose } = props;
  const form = useTransfer(props);
  const { values, change, bind } = form;
  const there = standing.cells.find((cell) => (cell.rodeo ?? '') === values.rodeo)?.head ?? 0;
  return (
    <FormSheet
      form={form}
      title={title}
      saveLabel={values.count > 0 ? `Transferir ${headsOf(values.count, standing.category.name)}` : 'Transferir'}
      fieldId={() => form.fieldId('to_category')}
      lead={
        <p>
          {standing.category.name} en {lotName}: hay {formatNumber(standing.heads, 0)}.
        </p>
      }
      onClose={onClose}
    >
      {standing.cells.length > 1 ? (
        <ChipGroup
          label="¿De qué rodeo?"
          options={standing.cells.map((cell) => ({
            value: cell.rodeo ?? '',
            label: rodeos.find((one) => one.rodeo.id === cell.rodeo)?.rodeo.name ?? 'Sin rodeo',
          }))}
          {...bind('rodeo')}
        />
      ) : null}
      <SelectField
        label="Pasan a"
        options={categories
          .filter((one) => one.active && one.id !== standing.category.id)
          .map((one) => ({ value: one.id, label: one.name }))}
        {...bind('to', 'to_category')}
      />
      <Stepper
        label={standing.category.name}
        hint={`hay ${formatNumber(there, 0)}`}
        max={limits.headsPerLine}
        {...bind('count')}
        action={
          <Button compact onClick={() => change({ count: Math.max(0, there) })}>
            Todos
          </Button>
        }
      />
    </FormSheet>
  );
};

function useTransfer({ lotId, standing, draft, onClose }: TransferProps) {
  const farm = useFarm();
  const today = useToday();
  const { reach } = useFarmStatus();
  const { category, cells } = standing;
  const largest = cells.toSorted((a, b) => b.head - a.head)[0];
  const draftKey = draftKeyOf({ lotId, standing });
  return useForm<Draft>({
    start: { rodeo: largest?.rodeo ?? '', to: category.next_id ?? '', count: 0 },
    keeping: useDraft(draftKey, draft),
    save: async ({ rodeo, to, count }) => {
      if (to === '') return failedAt('to_category', 'Elegí una opción');
      const payload = { date: today, lot_id: lotId, rodeo_id: rodeo || null, from_category: category.id };
      const saved = await farm.acts.recordMovement(
        recategorization.type,
        { ...payload, to_category: to, count },
        draftKey,
      );
      if (!saved.ok) {
        const failure = failureOf(saved.problem);
        const isSaid = failure.issues.length > 0 || Boolean(failure.message);
        return isSaid ? failure : { ...failure, message: sentences.animalTransferFailed };
      }
      toastSaved(reach === 'reachable');
      sayWhenSent(farm, saved.value.opId, () => toastSuccess(sentences.animalTransferred));
      onClose();
      return null;
    },
  });
}
