import { Banknote, Pencil } from 'lucide-react';
import { formatDay } from '../../../domain/dates.ts';
import { formatCuit } from '../../../domain/office/cuit.ts';
import { directions, type Invoice } from '../../../domain/office/invoices.ts';
import { ButtonTo } from '../../frame/links.tsx';
import { NeedsSignal, useNoSignal } from '../../frame/needs-signal.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useToday } from '../../frame/today.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cluster } from '../../ui/stack.tsx';
import { AnnulInvoice, RemoveDraft } from './annul-invoice.tsx';
import { Attachments } from './attachments.tsx';
import { Checks } from './checks-notice.tsx';
import { EditInvoiceSheet } from './edit-invoice-sheet.tsx';
import { openCents, otherPartyOf, stateBadge, titleOf } from './invoice-facts.ts';
import { Items, Movements, Payments } from './invoice-parts.tsx';
import { NoMoney } from './no-money.tsx';
import { PaymentSheet } from './payment-sheet.tsx';
import { type OpenInvoice, useInvoice } from './use-invoice.ts';

interface InvoiceScreenProps {
  readonly id: string;
  /** `pago` or `editar`: the form that is open over it, as the address says. */
  readonly sheet: string | null;
  readonly onSheet: (sheet: string) => void;
  readonly onSheetEnd: () => void;
  readonly onGone: () => void;
}

/** One invoice: the paper, what it adds up to, who paid what (domain.md §2.8). */
export const InvoiceScreen = (props: InvoiceScreenProps) => {
  const { state } = useSession();
  return state.role === 'user' ? <NoMoney title="Factura" /> : <Opened {...props} />;
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
  const today = useToday();
  const hasNoSignal = useNoSignal();
  const badge = stateBadge(invoice, today);
  const other = otherPartyOf(invoice);
  const { state, issued_on, due_on } = invoice;
  const isOpen = state !== 'anulada';
  return (
    <>
      <PageHeading title={titleOf(invoice)} aside={<Badge tone={badge.tone}>{badge.word}</Badge>}>
        <p>
          {directions[invoice.direction as keyof typeof directions]} · {other.name}
          {other.cuit ? ` · ${formatCuit(other.cuit)}` : ''}
        </p>
        <p>
          {issued_on ? `Emitida el ${formatDay(issued_on)}` : 'Sin fecha de emisión'}
          {due_on ? ` · vence el ${formatDay(due_on)}` : ''}
        </p>
      </PageHeading>
      <NeedsSignal />
      <Checks invoice={invoice} canConfirm={!hasNoSignal} onConfirm={() => open.change({ state: 'pendiente' })} />
      {isOpen ? (
        <Cluster>
          {openCents(invoice) > 0n ? (
            <Button icon={<Banknote size={24} aria-hidden />} disabled={hasNoSignal} onClick={() => onSheet('pago')}>
              {invoice.direction === 'emitida' ? 'Registrar cobro' : 'Registrar pago'}
            </Button>
          ) : null}
          {state === 'pagada' ? null : (
            <Button icon={<Pencil size={24} aria-hidden />} onClick={() => onSheet('editar')}>
              Editar
            </Button>
          )}
        </Cluster>
      ) : null}
      <Items invoice={invoice} />
      <Attachments invoice={invoice} onSent={open.look} />
      <Payments invoice={invoice} />
      <Movements ids={invoice.movement_ids} />
      {isOpen ? (
        <Cluster>
          {state === 'borrador' ? (
            <RemoveDraft disabled={hasNoSignal} remove={open.remove} onGone={onGone} />
          ) : (
            <AnnulInvoice disabled={hasNoSignal} change={open.change} />
          )}
        </Cluster>
      ) : null}
      {sheet === 'pago' ? <PaymentSheet invoice={invoice} change={open.change} onClose={onSheetEnd} /> : null}
      {sheet === 'editar' && state !== 'pagada' ? (
        <EditInvoiceSheet invoice={invoice} change={open.change} onClose={onSheetEnd} />
      ) : null}
    </>
  );
};
