import { Download, FileText } from 'lucide-react';
import { counted, formatDay, type Invoice, joined } from '#domain';
import { RowTo, share } from '#platform';
import type { SendState } from '#sync/farm.ts';
import { Badge, Button, Card, Cluster, RowList } from '#ui';
import { currencyOf, moneyWords, otherPartyOf, stateBadge, titleOf } from './invoice-facts.ts';
import { invoicesFile } from './invoices-file.ts';
import type { Sought } from './billing-filters.tsx';

interface FoundProps {
  readonly invoices: readonly Invoice[];
  /** Send states of unsent invoices, by id. */
  readonly unsent: ReadonlyMap<string, SendState>;
  readonly sought: Sought;
  readonly today: string;
}

/** The list and its CSV export. */
export const Found = ({ invoices, unsent, sought, today }: FoundProps) => (
  <>
    <Card flush>
      <RowList label="Facturas">
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <InvoiceRow invoice={invoice} unsent={unsent.get(invoice.id) ?? null} today={today} />
          </li>
        ))}
      </RowList>
    </Card>
    <Cluster>
      <Button
        icon={<Download />}
        onClick={() =>
          void share(`facturas-${sought.side}s-${sought.month || today}.csv`, invoicesFile(invoices, today), 'text/csv')
        }
      >
        Exportar {counted(invoices.length, 'factura')} a planilla
      </Button>
    </Cluster>
  </>
);

interface InvoiceRowProps {
  readonly invoice: Invoice;
  readonly unsent: SendState | null;
  readonly today: string;
}

const unsentWords = (unsent: SendState | null): string | null =>
  unsent === null ? null : unsent === 'con_error' ? 'no se pudo enviar' : 'sin enviar';

const InvoiceRow = ({ invoice, unsent, today }: InvoiceRowProps) => {
  const { word, tone } = stateBadge(invoice, today);
  const { issued_on, due_on } = invoice;
  return (
    <RowTo
      to="/billing/$id"
      params={{ id: invoice.id }}
      icon={<FileText size={26} />}
      title={otherPartyOf(invoice).name}
      subtitle={joined(
        titleOf(invoice),
        issued_on && formatDay(issued_on),
        due_on && `vence ${formatDay(due_on)}`,
        unsentWords(unsent),
      )}
      right={
        <>
          <strong>{moneyWords(invoice.total, currencyOf(invoice))}</strong>
          <Badge tone={tone}>{word}</Badge>
        </>
      }
    />
  );
};
