import { formatDay } from '../../../domain/dates.ts';
import { sumsOf } from '../../../domain/office/invoice-sums.ts';
import { type Invoice, paymentMethods } from '../../../domain/office/invoices.ts';
import { RowTo } from '../../frame/links.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Row, RowList } from '../../ui/row.tsx';
import { currencyOf, keptOf, moneyWords } from './invoice-facts.ts';
import { SumList } from './invoice-lines.tsx';

/** What was bought or sold, and what it comes to. */
export const Items = ({ invoice }: { readonly invoice: Invoice }) => {
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

/** What was paid or collected so far. */
export const Payments = ({ invoice }: { readonly invoice: Invoice }) =>
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

/** Records that this paper is of. */
export const Movements = ({ ids }: { readonly ids: readonly string[] }) =>
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
