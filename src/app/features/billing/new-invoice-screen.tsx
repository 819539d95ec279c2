import { useState } from 'react';
import { FormHead, type FormOf, PageForm, useDraft, useDraftOnce, useForm } from '#forms';
import { useAssets, useFarm, useFarmStatus, useLive, useMay, useToday } from '#platform';
import { Button, Card, PageHeading, Skeleton, Stack, toastSaved } from '#ui';
import { blankDraft, blankLine, type InvoiceDraft, invoiceOf, type OwnParty, sumsReady } from './invoice-draft.ts';
import { NoMoney } from './invoice-parts.tsx';
import { useOwnParty } from './suppliers.ts';
import type { Invoice, StoredInvoice } from '#domain';
import styles from './billing.module.css';
import { ConfirmInvoice } from './confirm-invoice.tsx';
import { HeadFields, RestFields, WeightFields } from './invoice-fields.tsx';
import { LineFields, OtherAmounts, Sums } from './invoice-lines.tsx';
import { PaperCard } from './paper-card.tsx';
import { asFailure, fieldOf, saveInvoice } from './use-invoice.ts';
import { isProposed, stockPlanOf } from './stock-plan.ts';

interface NewInvoiceScreenProps {
  /** From a photo or a PDF; else typed by hand. */
  readonly fromPaper: boolean;
  readonly share?: string | null;
  readonly onDone: (id: string, toStock: boolean) => void;
}

/** The two ways to a new invoice (product.md §2, create-invoice and upload-invoice). */
export const NewInvoiceScreen = ({ fromPaper, share = null, onDone }: NewInvoiceScreenProps) => {
  const seesMoney = useMay('see-money');
  const title = fromPaper ? 'Subir factura' : 'Nueva factura';
  const draftKey = fromPaper ? 'factura-subida' : 'factura-nueva';
  const draft = useDraftOnce(draftKey);
  const own = useOwnParty();
  const [start] = useState(() => ({
    ...blankDraft,
    cid: crypto.randomUUID(),
    lines: fromPaper ? [] : [blankLine],
  }));
  if (!seesMoney) return <NoMoney title={title} />;
  return (
    <>
      <PageHeading title={title} />
      {draft === undefined ? (
        <Skeleton rows={6} />
      ) : (
        <NewInvoiceForm {...{ draftKey, start, draft, own, fromPaper, share, onDone }} />
      )}
    </>
  );
};

interface NewInvoiceFormProps {
  readonly draftKey: string;
  readonly start: InvoiceDraft;
  readonly draft: Readonly<Record<string, unknown>> | null;
  readonly own: OwnParty;
  /** The paper comes first and fills in the form; by hand it is optional and comes last. */
  readonly fromPaper: boolean;
  readonly share: string | null;
  /** `toStock`: its goods are booked next. */
  readonly onDone: (id: string, toStock: boolean) => void;
}

interface Wanted {
  readonly state: 'borrador' | 'pendiente';
  readonly toStock: boolean;
}

/** A photo without a QR is source 'foto'. */
const sourced = (draft: InvoiceDraft): InvoiceDraft =>
  draft.source === 'manual' && draft.files.length > 0 ? { ...draft, source: 'foto' } : draft;

function useStockChoice(values: InvoiceDraft, ready: StoredInvoice) {
  const items = (useAssets() ?? []).map((view) => view.row);
  const plan = stockPlanOf(ready);
  const proposed = plan !== null && isProposed(plan, ready, items);
  return { plan, toStock: plan !== null && (values.to_stock ? values.to_stock === 'si' : proposed) };
}

/** A new invoice: saved with its files on this device and sent in the background (domain.md §2.8). */
const NewInvoiceForm = ({ draftKey, start, draft, own, fromPaper, share, onDone }: NewInvoiceFormProps) => {
  const farm = useFarm();
  const today = useToday();
  const { reach } = useFarmStatus();
  const others = useLive((views) => views.invoices()) ?? [];
  const [isConfirming, setConfirming] = useState(false);
  const form = useForm({
    start,
    keeping: useDraft(draftKey, draft),
    save: async (values: InvoiceDraft, { state, toStock }: Wanted) => {
      const saved = await saveInvoice(farm, values, invoiceOf(sourced(values), own), state, draftKey);
      setConfirming(false);
      if (!saved.ok) return asFailure(saved);
      toastSaved(reach === 'reachable');
      onDone(saved.value.entityId, state === 'pendiente' && toStock);
      return null;
    },
  });
  const ready = sumsReady(invoiceOf(form.values, own));
  const choice = useStockChoice(form.values, ready);
  const submitAs = (state: 'borrador' | 'pendiente') => (): void =>
    void form.submit({ state, toStock: choice.toStock });
  const edit = (path: string | null): void => {
    setConfirming(false);
    // Closing the sheet restores the focus first.
    if (path !== null) requestAnimationFrame(() => document.getElementById(form.fieldId(fieldOf(path)))?.focus());
  };
  return (
    <PageForm onSubmit={() => setConfirming(true)}>
      <Fields {...{ form, today, others, own, fromPaper, share, draftKey }} />
      {isConfirming ? (
        <ConfirmInvoice
          {...{ own, others, today, ...choice }}
          invoice={ready}
          busy={form.busy}
          onToStock={(goes) => form.change({ to_stock: goes ? 'si' : 'no' })}
          onConfirm={submitAs('pendiente')}
          onDraft={submitAs('borrador')}
          onEdit={edit}
        />
      ) : null}
    </PageForm>
  );
};

interface FieldsProps extends Pick<NewInvoiceFormProps, 'own' | 'fromPaper' | 'share' | 'draftKey'> {
  readonly form: FormOf<InvoiceDraft, Wanted>;
  readonly today: string;
  readonly others: readonly Invoice[];
}

const Fields = ({ form, today, others, own, fromPaper, share, draftKey }: FieldsProps) => {
  const part = { form, today, others };
  const paper = <PaperCard form={form} own={own} draftKey={draftKey} share={share} takesShared={fromPaper} />;
  return (
    <Stack>
      <FormHead form={form} />
      {fromPaper ? paper : null}
      <Card title="Datos">
        <div className={styles.fields}>
          <HeadFields {...part} />
        </div>
      </Card>
      <Card title="Ítems">
        <div id={form.fieldId('lines')} tabIndex={-1}>
          <LineFields {...part} />
        </div>
        <WeightFields {...part} />
        <OtherAmounts {...part} />
        <Sums invoice={invoiceOf(form.values, own)} />
      </Card>
      <Card title="Más datos">
        <RestFields {...part} />
      </Card>
      {fromPaper ? null : paper}
      <Button type="submit" variant="primary" wide busy={form.busy}>
        Revisar y guardar
      </Button>
    </Stack>
  );
};
