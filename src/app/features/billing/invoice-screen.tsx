import { Banknote, Pencil } from 'lucide-react';
import { formatDay } from '../../../domain/dates.ts';
import { formatCuit } from '../../../domain/office/cuit.ts';
import { sumsOf } from '../../../domain/office/invoice-sums.ts';
import { directions, type Invoice, paymentMethods } from '../../../domain/office/invoices.ts';
import { ButtonTo, RowTo } from '../../frame/links.tsx';
import { NeedsSignal, useNoSignal } from '../../frame/needs-signal.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useToday } from '../../frame/today.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Row, RowList } from '../../ui/row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cluster } from '../../ui/stack.tsx';
import { AnnulInvoice, RemoveDraft } from './annul-invoice.tsx';
import { Attachments } from './attachments.tsx';
import { Checks } from './checks-notice.tsx';
import { EditInvoiceSheet } from './edit-invoice-sheet.tsx';
import { currencyOf, keptOf, moneyWords, openCents, otherPartyOf, stateBadge, titleOf } from './invoice-facts.ts';
import { SumList } from './invoice-lines.tsx';
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

const Items = ({ invoice }: { readonly invoice: Invoice }) => {
  const currency = currencyOf(invoice);
  return (
    <Card title="Ítems">
      {invoice.lines.length === 0 ? (
        <EmptyState>Todavía no se cargaron los ítems de este comprobante.</EmptyState>
      ) : (
        <DataTable
          caption="Ítems de la factura"
          rows={invoice.lines.map((line, at) => ({ ...line, at }))}
          rowKey={(line) => String(line.at)}
          columns={[
            { key: 'concept', header: 'Concepto', main: true, cell: (line) => line.concept },
            { key: 'net', header: 'Neto', numeric: true, cell: (line) => moneyWords(line.net, currency) },
            { key: 'vat', header: 'IVA', numeric: true, cell: (line) => moneyWords(line.vat, currency) },
          ]}
        />
      )}
      <SumList sums={sumsOf(keptOf(invoice))} currency={currency} />
    </Card>
  );
};

const Payments = ({ invoice }: { readonly invoice: Invoice }) =>
  invoice.payments.length === 0 ? null : (
    <Card title={invoice.direction === 'emitida' ? 'Cobros' : 'Pagos'} flush>
      <RowList label="Pagos">
        {invoice.payments.map((payment, at) => (
          // A payment has no id of its own and the list is never re-ordered.
          <li key={at}>
            <Row
              title={paymentMethods[payment.method as keyof typeof paymentMethods] ?? payment.method}
              subtitle={formatDay(payment.date)}
              right={<strong>{moneyWords(payment.amount, currencyOf(invoice))}</strong>}
            />
          </li>
        ))}
      </RowList>
    </Card>
  );

const Movements = ({ ids }: { readonly ids: readonly string[] }) =>
  ids.length === 0 ? null : (
    <Card title="Movimientos asociados" flush>
      <RowList label="Movimientos asociados">
        {ids.map((id, at) => (
          <li key={id}>
            <RowTo
              to="/data/$id"
              params={{ id }}
              title={ids.length === 1 ? 'Ver el movimiento' : `Movimiento ${at + 1}`}
            />
          </li>
        ))}
      </RowList>
    </Card>
  );
