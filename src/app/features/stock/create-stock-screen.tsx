import { type Asset, searchable, things } from '#domain';
import { NothingHere } from '#farm/nothing-here.tsx';
import { bodyOf } from '#farm/things/thing-sheet.tsx';
import { failureOf, FormHead, PageForm, type PartOf, useDraft, useDraftOnce, useForm } from '#forms';
import { ButtonTo, toastSaved, useAssets, useFarm, useMay, useToday } from '#platform';
import { Button, Notice, NumberField, noNumber, PageHeading, Skeleton, Stack, typedNumber } from '#ui';
import { blankItem, ItemFields, MoreItemFields } from './item-fields.tsx';
import { originBody, SupplierFields } from './intake-sheet.tsx';
import { batchBody, BatchFields } from '#farm/supply-picker.tsx';

const blankOpening = {
  quantity: noNumber,
  batch: '',
  expires: '',
  date: '',
  supplier: '',
  total: '',
};
type OpeningDraft = typeof blankOpening;

/** As a quantity, or as one batch. */
function openingBody(draft: OpeningDraft, today: string): Readonly<Record<string, unknown>> {
  const quantity = typedNumber(draft.quantity);
  const { batch, expires } = batchBody(draft);
  if (quantity === null || quantity === 0) return {};
  return {
    ...originBody({ ...draft, date: today }),
    ...(batch ? { batches: [{ number: batch, quantity, ...(expires && { expires }) }] } : { quantity }),
  };
}

interface OpeningFieldsProps {
  readonly form: PartOf<OpeningDraft>;
  readonly today: string;
}

/** The stock; its origin is asked once there is some. */
const OpeningFields = ({ form, today }: OpeningFieldsProps) => {
  const { values, bind, errorOf } = form;
  const wrong = errorOf('batches');
  return (
    <>
      <NumberField
        label="Cantidad inicial"
        optional
        {...bind('quantity')}
        {...(wrong.error === undefined ? errorOf('quantity') : wrong)}
      />
      {values.quantity === null || values.quantity === 0 ? null : (
        <>
          <BatchFields {...form} today={today} />
          <SupplierFields {...form} />
        </>
      )}
    </>
  );
};

const draftKey = 'insumo-nuevo';
const blank = { ...blankItem, ...blankOpening };

/** A new supply, with its stock (domain.md §2.5). */
export const CreateStockScreen = ({ onDone }: { readonly onDone: (id: string) => void }) => {
  const draft = useDraftOnce(draftKey);
  const isAllowed = useMay('edit-stock-items');
  const title = 'Nuevo insumo';
  return isAllowed ? (
    <>
      <PageHeading title={title} />
      {draft === undefined ? <Skeleton rows={4} /> : <ItemForm draft={draft} onDone={onDone} />}
    </>
  ) : (
    <NothingHere title={title} to="/stock">
      Los insumos los crea el dueño o un administrador. Podés anotar lo que llega con Ingreso.
    </NothingHere>
  );
};

interface ItemFormProps {
  readonly draft: Readonly<Record<string, unknown>> | null;
  readonly onDone: (id: string) => void;
}

const ItemForm = ({ draft, onDone }: ItemFormProps) => {
  const farm = useFarm();
  const today = useToday();
  const items = useAssets() ?? [];
  const form = useForm({
    start: blank,
    keeping: useDraft(draftKey, draft),
    save: async (values) => {
      const body = { ...bodyOf(things.asset, blankItem, values), ...openingBody(values, today) };
      const saved = await farm.acts.createThing('asset', body, draftKey);
      if (!saved.ok) return failureOf(saved.problem);
      toastSaved(farm);
      onDone(saved.value.entityId);
      return null;
    },
  });
  return (
    <PageForm onSubmit={form.submit}>
      <Stack>
        <FormHead form={form} />
        <ItemFields form={form} names={items.map((view) => view.row.name)} />
        <SameName items={items.map((view) => view.row)} name={form.values.name} />
        <OpeningFields form={form} today={today} />
        <MoreItemFields form={form} />
        <Button type="submit" variant="primary" wide busy={form.busy}>
          Guardar insumo
        </Button>
      </Stack>
    </PageForm>
  );
};

/** The same name is mostly the same item: an intake is offered (domain.md §3.5). */
const SameName = ({ items, name }: { readonly items: readonly Asset[]; readonly name: string }) => {
  const same = name.trim() ? items.find((item) => searchable(item.name) === searchable(name.trim())) : undefined;
  return same ? (
    <Notice
      tone="warn"
      role="status"
      title={`Ya tenés ${same.name}`}
      action={
        <ButtonTo compact to="/stock/$id" params={{ id: same.id }} search={{ hoja: 'ingreso' }}>
          Cargar un ingreso
        </ButtonTo>
      }
    >
      Si llegó más, sumalo al que ya está.
    </Notice>
  ) : null;
};
