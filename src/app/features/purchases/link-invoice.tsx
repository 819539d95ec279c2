import { useState } from 'react';
import { invoiceEndpoints } from '#contract/endpoints/invoices.ts';
import { formatDay, formatMoney, type Invoice } from '#domain';
import { ButtonTo, FailedNotice, NeedsSignal, useFarm, useLive, useNoSignal, useSession } from '#platform';
import { useOnce } from '#forms';
import { ask } from '#session/ask.ts';
import { EmptyState, RowButton, RowList, Sheet, Stack, toastSuccess } from '#ui';

interface LinkInvoiceProps {
  readonly movementId: string;
  readonly onClose: () => void;
}

const numberOf = (invoice: Invoice): string => {
  const number = invoice['full_number'];
  return typeof number === 'string' ? number : 'Sin número';
};
const issuerOf = (invoice: Invoice): string => {
  const issuer = invoice['issuer'];
  return typeof issuer === 'object' && issuer !== null && 'name' in issuer ? String(issuer.name) : 'Sin emisor';
};

/** 'Asociar factura': links a received invoice to a purchase (domain.md §2.6). Needs signal. */
export const LinkInvoice = ({ movementId, onClose }: LinkInvoiceProps) => {
  const { organizationId, acts } = useFarm();
  const { session } = useSession();
  const hasNoSignal = useNoSignal();
  const [failed, setFailed] = useState<string | null>(null);
  const all = useLive((views) => views.invoices());
  const open = all?.filter((one) => one.direction === 'recibida' && one.state !== 'anulada');
  const link = useOnce(async (invoice: Invoice) => {
    const params = { org: organizationId, id: invoice.id };
    const body = { movement_ids: [...invoice.movement_ids, movementId] };
    const answer = await ask(session, invoiceEndpoints.updateInvoice, { params, body });
    if (!answer.ok) return setFailed(answer.problem.message);
    toastSuccess('Factura asociada');
    // The row comes with the next pull.
    void acts.sendNow();
    onClose();
  });
  return (
    <Sheet open title="Asociar factura" onClose={onClose}>
      <Stack>
        <NeedsSignal />
        <FailedNotice message={failed} />
        {open?.length === 0 ? (
          <EmptyState action={<ButtonTo to="/create-invoice">Nueva factura</ButtonTo>}>
            No hay facturas recibidas para asociar.
          </EmptyState>
        ) : null}
        <RowList label="Facturas recibidas" edged>
          {open?.map((invoice) => (
            <li key={invoice.id}>
              <RowButton
                title={`${numberOf(invoice)} · ${issuerOf(invoice)}`}
                subtitle={invoice.issued_on ? formatDay(invoice.issued_on) : 'Sin fecha'}
                right={<strong>{formatMoney(invoice.total, invoice.currency === 'USD' ? 'USD' : 'ARS')}</strong>}
                disabled={hasNoSignal || link.busy}
                onClick={() => void link.run(invoice)}
              />
            </li>
          ))}
        </RowList>
      </Stack>
    </Sheet>
  );
};
