import type { Invoice } from '#domain';
import { ButtonTo, NeedsSignal, useMay } from '#platform';
import { Cluster, EmptyState, PageHeading, Skeleton } from '#ui';
import { AnnulInvoice, RemoveInvoice } from './annul-invoice.tsx';
import { Attachments } from './attachments.tsx';
import { Checks } from './checks-notice.tsx';
import { Items, Movements } from './invoice-parts.tsx';
import { headsBooked, useLinked } from './linked-records.ts';
import { InvoiceStory } from './invoice-story.tsx';
import { NoMoney } from './no-money.tsx';
import { Payments } from './payments.tsx';
import { InvoiceHeading } from './invoice-heading.tsx';
import { InvoiceActs } from './invoice-acts.tsx';
import { InvoiceSheets, openPlanOf } from './invoice-sheets.tsx';
import { type OpenInvoice, useInvoice } from './use-invoice.ts';
import { WaitsHere } from './waits-here.tsx';

interface InvoiceScreenProps {
  readonly id: string;
  /** The open form, from the address: `pago`, `editar` or `stock`. */
  readonly sheet: string | null;
  readonly onSheet: (sheet: string) => void;
  readonly onSheetEnd: () => void;
  readonly onGone: () => void;
}

/** One invoice: the paper, its sums, its payments (domain.md §2.8). */
export const InvoiceScreen = (props: InvoiceScreenProps) => {
  return useMay('see-money') ? <Opened {...props} /> : <NoMoney title="Factura" />;
};

const Opened = (props: InvoiceScreenProps) => {
  const open = useInvoice(props.id);
  if (open.invoice === undefined) return <Skeleton rows={6} />;
  if (open.invoice === null) {
    return (
      <>
        <PageHeading title="Factura no encontrada" />
        <EmptyState action={<ButtonTo to="/billing">Volver a Facturación</ButtonTo>}>
          Puede que la hayan eliminado, o que todavía no haya llegado a este celular.
        </EmptyState>
      </>
    );
  }
  return <Paper {...props} open={open} invoice={open.invoice} />;
};

type PaperProps = InvoiceScreenProps & { readonly open: OpenInvoice; readonly invoice: Invoice };

const Paper = ({ open, invoice, sheet, onSheet, onSheetEnd, onGone }: PaperProps) => {
  const { waiting, cannotChange } = open;
  const { state } = invoice;
  const isOpen = state !== 'anulada';
  const linked = useLinked(invoice);
  const booked = headsBooked(linked ?? []);
  // Booking is offered only once it is known what is booked.
  const plan = linked ? openPlanOf(invoice, linked, booked) : null;
  return (
    <>
      <InvoiceHeading invoice={invoice} />
      {waiting ? <WaitsHere view={waiting} /> : <NeedsSignal />}
      <Checks invoice={invoice} canConfirm={!cannotChange} onConfirm={() => open.change({ state: 'pendiente' })} />
      {isOpen ? <InvoiceActs invoice={invoice} plan={plan} cannotChange={cannotChange} onSheet={onSheet} /> : null}
      <Items invoice={invoice} />
      <Attachments invoice={invoice} />
      <Payments invoice={invoice} change={open.change} cannotChange={cannotChange} />
      <Movements views={linked ?? []} />
      <InvoiceStory invoice={invoice} />
      {isOpen ? (
        <Cluster>
          {waiting || state === 'borrador' ? (
            <RemoveInvoice
              isDraft={state === 'borrador'}
              disabled={cannotChange}
              remove={open.remove}
              onGone={onGone}
            />
          ) : (
            <AnnulInvoice id={invoice.id} disabled={cannotChange} change={open.change} />
          )}
        </Cluster>
      ) : null}
      {linked ? (
        <InvoiceSheets {...{ sheet, invoice, booked, plan, cannotChange }} change={open.change} onEnd={onSheetEnd} />
      ) : null}
    </>
  );
};
