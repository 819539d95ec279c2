import { Link } from '@tanstack/react-router';
import {
  formatDay,
  formatMoney,
  formatNumber,
  invoiceStates,
  type Purchase,
  purchaseKinds,
  purchaseTotals,
} from '#domain';
import { useCategories } from '#platform';
import { Button, DataTable, FigureList, Skeleton } from '#ui';

interface PurchasesProps {
  readonly purchases: readonly Purchase[];
}

/** Totals of the purchases shown. */
export const PurchaseSums = ({ purchases }: PurchasesProps) => {
  const { ars, usd, vat, heads, kg, perHead, perKg } = purchaseTotals(purchases);
  const categories = useCategories();
  if (!categories) return <Skeleton rows={2} />;
  const nameOf = (id: string): string => categories.find((one) => one.id === id)?.name ?? 'Categoría eliminada';
  const headPrice = (category: string | null): string =>
    `Promedio por cabeza, ${category === null ? 'categorías mezcladas' : nameOf(category)}`;
  return (
    <FigureList
      label="Totales"
      figures={[
        { label: 'Cabezas compradas', value: formatNumber(heads, 0) },
        ...(kg > 0 ? [{ label: 'Kilos comprados', value: `${formatNumber(kg, 0)} kg` }] : []),
        { label: 'Total en pesos, sin IVA', value: formatMoney(ars) },
        ...(vat.ars !== '0.00' ? [{ label: 'IVA en pesos', value: formatMoney(vat.ars) }] : []),
        ...(usd !== '0.00' ? [{ label: 'Total en dólares, sin IVA', value: formatMoney(usd, 'USD') }] : []),
        ...(vat.usd !== '0.00' ? [{ label: 'IVA en dólares', value: formatMoney(vat.usd, 'USD') }] : []),
        ...perHead.map(({ category, amount }) => ({ label: headPrice(category), value: formatMoney(amount) })),
        ...(perKg ? [{ label: 'Promedio por kilo', value: formatMoney(perKg) }] : []),
      ]}
    />
  );
};

const Detail = ({ purchase }: { readonly purchase: Purchase }) => {
  const words = purchase.detail || purchaseKinds[purchase.kind];
  return purchase.movementId ? (
    <Link to="/data/$id" params={{ id: purchase.movementId }}>
      {words}
    </Link>
  ) : (
    words
  );
};

function totalWords({ total, currency, shared }: Purchase): string {
  if (shared) return `${formatMoney(shared.total, currency)} entre ${shared.records} registros`;
  return total === null ? '—' : formatMoney(total, currency);
}

interface TableProps extends PurchasesProps {
  readonly onLink: (movementId: string) => void;
}

const InvoiceCell = ({ purchase, onLink }: { readonly purchase: Purchase } & Pick<TableProps, 'onLink'>) => {
  const { invoice, movementId } = purchase;
  if (invoice) {
    return (
      <Link to="/billing/$id" params={{ id: invoice.id }}>
        {invoice.number ?? 'Sin número'}
      </Link>
    );
  }
  // An unsent purchase has a local id that no invoice can name.
  return movementId === null || movementId.startsWith('-') ? (
    'Sin factura'
  ) : (
    <Button compact onClick={() => onLink(movementId)}>
      Asociar factura
    </Button>
  );
};

/** One row a purchase, with price and invoice. */
export const PurchaseTable = ({ purchases, onLink }: TableProps) => (
  <DataTable
    caption="Compras, de la más nueva a la más vieja"
    rows={purchases}
    rowKey={(one) => one.key}
    columns={[
      { key: 'detail', header: 'Detalle', main: true, cell: (one) => <Detail purchase={one} /> },
      { key: 'date', header: 'Fecha', cell: (one) => formatDay(one.date) },
      { key: 'kind', header: 'Tipo', cell: (one) => purchaseKinds[one.kind] },
      { key: 'supplier', header: 'Proveedor', cell: (one) => one.supplier ?? '—' },
      {
        key: 'total',
        header: 'Total sin IVA',
        numeric: true,
        cell: totalWords,
      },
      {
        key: 'invoice',
        header: 'Factura',
        cell: (one) => <InvoiceCell purchase={one} onLink={onLink} />,
      },
      {
        key: 'paid',
        header: 'Pago',
        cell: (one) => (one.invoice ? invoiceStates[one.invoice.state] : '—'),
      },
    ]}
  />
);
