import { sentences } from '#contract/sentences.ts';
import { type Category, type Cell, formatNumber, headsOf, limits, netHeads, rodeoOf } from '#domain';
import { recategorization } from '#domain/movements/kinds/moves.ts';
import { type Draft, failedAt, failureOf, FormSheet, useDraft, useDraftOnce, useForm } from '#forms';
import { toastSaved, useFarm, useLive, useToday } from '#platform';
import type { Farm, RodeoView } from '#sync/farm.ts';
import {
  Button,
  ChipGroup,
  ConfirmDialog,
  NumberField,
  type NumberFieldValue,
  optionsOf,
  SelectField,
  Sheet,
  Skeleton,
  Stepper,
  toastError,
  toastSuccess,
} from '#ui';

export interface Standing {
  readonly category: Category;
  readonly heads: number;
  readonly cells: readonly Cell[];
}

/** Animals of a lot by category, in category order. */
export const standingIn = (
  lotId: string,
  stock: readonly Cell[],
  categories: readonly Category[],
): readonly Standing[] =>
  categories
    .map((category) => {
      const cells = stock.filter((cell) => cell.lot === lotId && cell.category === category.id && cell.head !== 0);
      return { category, cells, heads: netHeads(cells) };
    })
    .filter(({ cells }) => cells.length > 0);

interface AnimalSheetProps {
  readonly lotId: string;
  readonly lotName: string;
  readonly standing: Standing;
  readonly onClose: () => void;
}

/** Later nobody remembers the act. */
const sayWithinMs = 60_000;

/** Calls `say` once the server has accepted the operation (ux.md §5.2); after a minute the badge alone tells. */
function sayWhenSent(farm: Farm, opId: string, say: () => void): void {
  let isOver = false;
  let stop = (): void => undefined;
  const end = (): void => {
    isOver = true;
    stop();
  };
  const timer = setTimeout(end, sayWithinMs);
  const look = async (): Promise<void> => {
    const sent = await farm.views.sentToday();
    if (isOver || !sent.some((one) => one.opId === opId)) return;
    clearTimeout(timer);
    end();
    say();
  };
  stop = farm.onStatus(() => void look());
}

/** Says that an act is saved, and again once it is sent. */
function useSaySaved() {
  const farm = useFarm();
  return (opId: string, saySent: () => void): void => {
    toastSaved(farm);
    sayWhenSent(farm, opId, saySent);
  };
}

const countTitle = 'Editar cantidad';
const countKey = (lotId: string, { category }: Standing): string => `cantidad ${lotId} ${category.id}`;

/** Reasons for a difference (domain.md §2.17), sent as they are read. */
const reasons = ['Recuento', 'Error de carga', 'Faltante', 'Aparecido', 'Otro'] as const;

/** Corrects the count of a category; the difference is booked as a record. */
export const EditCountSheet = (props: AnimalSheetProps) => {
  const draft = useDraftOnce(countKey(props.lotId, props.standing));
  return draft === undefined ? (
    <Sheet open title={countTitle} onClose={props.onClose}>
      <Skeleton rows={2} />
    </Sheet>
  ) : (
    <Count {...props} draft={draft} />
  );
};

interface CountProps extends AnimalSheetProps {
  readonly draft: Draft | null;
}

const Count = (props: CountProps) => {
  const { lotName, standing, onClose } = props;
  const form = useCount(props);
  const { count } = form.values;
  const difference = typeof count === 'number' ? count - standing.heads : null;
  return (
    <FormSheet
      form={form}
      title={countTitle}
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
  const saySaved = useSaySaved();
  const draftKey = countKey(lotId, standing);
  return useForm<{ readonly count: NumberFieldValue; readonly reason: string }>({
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
      const options = { lang: 'en', beside: 'Cantidad corregida' };
      saySaved(saved.value.opId, () => toastSuccess(sentences.success, options));
      onClose();
      return null;
    },
  });
}

const transferTitle = 'Transferir categoría';
const transferKey = (lotId: string, { category }: Standing): string => `transferir ${lotId} ${category.id}`;

interface TransferProps extends CountProps {
  readonly categories: readonly Category[];
  readonly rodeos: readonly RodeoView[];
}

/** Moves animals of a lot to another category (domain.md §1.2): an ordinary record, so it works offline. */
export const ChangeCategorySheet = (props: AnimalSheetProps) => {
  const draft = useDraftOnce(transferKey(props.lotId, props.standing));
  const around = useLive(async (views) => {
    const [categories, rodeos] = await Promise.all([views.categories(), views.rodeos()]);
    return { categories, rodeos };
  });
  return draft === undefined || !around ? (
    <Sheet open title={transferTitle} onClose={props.onClose}>
      <Skeleton rows={3} />
    </Sheet>
  ) : (
    <Transfer {...props} {...around} draft={draft} />
  );
};

const Transfer = (props: TransferProps) => {
  const { lotName, standing, categories, rodeos, onClose } = props;
  const { category, cells, heads } = standing;
  const form = useTransfer(props);
  const { values, change, bind } = form;
  const there = cells.find((cell) => (cell.rodeo ?? '') === values.rodeo)?.head ?? 0;
  return (
    <FormSheet
      form={form}
      title={transferTitle}
      saveLabel={values.count > 0 ? `Transferir ${headsOf(values.count, category.name)}` : 'Transferir'}
      fieldId={() => form.fieldId('to_category')}
      lead={
        <p>
          {category.name} en {lotName}: hay {formatNumber(heads, 0)}.
        </p>
      }
      onClose={onClose}
    >
      {cells.length > 1 ? (
        <ChipGroup
          label="¿De qué rodeo?"
          options={cells.map((cell) => ({
            value: cell.rodeo ?? '',
            label: rodeoOf(rodeos, cell.rodeo)?.name ?? 'Sin rodeo',
          }))}
          {...bind('rodeo')}
        />
      ) : null}
      <SelectField
        label="Pasan a"
        options={optionsOf(categories.filter((one) => one.active && one.id !== category.id))}
        {...bind('to', 'to_category')}
      />
      <Stepper
        label={category.name}
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
  const saySaved = useSaySaved();
  const { category, cells } = standing;
  const largest = cells.toSorted((a, b) => b.head - a.head)[0];
  const draftKey = transferKey(lotId, standing);
  return useForm<{ readonly rodeo: string; readonly to: string; readonly count: number }>({
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
      saySaved(saved.value.opId, () => toastSuccess(sentences.animalTransferred));
      onClose();
      return null;
    },
  });
}

/** Removes a category from a lot: a count of zero, kept as a record (product.md §7, Lots). */
export const RemoveAnimals = ({ lotId, lotName, standing, onClose }: AnimalSheetProps) => {
  const farm = useFarm();
  const saySaved = useSaySaved();
  const { category, heads } = standing;
  const remove = async (): Promise<void> => {
    onClose();
    const typed = { lot_id: lotId, animal_type: category.id, count: 0, reason: 'Eliminación' };
    const saved = await farm.acts.editCount(typed);
    if (saved.ok) saySaved(saved.value.opId, () => toastSuccess(sentences.animalDeleted));
    else {
      const { problem } = saved;
      toastError((problem.reason === 'invalid' ? '' : problem.message) || sentences.animalDeleteFailed);
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      title={`¿Eliminar ${category.name} de ${lotName}?`}
      confirmLabel="Eliminar"
      onConfirm={remove}
      onClose={onClose}
    >
      Se descuenta{heads === 1 ? '' : 'n'} {headsOf(heads, category.name)} de {lotName}. Queda anotado como recuento,
      con tu nombre. Si se murieron, se vendieron o se mudaron, registralo como muerte, venta o traslado.
    </ConfirmDialog>
  );
};
