import { type Invoice, storedOf } from '#domain';
import { DraftSheet } from '#forms';
import { NeedsSignal, useToday } from '#platform';
import { toastSuccess } from '#ui';
import { draftOf, invoiceOf } from './invoice-draft.ts';
import { PaperFields, PaperFootFields, PartyFields } from './invoice-fields.tsx';
import { OtherAmounts, Sums } from './invoice-lines.tsx';
import { LineFields } from './line-fields.tsx';
import { useOwnParty } from './own-party.ts';
import { RestFields, WeightFields } from './rest-fields.tsx';
import { asFields } from './save-invoice.ts';
import type { OpenInvoice } from './use-invoice.ts';

interface EditInvoiceSheetProps {
  readonly invoice: Invoice;
  readonly change: OpenInvoice['change'];
  /** The server is needed, and cannot be reached. */
  readonly cannotChange: boolean;
  readonly onClose: () => void;
}

/** What follows from elsewhere and is no part of the form. */
const untouched = ['movement_ids', 'payments', 'cancel_reason', 'source'];

/** An invoice being corrected: with signal, or where it waits on this device. What is typed stays when it cannot be saved. */
export const EditInvoiceSheet = ({ invoice, change, cannotChange, onClose }: EditInvoiceSheetProps) => {
  const today = useToday();
  const own = useOwnParty();
  const stored = storedOf(invoice);
  // Whose the paper is does not change by an edit: the own side stays as it was captured, and gets the CUIT that was told since.
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
        const failed = await change(changes);
        return failed && { ...failed, issues: asFields(failed.issues) };
      }}
    >
      {(form) => {
        const part = { form, today };
        return (
          <>
            {cannotChange ? <NeedsSignal /> : null}
            <PaperFields {...part} />
            <PartyFields {...part} />
            <PaperFootFields {...part} />
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
