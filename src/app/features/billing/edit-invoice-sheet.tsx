import { storedOf } from '#domain';
import { NeedsSignal, useToday } from '#platform';
import { toastSuccess } from '#ui';
import { PaymentSheet } from './payments.tsx';
import type { StockPlan } from './stock-plan.ts';
import type { Changing } from './use-invoice.ts';
import { HerdSheet } from './herd-sheet.tsx';
import { SuppliesSheet } from './supplies-sheet.tsx';
import { DraftSheet } from '#forms';
import { draftOf, invoiceOf } from './invoice-draft.ts';
import { HeadFields, RestFields, WeightFields } from './invoice-fields.tsx';
import { LineFields, OtherAmounts, Sums } from './invoice-lines.tsx';
import { useOwnParty } from './suppliers.ts';

type EditInvoiceSheetProps = Changing & { readonly onClose: () => void };

/** Fields that the form does not edit. */
const untouched = ['movement_ids', 'payments', 'cancel_reason', 'source'];

/** Edits an invoice, with signal or while unsent; what is typed stays when saving fails. */
export const EditInvoiceSheet = ({ invoice, change, cannotChange, onClose }: EditInvoiceSheetProps) => {
  const today = useToday();
  const own = useOwnParty();
  const stored = storedOf(invoice);
  // The own side stays as captured, plus a CUIT set since.
  const ownSide = (stored.direction === 'emitida' ? stored.issuer : stored.recipient) ?? own;
  return (
    <DraftSheet
      title="Editar factura"
      size="wide"
      draftKey={`factura ${invoice.id}`}
      start={draftOf(invoice)}
      saveLabel="Guardar cambios"
      cannotSave={cannotChange}
      onSaved={() => toastSuccess('Factura guardada')}
      onClose={onClose}
      save={async (values) => {
        const typed = invoiceOf(values, { name: ownSide.name, cuit: ownSide.cuit ?? own.cuit });
        const changes = Object.fromEntries(Object.entries(typed).filter(([name]) => !untouched.includes(name)));
        return await change(changes);
      }}
    >
      {(form) => {
        const part = { form, today };
        return (
          <>
            {cannotChange ? <NeedsSignal /> : null}
            <HeadFields {...part} />
            <LineFields {...part} />
            <WeightFields {...part} />
            <OtherAmounts {...part} />
            <Sums invoice={invoiceOf(form.values, own)} />
            <RestFields {...part} />
          </>
        );
      }}
    </DraftSheet>
  );
};

interface InvoiceSheetsProps extends Changing {
  readonly sheet: string | null;
  readonly booked: ReadonlyMap<string, number>;
  readonly plan: StockPlan | null;
  readonly onClose: () => void;
}

export const InvoiceSheets = (props: InvoiceSheetsProps) => {
  const { sheet, plan } = props;
  const { state } = props.invoice;
  if (state === 'anulada') return null;
  if (sheet === 'pago') return <PaymentSheet {...props} />;
  if (sheet === 'editar' && state !== 'pagada') return <EditInvoiceSheet {...props} />;
  if (sheet !== 'stock' || plan === null) return null;
  return plan === 'hacienda' ? <HerdSheet {...props} /> : <SuppliesSheet {...props} />;
};
