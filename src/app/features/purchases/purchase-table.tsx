import { Link } from '@tanstack/react-router';
import {
  byId,
  counted,
  formatDay,
  formatMoney,
  formatNumber,
  type Invoice,
  invoiceNumber,
  invoiceStateWord,
  type Purchase,
  purchaseKinds,
  purchaseTotals,
  isDebt,
  joined,
  storedOf,
} from '#domain';
import { ButtonTo, FailedNotice, NeedsSignal, useAsk, useCategories, useFarm, useLive, useNoSignal } from '#platform';
import {
  Button,
  DataTable,
  EmptyState,
  FigureList,
  RowButton,
  RowList,
  Sheet,
  Skeleton,
  Stack,
  toastSuccess,
} from '#ui';
import { invoiceEndpoints } from '#contract/endpoints/invoices.ts';
import { invoice as invoiceThing } from '#domain/things/invoice.ts';
import { useTry } from '#forms';
import type { ThingView } from '#sync/farm.ts';

interface PurchasesProps {
  readonly purchases: readonly Purchase[];
}

/** Totals of the purchases shown. */
export const PurchaseSums = ({ purchases }: PurchasesProps) => {
  const { ars, usd, vat, heads, kg, perHead, perKg } = purchaseTotals(purchases);
  const categories = useCategories();
  if (!categories) return <Skeleton rows={2} />;
  const nameOf = (id: string): string => byId(categories, id)?.name ?? 'Categoría eliminada';
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
      { header: 'Detalle', main: true, cell: (one) => <Detail purchase={one} /> },
      { header: 'Fecha', cell: (one) => formatDay(one.date) },
      { header: 'Tipo', cell: (one) => purchaseKinds[one.kind] },
      { header: 'Proveedor', cell: (one) => one.supplier ?? '—' },
      {
        header: 'Total sin IVA',
        numeric: true,
        cell: totalWords,
      },
      {
        header: 'Factura',
        cell: (one) => <InvoiceCell purchase={one} onLink={onLink} />,
      },
      {
        header: 'Pago',
        cell: (one) => (one.invoice ? invoiceStateWord(one.invoice) : '—'),
      },
    ]}
  />
);

interface LinkInvoiceProps {
  readonly movementId: string;
  readonly onClose: () => void;
}

/** What may be the paper of a purchase and is not yet. */
const isOffered = ({ direction, state, ...invoice }: Invoice, movementId: string): boolean =>
  direction === 'recibida' &&
  state !== 'anulada' &&
  state !== 'borrador' &&
  isDebt(invoice) &&
  !invoice.movement_ids.includes(movementId);

/** Newest first; those with other records last, for few papers are of several. */
const rankOf = ({ row: { movement_ids, issued_on, created_at } }: ThingView<Invoice>): string =>
  `${movement_ids.length > 0 ? 0 : 1} ${issued_on} ${created_at}`;

/** 'Asociar factura': links a received invoice to a purchase (domain.md §2.6). Needs signal. */
export const LinkInvoice = ({ movementId, onClose }: LinkInvoiceProps) => {
  const { organizationId, acts } = useFarm();
  const ask = useAsk();
  const hasNoSignal = useNoSignal();
  const all = useLive((views) => views.things(invoiceThing.name));
  const open = all
    ?.filter(({ row }) => isOffered(row, movementId))
    .toSorted((a, b) => (rankOf(a) < rankOf(b) ? 1 : -1));
  const link = useTry(async (invoice: Invoice) => {
    const params = { org: organizationId, id: invoice.id };
    // The list goes up whole: one of an older invoice would lose what was linked since.
    const body = { movement_ids: [...invoice.movement_ids, movementId], base_version: invoice.version };
    const answer = await ask(invoiceEndpoints.updateInvoice, { params, body });
    // The row comes with the next pull, also that of somebody else's change.
    void acts.sendNow();
    if (!answer.ok) return answer.problem.message;
    toastSuccess('Factura asociada');
    onClose();
    return null;
  });
  return (
    <Sheet open title="Asociar factura" onClose={onClose}>
      <Stack>
        <NeedsSignal />
        <FailedNotice message={link.failed} />
        {open?.length === 0 ? (
          <EmptyState action={<ButtonTo to="/create-invoice">Nueva factura</ButtonTo>}>
            No hay facturas recibidas para asociar.
          </EmptyState>
        ) : null}
        <RowList label="Facturas recibidas" edged>
          {open?.map(({ row: invoice, pendingOp }) => (
            <li key={invoice.id}>
              <RowButton
                title={storedOf(invoice).issuer?.name ?? 'Sin emisor'}
                subtitle={joined(
                  invoiceNumber(storedOf(invoice)) ?? 'Sin número',
                  invoice.issued_on && formatDay(invoice.issued_on),
                  invoice.movement_ids.length > 0 && `ya tiene ${counted(invoice.movement_ids.length, 'registro')}`,
                  pendingOp !== null && 'sin enviar',
                )}
                right={<strong>{formatMoney(invoice.total, invoice.currency === 'USD' ? 'USD' : 'ARS')}</strong>}
                disabled={hasNoSignal || link.busy || pendingOp !== null}
                onClick={() => void link.run(invoice)}
              />
            </li>
          ))}
        </RowList>
      </Stack>
    </Sheet>
  );
};
