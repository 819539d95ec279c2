import { FileText, Plus, ScanLine } from 'lucide-react';
import { useState } from 'react';
import { formatDay, monthName, monthOf } from '../../../domain/dates.ts';
import { isInvoiceOverdue } from '../../../domain/office/invoice-rules.ts';
import type { Invoice } from '../../../domain/office/invoices.ts';
import { searchable } from '../../../domain/text.ts';
import { useLive } from '../../frame/farm-context.tsx';
import { ButtonTo, RowTo } from '../../frame/links.tsx';
import { useSession } from '../../frame/session-context.tsx';
import { useToday } from '../../frame/today.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { ChipGroup } from '../../ui/chip.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FigureList } from '../../ui/figure-list.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { RowList } from '../../ui/row.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cluster } from '../../ui/stack.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { currencyOf, invoiceTotals, moneyWords, otherPartyOf, stateBadge, titleOf } from './invoice-facts.ts';
import { NoMoney } from './no-money.tsx';

type Show = 'abiertas' | 'vencidas' | 'borradores' | 'todas';

const shows: readonly { readonly value: Show; readonly label: string }[] = [
  { value: 'abiertas', label: 'Sin pagar' },
  { value: 'vencidas', label: 'Vencidas' },
  { value: 'borradores', label: 'Borradores' },
  { value: 'todas', label: 'Todas' },
];

const isShown = (invoice: Invoice, show: Show, today: string): boolean => {
  if (show === 'todas') return true;
  if (show === 'borradores') return invoice.state === 'borrador';
  if (show === 'vencidas') return isInvoiceOverdue(invoice.state, invoice.due_on, today);
  return invoice.state === 'pendiente' || invoice.state === 'parcial';
};

const newestFirst = (a: Invoice, b: Invoice): number => {
  const [left, right] = [a, b].map((one) => `${one.issued_on ?? '9999'} ${one.created_at}`);
  return (left ?? '') < (right ?? '') ? 1 : -1;
};

/** Invoices with what is to be collected and to be paid (domain.md §2.8). For those alone who see the farm's money. */
export const BillingScreen = () => {
  const { state } = useSession();
  if (state.role === 'user') return <NoMoney title="Facturación" />;
  return <Billing />;
};

const Billing = () => {
  const today = useToday();
  const invoices = useLive((views) => views.invoices());
  const [side, setSide] = useState<'recibida' | 'emitida'>('recibida');
  const [show, setShow] = useState<Show>('todas');
  const [sought, setSought] = useState('');
  const shown = invoices
    ?.filter((one) => one.direction === side && isShown(one, show, today))
    .filter((one) => searchable(`${titleOf(one)} ${otherPartyOf(one).name}`).includes(searchable(sought.trim())))
    .toSorted(newestFirst);
  return (
    <>
      <PageHeading title="Facturación" />
      <Cluster>
        <ButtonTo to="/create-invoice" icon={<Plus size={24} aria-hidden />}>
          Nueva factura
        </ButtonTo>
        <ButtonTo to="/upload-invoice" icon={<ScanLine size={24} aria-hidden />}>
          Subir factura
        </ButtonTo>
      </Cluster>
      {invoices && invoices.length > 0 ? <Totals invoices={invoices} today={today} /> : null}
      <Segmented
        label="Qué facturas"
        value={side}
        onChange={setSide}
        options={[
          { value: 'recibida', label: 'Recibidas' },
          { value: 'emitida', label: 'Emitidas' },
        ]}
      />
      <ChipGroup label="Estado" labelHidden strip options={shows} value={show} onChange={setShow} />
      <TextField label="Buscar contraparte o número" type="search" value={sought} onChange={setSought} />
      {!shown ? <Skeleton rows={5} /> : null}
      {shown?.length === 0 ? (
        <EmptyState icon={<FileText size={40} />}>
          {sought || show !== 'todas'
            ? 'No hay facturas así.'
            : 'Sacale una foto a la factura: si tiene QR, los datos se cargan solos.'}
        </EmptyState>
      ) : null}
      {shown && shown.length > 0 ? (
        <Card flush>
          <RowList label="Facturas">
            {shown.map((invoice) => (
              <li key={invoice.id}>
                <InvoiceRow invoice={invoice} today={today} />
              </li>
            ))}
          </RowList>
        </Card>
      ) : null}
    </>
  );
};

const InvoiceRow = ({ invoice, today }: { readonly invoice: Invoice; readonly today: string }) => {
  const { word, tone } = stateBadge(invoice, today);
  const { issued_on, due_on } = invoice;
  return (
    <RowTo
      to="/billing/$id"
      params={{ id: invoice.id }}
      icon={<FileText size={26} aria-hidden />}
      title={otherPartyOf(invoice).name}
      subtitle={[titleOf(invoice), issued_on && formatDay(issued_on), due_on && `vence ${formatDay(due_on)}`]
        .filter(Boolean)
        .join(' · ')}
      right={
        <>
          <strong>{moneyWords(invoice.total, currencyOf(invoice))}</strong>
          <Badge tone={tone}>{word}</Badge>
        </>
      }
    />
  );
};

const Totals = ({ invoices, today }: { readonly invoices: readonly Invoice[]; readonly today: string }) => {
  const month = monthOf(today);
  const totals = invoiceTotals(invoices, today, month);
  return (
    <FigureList
      label="Totales"
      figures={[
        { label: 'Por cobrar', value: moneyWords(totals.toCollect) },
        { label: 'Por pagar', value: moneyWords(totals.toPay) },
        { label: 'Vencido', value: moneyWords(totals.overdue) },
        { label: `IVA crédito de ${monthName(month)}`, value: moneyWords(totals.vatCredit) },
        { label: `IVA débito de ${monthName(month)}`, value: moneyWords(totals.vatDebit) },
      ]}
    />
  );
};
