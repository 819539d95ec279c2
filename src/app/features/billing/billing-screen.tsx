import { Download, FileText, Plus, ScanLine } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '../../../domain/dates.ts';
import type { Invoice } from '../../../domain/office/invoices.ts';
import { counted } from '../../../domain/text.ts';
import { useLive } from '../../frame/farm-context.tsx';
import { ButtonTo, RowTo } from '../../frame/links.tsx';
import { share } from '../../frame/share.ts';
import { useSession } from '../../frame/session-context.tsx';
import { useToday } from '../../frame/today.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { RowList } from '../../ui/row.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Cluster } from '../../ui/stack.tsx';
import { currencyOf, moneyWords, otherPartyOf, stateBadge, titleOf } from './invoice-facts.ts';
import { invoicesFile } from './invoices-file.ts';
import { NoMoney } from './no-money.tsx';
import styles from './billing.module.css';
import { Filters, isSought, type Sought } from './billing-filters.tsx';
import { Totals } from './billing-totals.tsx';
import { ForwardedNotice } from './forwarded-notice.tsx';

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
  const [sought, setSought] = useState<Sought>({ side: 'recibida', show: 'todas', text: '', month: '' });
  const shown = invoices?.filter((one) => isSought(one, sought, today)).toSorted(newestFirst);
  const isWhole = sought.text === '' && sought.month === '' && sought.show === 'todas';
  return (
    <>
      <PageHeading title="Facturación" />
      <ForwardedNotice />
      <div className={styles.acts}>
        <ButtonTo to="/create-invoice" icon={<Plus size={24} aria-hidden />}>
          Nueva factura
        </ButtonTo>
        <ButtonTo to="/upload-invoice" icon={<ScanLine size={24} aria-hidden />}>
          Subir factura
        </ButtonTo>
      </div>
      {invoices && invoices.length > 0 ? <Totals invoices={invoices} today={today} /> : null}
      <Filters invoices={invoices ?? []} sought={sought} onChange={(changes) => setSought({ ...sought, ...changes })} />
      {!shown ? <Skeleton rows={5} /> : null}
      {shown?.length === 0 ? (
        <EmptyState icon={<FileText size={40} />}>
          {isWhole ? 'Sacale una foto a la factura: si tiene QR, los datos se cargan solos.' : 'No hay facturas así.'}
        </EmptyState>
      ) : null}
      {shown && shown.length > 0 ? <Found invoices={shown} sought={sought} today={today} /> : null}
    </>
  );
};

interface FoundProps {
  readonly invoices: readonly Invoice[];
  readonly sought: Sought;
  readonly today: string;
}

/** The list, and the same as a file for a spreadsheet. */
const Found = ({ invoices, sought, today }: FoundProps) => (
  <>
    <Card flush>
      <RowList label="Facturas">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <InvoiceRow invoice={invoice} today={today} />
          </li>
        ))}
      </RowList>
    </Card>
    <Cluster>
      <Button
        icon={<Download size={24} aria-hidden />}
        onClick={() =>
          void share(`facturas-${sought.side}s-${sought.month || today}.csv`, invoicesFile(invoices, today), 'text/csv')
        }
      >
        Exportar {counted(invoices.length, 'factura')} a planilla
      </Button>
    </Cluster>
  </>
);

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
